#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "testcases/cells/watch.h"
#include "testcases/league/league_cell.h"
#include "testcases/motion/motion_summary.h"
#include "testcases/query/scene_stock.h"

namespace touchstone {

/// Number of solved contacts at which a trial ends: enough for 500 steps of every method that finds
/// few contacts, and an end in reasonable time for the others. A count, so that it ends at the same
/// step on every machine.
inline constexpr std::int64_t kMostTrialContacts = 1'000'000;

/// Number of steps that are made twice, the second time by a program started anew.
inline constexpr int kRepeatedSteps = 10;

/// Largest rotation of a body at which contacts are still judged [degrees]: the right normals are
/// those of the case, which do not turn with the bodies, and are right within 1°.
inline constexpr double kJudgedTilt = 0.5;

/// The reasons for which a trial ends.
enum class TrialEnd {
    AllSteps,
    Fallen,    ///< a body has turned or moved too far, see kFallenTilt; in a case that moves, has
               ///< turned or sunk too far
    Contacts,  ///< too many contacts were solved, see kMostTrialContacts
    Broken     ///< there was no answer, or none that the solver can use; `reason` says why
};
/// Returns the name of a reason in files: "all_steps", "fallen", …
const char* trial_end_id(TrialEnd end);
/// Returns the reason with this name. Throws UnknownName.
TrialEnd find_trial_end(std::string_view id);

/// One row of the league with one case in motion, our solver with the contacts of the row: a cell
/// of the track "motion". The first steps are made twice, and the time is that of all steps.
struct MotionTrial : Cell {
    TrialEnd end = TrialEnd::AllSteps;
    int steps = 0;             ///< number of steps taken; `end` is about the last of them
    double drift = 0.0;        ///< largest drift of a body at the end; in a case that moves, from
                               ///< where it is to come to rest [m]
    double tilt = 0.0;         ///< largest tilt of a body at the end [degrees]
    double kinetic = 0.0;      ///< kinetic energy of all bodies at the end [J]
    double penetration = 0.0;  ///< deepest penetration that a contact of any step states [m]; 0:
                               ///< none
    CountStatistics contacts;  ///< statistics of the number of contacts over the steps
    int judged_steps = 0;      ///< number of steps whose contacts were judged, see kJudgedTilt
    std::int64_t judged_contacts = 0;  ///< number of contacts in judged steps
    std::int64_t wrong_contacts = 0;   ///< number of these with a wrong normal or of a wrong pair
    int steps_with_missed = 0;  ///< number of judged steps in which a right normal was missed
    std::int64_t silent = 0;    ///< number of pairs that overlapped without a contact, summed over
                                ///< the steps
    double error = 0.0;         ///< error of the last solve, see SolveReport::error [N s]

    /// Returns true when the steps could be made.
    bool judged() const { return answered(); }
    /// Returns true when a body has fallen.
    bool fell() const { return judged() && end == TrialEnd::Fallen; }
};

/// Runs a trial. Returns nothing when told to stop on the way.
std::optional<MotionTrial> run_trial(Contestant& contestant, const std::string& case_name,
                                     const StudySettings& settings,
                                     const std::shared_ptr<SceneStock>& stock, int steps,
                                     const CellWatch& watch);

/// Sets what the league's solver does differently from the paper's, except for options that have
/// been assigned: impulses begin with those of the last step, so that few sweeps do. All methods
/// have as many, whatever is left to change.
void set_league_solver(StudySettings& settings);

}  // namespace touchstone
