#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "testcases/cells/watch.h"
#include "testcases/league/league_cell.h"
#include "testcases/query/motion_summary.h"

namespace touchstone {

/// A trial ends when so many contacts have been solved: enough for 500 steps of every method that
/// finds few contacts, and an end in reasonable time for the others. A count, so that it ends at
/// the same step on every machine.
inline constexpr std::int64_t kMostTrialContacts = 1'000'000;

/// So many steps are made twice, the second time by a program started anew.
inline constexpr int kRepeatedSteps = 10;

/// Contacts are judged while no body has turned by more than this: the right normals are those of
/// the case, which do not turn with the bodies, and are right within 1° [degrees].
inline constexpr double kJudgedTilt = 0.5;

enum class TrialEnd {
    AllSteps,
    Fallen,    ///< a body has turned or moved too far, see kFallenTilt
    Contacts,  ///< see kMostTrialContacts
    Broken     ///< no answer, or none that the solver can use; `reason` says why
};
const char* trial_end_id(TrialEnd end);        ///< "all_steps", "fallen", ...
TrialEnd find_trial_end(std::string_view id);  ///< or UnknownName

/// One row of the league with one case in motion, our solver with its contacts: a cell of the track
/// "motion". The first steps are made twice, and the time is that of all steps.
struct MotionTrial : Cell {
    TrialEnd end = TrialEnd::AllSteps;
    int steps = 0;             ///< taken; the last one is the one that `end` is about
    double drift = 0.0;        ///< after them, largest of a body [m]
    double tilt = 0.0;         ///< the same [degrees]
    double kinetic = 0.0;      ///< the same, of all bodies [J]
    double penetration = 0.0;  ///< deepest that a contact of any step states; 0: none [m]
    CountStatistics contacts;  ///< over the steps
    int judged_steps = 0;      ///< see kJudgedTilt
    std::int64_t judged_contacts = 0;
    std::int64_t wrong_contacts = 0;  ///< of these, those with wrong normals or of wrong pairs
    int steps_with_missed = 0;        ///< of the judged ones, those in which a right normal missed
    std::int64_t silent = 0;          ///< pairs that overlapped without a contact, over the steps
    double error = 0.0;               ///< of the last solve, see SolveReport::error [N s]

    bool judged() const { return answered(); }
    bool fell() const { return judged() && end == TrialEnd::Fallen; }
};

/// Nothing when `stop` said so on the way.
std::optional<MotionTrial> run_trial(Contestant& contestant, const std::string& case_name,
                                     const StudySettings& settings, int steps,
                                     const StopRequest& stop);

/// How the league's solver differs from the paper's, but for what has been assigned: impulses begin
/// with those of the last step, so that few sweeps do.
void set_league_solver(StudySettings& settings);

}  // namespace touchstone
