#pragma once

#include <string>

#include "testcases/recordings/recording_rows.h"

namespace touchstone {

/// Returns the fault of a step, or an empty text: numbers that are not finite, rotations that are
/// not of unit length, bodies that the scene does not have.
std::string find_fault(const StepRows& rows);

}  // namespace touchstone
