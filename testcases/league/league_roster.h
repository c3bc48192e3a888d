#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The participants of the league: our methods, the engines of engines/roster.json, and the programs
// of the command line. The rules are in docs/use/league.md.

namespace touchstone {

/// An engine in one form, as engines/roster.json lists it.
struct RosterEntry {
    std::string program;    ///< name of the engine: for "bullet" its program is
                            ///< touchstone-engine-bullet
    std::string form;       ///< form in which it gets the bodies: "box", "hull", "mesh" or "parts"
    bool defaults = false;  ///< true: its own settings instead of the best for contact points
    std::string claims;     ///< abilities that its makers state
    std::string source;     ///< place where they state them
};

/// Returns the id of its row, unless that is taken: "bullet_hull_default".
std::string row_id(const RosterEntry& entry);

/// Reads a roster. Throws FileError for a text that is none.
std::vector<RosterEntry> parse_roster(std::string_view text, const std::string& file_name);

/// Returns the built-in roster.
std::vector<RosterEntry> league_roster();

/// Returns the folders where programs of engines are looked for: the folder of this program, and
/// ../libexec/touchstone beside it.
std::vector<std::filesystem::path> engine_folders();

/// The origins of a row.
enum class RowKind {
    Method,  ///< a method of all_generators()
    Engine,  ///< an engine of the roster
    Command  ///< a program of `--generator-command`
};
/// Returns the name of an origin: "method", "engine" or "command".
const char* row_kind_id(RowKind kind);

/// A row of the league's table: a method, or an engine with its form and settings.
struct LeagueRow {
    std::string id;     ///< stable name, also of files: "opposing", "bullet_hull_default"
    std::string title;  ///< name in tables
    RowKind kind = RowKind::Method;
    std::string program;        ///< name of the engine in the roster; else empty
    std::string form;           ///< form in which it gets the bodies: also "facets", "tets"
    bool defaults = false;      ///< true: its own settings, see RosterEntry
    std::string command;        ///< command that starts it, with its path; empty for a method
    std::string shown_command;  ///< command without the path of an engine's program
    std::string version;        ///< version that the program states
    std::string settings;       ///< settings that the program states
    std::string precision;
    std::string claims;
    std::string source;
    std::string not_installed;  ///< reason why it is not asked; empty: it is
};

/// The participants of a league, each group in its order.
struct LeagueEntrants {
    std::vector<std::string> methods = {};  ///< ids of generators
    std::vector<RosterEntry> engines = {};
    std::vector<std::filesystem::path> folders = {};  ///< folders where the engines' programs are
                                                      ///< looked for
    std::vector<std::string> commands = {};           ///< commands that start programs of one's own
    double time_limit = 10.0;  ///< longest time for each of their replies [s]
};

/// Makes the rows, asking each program to introduce itself. A program that is missing or says
/// nothing stays in the table with the reason. All ids differ. Throws what split_command throws.
std::vector<LeagueRow> make_league_rows(const LeagueEntrants& entrants);

}  // namespace touchstone
