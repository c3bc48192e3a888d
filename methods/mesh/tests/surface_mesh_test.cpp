#include "methods/mesh/surface_mesh.h"

#include "methods/mesh/shapes.h"
#include "methods/mesh/tetrahedralize.h"
#include "methods/testing/catch.h"
namespace touchstone {
TEST_CASE("smoke") {
    TetrahedralizeOptions o;
    o.cache_folder = "";
    auto m = tetrahedralize(make_box({0.5, 0.21, 0.5}), o);
    CHECK(m.vertices.size() == 9);
    CHECK(m.tets.size() == 12);
    m = tetrahedralize(make_frustum({.bottom_radius = 0.25, .top_radius = 0.2, .height = 0.21}), o);
    CHECK(m.vertices.size() == 14);
    CHECK(m.tets.size() == 18);
    m = tetrahedralize(make_sphere(0.25, 2), o);
    m = tetrahedralize(make_cylinder(0.25, 2, 33), o);
    std::vector<Vec3> p = make_box({1, 1, 1}).vertices;
    CHECK(make_convex_hull(p).vertices.size() == 8);
    m = tetrahedralize(make_convex_hull(p), o);
}
}  // namespace touchstone
