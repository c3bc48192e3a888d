#pragma once

#include <optional>
#include <span>
#include <string>

#include "reports/commands/simulation_run.h"
#include "rigid_solver/events/event_solver_name.h"
#include "testcases/events/event_motion.h"
#include "testcases/recordings/recording.h"

namespace touchstone::reports {

/// The request of `simulate --solver events`.
struct EventRequest {
    TestCase scene;
    std::string case_name;
    EventSettings settings;
    int steps = 0;
    int every = 1;                             ///< prints each so-and-so-many-th step
    std::optional<std::string> csv;            ///< file for all steps
    std::optional<RecordingWriter> recording;  ///< writer of the recording; nothing: not recorded
};

/// Finds the law of impulses named by a word. Throws UnknownName, listing the words.
ImpactRule find_impact_rule(const std::string& word);
/// Finds the rule for guesses of collision times in the same way.
CollisionRule find_collision_rule(const std::string& word);

/// Throws UsageError for an assignment of `--set` that this solver has no use for, like friction.
void check_event_assignments(std::span<const std::string> assignments);

/// Returns a step as recordings have it: collisions are stops, by their share of the step, and the
/// contacts those that carry forces at its end, with their impulses over a whole step. They are
/// found by no method, have no elements of meshes, and count as added ones.
StepRecord event_record(int step, const EventMotion& motion, const EventReport& report,
                        const EventSettings& settings);

/// Returns the id of the method that is of exact shapes alone, by which recordings of such motions
/// go. Throws Error when there is none.
std::string method_of_exact_shapes(const MethodList& methods);

/// Makes a request's case ready, begins its recording, if it has one, and moves it. `events` has
/// the rules, pace and table.
int run_events(const StudyRequest& request, EventRequest events,
               const std::optional<NewRecording>& recording);

/// Moves the scene, and prints its steps and what came of them. Returns the exit status: 130 when
/// Ctrl-C ended it early. Throws the errors of EventMotion; the table then has the steps so far.
int simulate_events(EventRequest& request);

}  // namespace touchstone::reports
