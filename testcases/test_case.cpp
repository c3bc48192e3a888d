#include "testcases/test_case.h"

#include "methods/mesh/shapes.h"

namespace touchstone {
namespace {

struct MakeSurface {
    SurfaceMesh operator()(const BoxShape& box) const { return make_box(box.size); }
    SurfaceMesh operator()(const HullShape& hull) const { return make_convex_hull(hull.points); }
    SurfaceMesh operator()(const CylinderShape& cylinder) const {
        return make_cylinder(cylinder.radius, cylinder.height, cylinder.sides);
    }
    SurfaceMesh operator()(const SphereShape& sphere) const {
        return make_sphere(sphere.radius, sphere.subdivisions);
    }
    SurfaceMesh operator()(const TrianglesShape& triangles) const { return triangles.surface; }
};

}  // namespace

SurfaceMesh make_surface(const Shape& shape) {
    const SurfaceMesh surface = std::visit(MakeSurface{}, shape);
    validate(surface);
    return surface;
}

}  // namespace touchstone
