#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testcases/cells/cell_store.h"
#include "testcases/cells/watch.h"
#include "testcases/league/league_cell.h"
#include "testcases/league/league_motion.h"
#include "testcases/league/league_roster.h"
#include "testcases/settings/study_settings.h"

// The league: every method and every engine, asked the same queries, and our solver stepped with
// the contacts of each. A contact's way: an engine's reply → Contestant, which sums it up →
// find_contacts → run_study, which judges → LeagueCell, saved in a file → the tables of reports/.

namespace touchstone {

/// A column of the league's table.
struct LeagueCase {
    std::string name;  ///< id or path
    std::string title;
    std::string group;   ///< of a built-in case; else empty
    bool moves = false;  ///< one of those that are stepped
    std::string digest;  ///< of all that the scene is made of
};

/// The cases that a league is held on unless others are named, and which of them are stepped.
std::vector<std::string> league_cases();
bool is_stepped(const std::string& case_name);

struct LeagueRequest {
    std::vector<LeagueRow> rows;
    std::vector<std::string> cases;  ///< ids or paths
    StudySettings settings;          ///< see set_league_solver
    int steps = 500;                 ///< of each trial; 0: none is held
    double time_limit = 10.0;        ///< for each reply of a program [s]
};

/// How a league is held. What it tells and asks its caller comes from any thread, one at a time.
struct LeagueLoop {
    RunOrigin origin;
    std::optional<std::filesystem::path> folder;   ///< of what is kept; nothing: nothing is
    int threads = 0;                               ///< rows at a time; 0: one per core
    std::function<void(const std::string&)> note;  ///< one line about a file that is of no use
    CellSharing sharing = {};
    Watcher watcher;
};

struct LeagueResult {
    std::vector<LeagueRow> rows;
    std::vector<LeagueCase> cases;
    std::vector<std::optional<LeagueCell>> cells;    ///< row by row; nothing: not asked yet
    std::vector<std::optional<MotionTrial>> trials;  ///< the same, of the cases that move
    int steps = 0;
    bool stopped = false;               ///< by the watcher: cells or trials are missing
    std::vector<std::string> warnings;  ///< of the mesh files of the cases

    const std::optional<LeagueCell>& cell(int row, int case_index) const;
    std::vector<int> stepped_cases() const;  ///< indices; empty: nothing was stepped
    const std::optional<MotionTrial>& trial(int row, int stepped_index) const;
};

/// The recording of a faulty cell of a program, below the folder of what is kept. It is there
/// unless the case's bodies are tetrahedra.
std::filesystem::path recording_name(const LeagueRow& row, const LeagueCase& league_case);

/// Asks what a file of an earlier run does not hold already: same program, settings, engine, case.
/// Everything but times is the same for any number of threads and any number of interruptions.
/// Throws what loading a case throws, before anybody is asked.
LeagueResult run_league(const LeagueRequest& request, const LeagueLoop& loop);

}  // namespace touchstone
