#pragma once

#include <optional>
#include <string_view>

#include "methods/smooth/tessellate.h"
#include "testcases/files/json/json_place.h"

// The readers of scene files for exact curved shapes.

namespace touchstone {

/// Reads the value of a shape's key when it is an exact curved shape: an "ellipsoid", …, a "sphere"
/// without subdivisions, a "cylinder" without sides, a "union". Nothing for any other shape.
std::optional<SmoothShape> read_curved(const JsonPlace& place, std::string_view kind);

/// Reads the value of a body's "tessellation".
Tessellation read_tessellation(const JsonPlace& place);

}  // namespace touchstone
