#pragma once

#include <optional>
#include <string>

#include "testcases/events/event_motion.h"

namespace touchstone::reports {

/// Name of the solver that goes from collision to collision.
inline constexpr const char* kEventSolver = "events";

/// What `simulate --solver events` is asked for.
struct EventRequest {
    TestCase scene;
    std::string case_name;
    EventSettings settings;
    int steps = 0;
    int every = 1;                   ///< prints each so-and-so-many-th step
    std::optional<std::string> csv;  ///< file for all steps
};

/// Finds the laws of impulses and the guesses of collision times by their words. Throw UnknownName,
/// listing them.
ImpactRule find_impact_rule(const std::string& word);
CollisionRule find_collision_rule(const std::string& word);

/// Moves the scene, and prints its steps and what came of them. Returns the exit status: 130 when
/// Ctrl-C ended it early. Throws the errors of EventMotion.
int simulate_events(const EventRequest& request);

}  // namespace touchstone::reports
