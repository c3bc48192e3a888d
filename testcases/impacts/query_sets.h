#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testcases/impacts/query_file.h"
#include "testcases/scenes/case_parameters.h"

namespace touchstone {

/// Queries to ask methods. The same set has the same queries in the same order at any time.
struct QuerySet {
    std::string name;                   ///< "sheets:n=50", or a path
    std::function<QueryStream()> open;  ///< from the first query on
    /// What its queries depend on beside the name: of a path, the state of its files, see
    /// file_states.
    std::vector<std::pair<std::string, std::string>> conditions = {};
    std::string source = {};  ///< name of the set that it is cut out of; empty: none
    std::int64_t first = 0;   ///< number of its first query in there
};

/// A kind of query sets.
struct QuerySetKind {
    std::string_view id;     ///< stable, used on the command line
    std::string_view title;  ///< for tables
    std::string_view source;
    std::span<const CaseParameter> parameters;
    QueryStream (*open)(const CaseValues& values) = nullptr;
};

/// "samples", "end_of_step", "small_box_not_first", "degenerate", "sheets", "cloth".
std::span<const QuerySetKind> all_query_sets();

/// From "sheets:n=50,seed=2". Throws UnknownName, listing the known ids, and UsageError for a
/// parameter that the set does not have or that is out of its range.
QuerySet find_query_set(std::string_view text);

/// A line for each file: path, size and time of writing. Another line is another file.
std::string file_states(std::span<const std::filesystem::path> files);

/// The queries of a file, or of all files of a folder, see find_query_files and open_query_file.
/// Throws FileError when there is none.
QuerySet query_set_of_path(const std::filesystem::path& path,
                           std::optional<ImpactKind> kind = std::nullopt);

/// The set of that name, or where there is none the file or folder of that path: "./samples" is
/// the folder. Throws as the two do.
QuerySet find_set_or_path(const std::string& name, std::optional<ImpactKind> kind = std::nullopt);

}  // namespace touchstone
