#pragma once

#include <vector>

#include "testcases/files/json/json_place.h"
#include "testcases/scenes/test_case.h"

// The key "driven" of a scene's body. Private to scene_reader.cpp.

namespace touchstone {

/// Reads the motions of a script. Fails for values that are out of range.
std::vector<DriveSetup> read_driven(const JsonPlace& place);

/// Refuses a script of what moves by itself, and one that does not say of what it is. `place`: of
/// the body.
void check_driven(const JsonPlace& place, const BodySetup& body);

}  // namespace touchstone
