#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "testcases/cells/cell_store.h"
#include "testcases/cells/watch.h"
#include "testcases/league/league_cell.h"
#include "testcases/league/league_motion.h"
#include "testcases/league/league_roster.h"
#include "testcases/query/scene_stock.h"
#include "testcases/settings/study_settings.h"

// The league asks every method and every engine the same queries, and steps our solver with the
// contacts of each. A contact's way: an engine's reply → Contestant, which sums it up →
// find_contacts → run_study, which judges → LeagueCell, saved in a file → the tables of reports/.

namespace touchstone {

/// A column of the league's table.
struct LeagueCase {
    std::string name;    ///< id or path
    std::string title;   ///< name in tables
    std::string group;   ///< group of a built-in case; else empty
    bool moves = false;  ///< true: the case is also stepped
    std::string digest;  ///< digest of everything that makes up the scene
};

/// Returns the cases of a league when none are named.
std::vector<std::string> league_cases();
/// Returns true when the case is one that is also stepped.
bool is_stepped(const std::string& case_name);

/// The request of a league.
struct LeagueRequest {
    std::vector<LeagueRow> rows;     ///< methods and engines
    std::vector<std::string> cases;  ///< cases by id or path
    StudySettings settings;          ///< settings of all methods, see set_league_solver
    int steps = 500;                 ///< steps of each trial; 0: no trials
    double time_limit = 10.0;        ///< longest time for each reply of a program [s]
    /// What the scenes of all cells and trials share.
    std::shared_ptr<SceneStock> stock = std::make_shared<SceneStock>();
};

/// The loop that runs a league. Its functions are called from any thread, one at a time.
struct LeagueLoop {
    RunOrigin origin;
    std::optional<std::filesystem::path> folder;   ///< folder of finished cells; nothing: none are
                                                   ///< kept
    int threads = 0;                               ///< rows at a time; 0: one per core
    std::function<void(const std::string&)> note;  ///< takes one line about a file that cannot be
                                                   ///< used
    CellSharing sharing = {};
    Watcher watcher;
};

/// The results of a league.
struct LeagueResult {
    std::vector<LeagueRow> rows;
    std::vector<LeagueCase> cases;
    std::vector<std::optional<LeagueCell>> cells;    ///< cells row by row; nothing: not asked yet
    std::vector<std::optional<MotionTrial>> trials;  ///< trials row by row, of the cases that are
                                                     ///< stepped
    int steps = 0;
    bool stopped = false;  ///< true: the watcher stopped it, cells or trials are missing
    std::vector<std::string> warnings;  ///< warnings about the mesh files of the cases

    /// Returns the cell of a row and a case; nothing: not asked yet.
    const std::optional<LeagueCell>& cell(int row, int case_index) const;
    /// Returns the indices of the cases that are stepped; empty: none was.
    std::vector<int> stepped_cases() const;
    /// Returns the trial of a row; `stepped_index` counts only the cases that are stepped.
    const std::optional<MotionTrial>& trial(int row, int stepped_index) const;
};

/// Returns the place, below the folder of finished cells, of the recording of a program's cell with
/// faults. The recording is there unless the case's bodies are tetrahedra.
std::filesystem::path recording_name(const LeagueRow& row, const LeagueCase& league_case);

/// Runs the league, asking only what no file of an earlier run holds already for the same program,
/// settings, engine and case. Everything but times is the same for any number of threads and any
/// number of interruptions. Throws what loading a case throws, before anybody is asked.
LeagueResult run_league(const LeagueRequest& request, const LeagueLoop& loop);

}  // namespace touchstone
