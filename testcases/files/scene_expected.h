#pragma once

#include <map>
#include <string>
#include <string_view>

#include "methods/quality/reference.h"
#include "testcases/files/json/json_place.h"
#include "testcases/scenes/test_case.h"

// The readers of scene files for right answers, and for the studies inside a scene.

namespace touchstone {

/// Indices of the scene's bodies by name.
using BodyIndices = std::map<std::string, int, std::less<>>;

/// Makes a vector unit, unless it already is to within rounding, so that what was written is read
/// back bit for bit. Fails where all numbers are zero.
Eigen::Vector3d normalized(const JsonPlace& place, const Eigen::Vector3d& values);
/// Makes four numbers unit in the same way.
Eigen::Vector4d normalized(const JsonPlace& place, const Eigen::Vector4d& values);

/// Key of "reference" that asks for the truth of exact shapes.
inline constexpr std::string_view kExactTruthKey = "smooth";

/// Reads a quaternion w, x, y, z and makes it unit in the same way.
Quat read_orientation(const JsonPlace& place);

/// Reads the value of "expected". Throws FileError.
Reference read_expected(const JsonPlace& place, const BodyIndices& indices);
/// Reads the value of "sweep". Throws FileError.
PositionSweep read_sweep(const JsonPlace& place, const BodyIndices& indices);
/// Reads the value of "simulate". Throws FileError.
SimulationLimits read_simulate(const JsonPlace& place, const BodyIndices& indices);

/// Reads the name of a body under a key. Throws FileError when the scene has none of that name.
int read_body_index(const JsonPlace& parent, std::string_view key, const BodyIndices& indices);

}  // namespace touchstone
