#pragma once

#include <span>
#include <string>

#include "methods/base/types.h"

namespace touchstone {

/// Names an element in a message: "tet 17 (vertices 3, 8, 1, 2)".
std::string describe(const std::string& kind, int index, std::span<const int> vertices);

/// Writes a point in a message: "(0.5, -1, 2e-09)".
std::string describe(const Vec3& point);

/// Writes a number in a message, with six digits at most.
std::string describe(double number);

}  // namespace touchstone
