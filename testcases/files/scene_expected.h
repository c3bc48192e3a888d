#pragma once

#include <map>
#include <string>
#include <string_view>

#include "methods/quality/reference.h"
#include "testcases/files/json_place.h"
#include "testcases/scenes/test_case.h"

// The readers of scene files that deal with what is right, and with the studies inside a scene.

namespace touchstone {

/// Indices of the scene's bodies by name.
using BodyIndices = std::map<std::string, int, std::less<>>;

/// A vector made unit, unless it is to within rounding, so that what was written is read back bit
/// for bit. Fails where all numbers are zero.
Eigen::Vector3d normalized(const JsonPlace& place, const Eigen::Vector3d& values);
Eigen::Vector4d normalized(const JsonPlace& place, const Eigen::Vector4d& values);

/// The values of "expected", "sweep" and "simulate". Throw FileError.
Reference read_expected(const JsonPlace& place, const BodyIndices& indices);
PositionSweep read_sweep(const JsonPlace& place, const BodyIndices& indices);
SimulationLimits read_simulate(const JsonPlace& place, const BodyIndices& indices);

/// The body that stands under the key. Throws FileError when the scene has none of that name.
int read_body_index(const JsonPlace& parent, std::string_view key, const BodyIndices& indices);

}  // namespace touchstone
