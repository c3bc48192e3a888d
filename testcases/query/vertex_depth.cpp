#include "testcases/query/vertex_depth.h"

#include <algorithm>

#include "testcases/query/surface_depth.h"

namespace touchstone {

double deepest_vertex(std::span<const Vec3> vertices_a, std::span<const Triangle> triangles_a,
                      std::span<const Vec3> vertices_b, std::span<const Triangle> triangles_b) {
    return std::max(SurfaceDepth(vertices_b, triangles_b).deepest(vertices_a),
                    SurfaceDepth(vertices_a, triangles_a).deepest(vertices_b));
}

}  // namespace touchstone
