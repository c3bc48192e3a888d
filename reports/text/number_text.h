#pragma once

#include <string>

#include "methods/base/types.h"

namespace touchstone::reports {

/// Writes the shortest text that reads back as the same bits: at most 17 digits. For files, which
/// have nothing where a number is not finite.
std::string exact_text(double value);

/// Writes a number with so many digits after the point. For tables that people read, which have a
/// dash where a number is not finite.
std::string rounded_text(double value, int digits);

/// Returns a number with at most so many significant digits, and no zeros at the end: "0.25",
/// "-1e-09". A zero has no sign.
std::string short_text(double value, int digits);

/// Returns the three numbers, separated by commas; a zero has no sign.
std::string rounded_text(const Vec3& vector, int digits);

}  // namespace touchstone::reports
