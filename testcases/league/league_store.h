#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testcases/league/league_cell.h"
#include "testcases/league/league_motion.h"
#include "testcases/league/league_roster.h"
#include "testcases/study/experiment_store.h"

// Finished cells and trials as text, schemas "touchstone-league-cell-1" and
// "touchstone-league-trial-1", each a file of its own on disk.

namespace touchstone {

/// All that decides what comes out of a cell or a trial.
struct LeagueKey {
    RunOrigin origin;
    LeagueRow row;
    std::string case_name;             ///< id or path
    std::string case_digest;           ///< of the scene's text
    std::vector<Assignment> settings;  ///< of the study, the solver and the row's method
    int steps = 0;                     ///< of a trial; 0: a cell
};

/// Of a row and a case, stable and safe in a file's name: "bullet_hull-spikes-1f3a90c2".
std::string league_key_name(const LeagueKey& key);

/// The same cell gives the same text, but for its times.
std::string write_cell(const LeagueKey& key, const LeagueCell& cell);
std::string write_trial(const LeagueKey& key, const MotionTrial& trial);

/// Nothing when the text was made under another key. Throws FileError for what write_cell and
/// write_trial did not write.
std::optional<LeagueCell> parse_cell(std::string_view text, const std::string& file_name,
                                     const LeagueKey& key);
std::optional<MotionTrial> parse_trial(std::string_view text, const std::string& file_name,
                                       const LeagueKey& key);

}  // namespace touchstone
