#pragma once

#include <span>
#include <string>

#include "methods/base/types.h"

namespace touchstone {

/// For messages: "tet 17 (vertices 3, 8, 1, 2)".
std::string describe(const std::string& kind, int index, std::span<const int> vertices);

/// For messages: "(0.5, -1, 2e-09)".
std::string describe(const Vec3& point);

/// For messages: six digits at most.
std::string describe(double number);

}  // namespace touchstone
