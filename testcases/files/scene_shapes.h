#pragma once

#include <functional>
#include <vector>

#include "testcases/files/json_place.h"
#include "testcases/files/scene_file.h"
#include "testcases/scenes/test_case.h"

// The readers of scene files that deal with shapes, and what they share with the others.

namespace touchstone {

/// The value of a body's "shape", its surface tried. Throws FileError.
Shape read_shape(const JsonPlace& place, const LoadSceneMesh& load_mesh);

std::vector<Vec3> read_points(const JsonPlace& place);

/// Runs the check; turns the Error it throws into a FileError that says where in the file.
void check_at(const JsonPlace& place, const std::function<void()>& check);

}  // namespace touchstone
