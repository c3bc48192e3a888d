#pragma once

#include <optional>
#include <string>

#include "reports/commands/simulation/simulation_run.h"
#include "testcases/events/event_motion.h"
#include "testcases/recordings/recording.h"

namespace touchstone::reports {

/// The request of a motion from collision to collision.
struct EventRequest {
    TestCase scene;
    std::string case_name;
    EventSettings settings;
    int steps = 0;
    int every = 1;                             ///< prints each so-and-so-many-th step
    std::optional<std::string> csv;            ///< file for all steps
    std::optional<RecordingWriter> recording;  ///< writer of the recording; nothing: not recorded
};

/// Makes a request's case ready, begins its recording, if it has one, and moves it. `events` has
/// pace and table; the rules are the request's.
int run_events(const StudyRequest& request, EventRequest events,
               const std::optional<NewRecording>& recording);

/// Moves the scene, and prints its steps and what came of them. Returns the exit status: 130 when
/// Ctrl-C ended it early. Throws the errors of EventMotion; the table then has the steps so far.
int simulate_events(EventRequest& request);

}  // namespace touchstone::reports
