#pragma once

#include <vector>

#include "testcases/scenes/test_case.h"

namespace touchstone::testing {

/// Returns the vertices of the body's surface in its pose [m, world].
inline std::vector<Vec3> world_vertices(const BodySetup& body) {
    std::vector<Vec3> vertices = make_surface(body.shape).vertices;
    for (Vec3& vertex : vertices) {
        vertex = body.world_from_shape * vertex;
    }
    return vertices;
}

}  // namespace touchstone::testing
