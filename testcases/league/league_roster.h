#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Who takes part in the league: our methods, the engines of engines/roster.json, and the programs
// of the command line. docs/use/league.md says by which rules.

namespace touchstone {

/// An engine in one form, as engines/roster.json lists it.
struct RosterEntry {
    std::string program;    ///< "bullet": its program is touchstone-engine-bullet
    std::string form;       ///< as what it gets the bodies: "box", "hull", "mesh" or "parts"
    bool defaults = false;  ///< with its own settings instead of the best for contact points
    std::string claims;     ///< what its makers say it does
    std::string source;     ///< where they say it
};

/// The id of its row, unless that is taken: "bullet_hull_default".
std::string row_id(const RosterEntry& entry);

/// Throws FileError for what is no roster.
std::vector<RosterEntry> parse_roster(std::string_view text, const std::string& file_name);

/// The one that is built in.
std::vector<RosterEntry> league_roster();

/// Where the programs of engines are looked for: beside this program, and in ../libexec/touchstone
/// of it.
std::vector<std::filesystem::path> engine_folders();

enum class RowKind {
    Method,  ///< one of all_generators()
    Engine,  ///< of the roster
    Command  ///< of `--generator-command`
};
const char* row_kind_id(RowKind kind);  ///< "method", "engine" or "command"

/// A line of the league's table: a method or an engine with its form and settings.
struct LeagueRow {
    std::string id;  ///< stable, and the name of files: "opposing", "bullet_hull_default"
    std::string title;
    RowKind kind = RowKind::Method;
    std::string program;        ///< of a roster's entry; else empty
    std::string form;           ///< as what it gets the bodies: also "facets", "tets"
    bool defaults = false;      ///< see RosterEntry
    std::string command;        ///< that starts it, with where it stands; empty for a method
    std::string shown_command;  ///< the same wherever it stands
    std::string version;
    std::string settings;  ///< as it states them itself
    std::string precision;
    std::string claims;
    std::string source;
    std::string not_installed;  ///< why it is not asked; empty: it is
};

/// What goes into a league, each group in its order.
struct LeagueEntrants {
    std::vector<std::string> methods = {};  ///< ids of generators
    std::vector<RosterEntry> engines = {};
    std::vector<std::filesystem::path> folders = {};  ///< where their programs are looked for
    std::vector<std::string> commands = {};           ///< programs of one's own
    double time_limit = 10.0;                         ///< for each of their replies [s]
};

/// Asks each program who it is. One that is not there or says nothing stays in the table and says
/// why. The ids differ. Throws what split_command throws.
std::vector<LeagueRow> make_league_rows(const LeagueEntrants& entrants);

}  // namespace touchstone
