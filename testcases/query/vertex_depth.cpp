#include "testcases/query/vertex_depth.h"

#include <algorithm>

#include "methods/base/boxes/bounding_box.h"
#include "testcases/query/surface_depth.h"

namespace touchstone {

double deepest_vertex(std::span<const Vec3> vertices_a, std::span<const Triangle> triangles_a,
                      std::span<const Vec3> vertices_b, std::span<const Triangle> triangles_b) {
    if (!overlap(bounds_of(vertices_a), bounds_of(vertices_b))) {
        return 0.0;  // of most pairs, which so need no trees
    }
    return std::max(SurfaceDepth(vertices_b, triangles_b).deepest(vertices_a),
                    SurfaceDepth(vertices_a, triangles_a).deepest(vertices_b));
}

}  // namespace touchstone
