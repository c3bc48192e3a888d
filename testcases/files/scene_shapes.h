#pragma once

#include <functional>
#include <vector>

#include "testcases/files/json/json_place.h"
#include "testcases/files/scene_file.h"
#include "testcases/scenes/test_case.h"

// The readers of scene files for shapes, and what they share with the others.

namespace touchstone {

/// What a scene's text refers to, and where the surfaces of its shapes are made.
struct SceneSources {
    const LoadSceneMesh& load_mesh;
    ShapeSurfaces& surfaces;
};

/// Reads the value of a body's "shape" and makes its surface as a check. Throws FileError.
Shape read_shape(const JsonPlace& place, const SceneSources& sources);

/// Reads a list of points. Throws FileError.
std::vector<Vec3> read_points(const JsonPlace& place);

/// Runs the check, and turns an Error from it into a FileError with the place in the file.
void check_at(const JsonPlace& place, const std::function<void()>& check);

}  // namespace touchstone
