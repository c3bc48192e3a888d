#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testcases/impacts/queries/query_file.h"
#include "testcases/scenes/case_parameters.h"

namespace touchstone {

/// Queries to ask methods. The same set has the same queries in the same order at any time.
struct QuerySet {
    std::string name;                   ///< name with parameters, "sheets:n=50", or a path
    std::function<QueryStream()> open;  ///< Returns the queries from the first one on
    /// Conditions on which its queries depend besides the name: for a path, the state of its files,
    /// see file_states.
    std::vector<std::pair<std::string, std::string>> conditions = {};
    std::string source = {};  ///< name of the set it is cut out of; empty: none
    std::int64_t first = 0;   ///< number of its first query in that set
};

/// A kind of query sets.
struct QuerySetKind {
    std::string_view id;     ///< stable name, used on the command line
    std::string_view title;  ///< name in tables
    std::string_view source;
    std::span<const CaseParameter> parameters;
    QueryStream (*open)(const CaseValues& values) = nullptr;  ///< makes the stream of queries
};

/// Returns the kinds of sets: "samples", "end_of_step", "small_box_not_first", "degenerate",
/// "sheets", "cloth".
std::span<const QuerySetKind> all_query_sets();

/// Returns the set for a text like "sheets:n=50,seed=2". Throws UnknownName, listing the known ids,
/// and UsageError for a parameter that the set does not have or that is out of its range.
QuerySet find_query_set(std::string_view text);

/// Returns a line for each file, with path, size and time of writing: another line means another
/// file.
std::string file_states(std::span<const std::filesystem::path> files);

/// Returns the set of a file's queries, or of those of all files of a folder, see find_query_files
/// and open_query_file. Throws FileError when there are none.
QuerySet query_set_of_path(const std::filesystem::path& path,
                           std::optional<ImpactKind> kind = std::nullopt);

/// Returns the set of that name, or where there is none the file or folder of that path:
/// "./samples" is the folder. Throws as the two do.
QuerySet find_set_or_path(const std::string& name, std::optional<ImpactKind> kind = std::nullopt);

}  // namespace touchstone
