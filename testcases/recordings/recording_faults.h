#pragma once

#include <string>

#include "testcases/recordings/recording_rows.h"

namespace touchstone {

/// Returns the first fault of a step in words; empty: there is none. Faults are numbers that are
/// not finite, rotations that are not of unit length, and bodies that the scene does not have.
std::string find_fault(const StepRows& rows);

}  // namespace touchstone
