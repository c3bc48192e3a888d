#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "testcases/cells/cell_claims.h"

// How long cells and tables took. Durations differ from run to run; they stand in a file of each
// process, apart from the cells, so that cells are the same bytes whoever made them.

namespace touchstone {

/// Names of tables begin with it, in claims and in notes.
inline constexpr std::string_view kTablesPrefix = "tables-";

/// Names of claims of processes that wait for tables begin with it.
inline constexpr std::string_view kWaitsPrefix = "waits-";

/// Returns the time that each cell in the folder took to make, by its name [s], from the notes of
/// the processes that made them: the shortest, where one was made more than once. So also of
/// tables, which took that time to write.
std::map<std::string, double> read_cell_times(const std::filesystem::path& folder);

/// Returns true when a process has noted that tables of this name are written; of an empty name,
/// that any are.
bool are_tables_noted(const std::filesystem::path& folder, const std::string& name);

/// Returns what tells a process from all others of all machines, as a part of a file's name.
std::string owner_name(const ClaimOwner& owner);

/// The tables that a process of a folder has written.
struct WrittenTables {
    ClaimOwner writer;  ///< of a note: its host, process and start, as owner_name gives them, alone
    int status = 0;     ///< its exit status, which is that of everyone who asked for these tables
};

/// Returns what all processes have noted of the tables of this name, by a name of each process.
std::map<std::string, WrittenTables> find_noted_tables(const std::filesystem::path& folder,
                                                       const std::string& name);

/// The notes of one process, in the folder `cells` of another.
class ProcessTimes {
 public:
    ProcessTimes(const std::filesystem::path& folder, const ClaimOwner& owner);

    /// Notes how long the cell of this name took to make [s]; nothing where that cannot be written.
    void add_cell(const std::string& name, double seconds) const;

    /// Notes that the tables of this name are written, how long that took [s], and the exit status
    /// that they ask for. Throws FileError when the note cannot be written: others wait for it.
    void add_tables(const std::string& name, double seconds, int status) const;

    /// Returns that status; nothing while the tables are not written.
    std::optional<int> find_tables(const std::string& name) const;

 private:
    /// Returns 0, or the errno value.
    int add_line(const std::string& line) const;

    std::filesystem::path file_;
};

}  // namespace touchstone
