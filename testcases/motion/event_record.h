#pragma once

#include <string>

#include "generators/method_list.h"
#include "rigid_solver/events/event_step.h"
#include "testcases/events/event_motion.h"
#include "testcases/motion/step_record.h"

namespace touchstone {

/// Returns a step as recordings have it: collisions are stops, by their share of the step, and the
/// contacts those that carry forces at its end, with their impulses over a whole step. They are
/// found by no method, have no elements of meshes, and count as added ones.
StepRecord event_record(int step, const EventMotion& motion, const EventReport& report,
                        const EventSettings& settings);

/// Returns the id of the method that is of exact shapes alone, by which recordings of such motions
/// go. Throws Error when there is none.
std::string method_of_exact_shapes(const MethodList& methods);

}  // namespace touchstone
