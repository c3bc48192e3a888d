#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/tables/step_table.h"
#include "testcases/motion/simulation.h"

namespace touchstone::reports {

/// Writes a length in metres as "0.026 mm".
std::string millimetres(double metres);

/// Returns whether the first contact of each pair bounds the simulation's steps.
bool is_bounded(const Simulation& simulation);

/// Writes what `simulate` says after the last step: contacts, times, what bounded the steps, bodies
/// that overlap without a contact, and whether the scene stands. `rows`: every step from the first;
/// `start`: the bodies before it.
void write_outcome(std::ostream& out, const std::vector<ListedStep>& rows,
                   const Simulation& simulation, const std::vector<RigidBody>& start);

}  // namespace touchstone::reports
