#include "testcases/scenes/test_case.h"

#include <algorithm>
#include <cmath>

#include "methods/base/work/work_log.h"
#include "methods/mesh/shapes.h"
#include "methods/mesh/topology.h"

namespace touchstone {
namespace {

/// Returns vertices multiplied by a factor.
std::vector<Vec3> scaled(std::vector<Vec3> vertices, double scale) {
    for (Vec3& vertex : vertices) {
        vertex *= scale;
    }
    return vertices;
}

/// A function from each kind of shape to its surface.
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
    SurfaceMesh operator()(const MeshShape& mesh) const {
        const SurfaceMesh surface = mesh.tets.tets.empty() ? mesh.surface : boundary(mesh.tets);
        return {scaled(surface.vertices, mesh.scale), surface.triangles};
    }
    SurfaceMesh operator()(const CurvedShape& curved) const {
        return tessellate(curved.exact, curved.tessellation);
    }
    SurfaceMesh operator()(const TetsShape& solid) const { return boundary(solid.tets); }
    SurfaceMesh operator()(const ThinShape& thin) const {
        return boundary(thicken(thin.mesh, thin.thickness).tets);
    }
};

/// A function from each kind of shape to the rough number of faces of its surface.
struct CountFaces {
    static double subdivided(int times) { return std::ldexp(20.0, 2 * times); }

    double operator()(const BoxShape&) const { return 12.0; }
    double operator()(const HullShape& hull) const {
        return 2.0 * static_cast<double>(hull.points.size());
    }
    double operator()(const CylinderShape& cylinder) const { return 4.0 * cylinder.sides; }
    double operator()(const SphereShape& sphere) const { return subdivided(sphere.subdivisions); }
    double operator()(const TrianglesShape& triangles) const {
        return static_cast<double>(triangles.surface.triangles.size());
    }
    double operator()(const MeshShape& mesh) const {
        return static_cast<double>(mesh.surface.triangles.size() + mesh.tets.tets.size());
    }
    double operator()(const CurvedShape& curved) const {
        return subdivided(curved.tessellation.level);
    }
    double operator()(const TetsShape& solid) const {
        return static_cast<double>(solid.tets.tets.size());
    }
    double operator()(const ThinShape& thin) const {
        return 8.0 * static_cast<double>(thin.mesh.triangles.size() + thin.mesh.segments.size());
    }
};

}  // namespace

double query_work(const TestCase& test_case) {
    double faces = 0.0;
    for (const BodySetup& body : test_case.bodies) {
        faces += std::visit(CountFaces{}, body.shape);
    }
    faces *= test_case.sweep ? test_case.sweep->count : 1;
    for (const TestCase& variant : test_case.variants) {
        faces += query_work(variant);
    }
    return faces;
}

SurfaceMesh make_surface(const Shape& shape) {
    SurfaceMesh surface = std::visit(MakeSurface{}, shape);
    validate(surface);
    note_work(Work::Surface, bytes_of(surface.vertices), bytes_of(surface.triangles));
    return surface;
}

std::optional<TetMesh> own_tets(const Shape& shape) {
    if (const auto* const solid = std::get_if<TetsShape>(&shape)) {
        return solid->tets;
    }
    if (const ThinShape* const thin = thin_shape(shape)) {
        return thicken(thin->mesh, thin->thickness).tets;
    }
    const auto* const mesh = std::get_if<MeshShape>(&shape);
    if (mesh == nullptr || mesh->tets.tets.empty()) {
        return std::nullopt;
    }
    return TetMesh{scaled(mesh->tets.vertices, mesh->scale), mesh->tets.tets};
}

const ThinShape* thin_shape(const Shape& shape) { return std::get_if<ThinShape>(&shape); }

const SmoothShape* exact_shape(const Shape& shape) {
    const auto* const curved = std::get_if<CurvedShape>(&shape);
    return curved == nullptr ? nullptr : &curved->exact;
}

std::vector<std::string> mesh_warnings(const TestCase& test_case) {
    std::vector<std::string> lines;
    const auto add_from = [&](const TestCase& scene) {
        for (const BodySetup& body : scene.bodies) {
            const auto* const mesh = std::get_if<MeshShape>(&body.shape);
            std::vector<std::string> own = mesh ? mesh->warnings : std::vector<std::string>{};
            if (!body.filling_note.empty()) {
                own.push_back("body '" + body.name + "': " + body.filling_note);
            }
            for (const std::string& line : own) {
                if (std::ranges::find(lines, line) == lines.end()) {
                    lines.push_back(line);
                }
            }
        }
    };
    add_from(test_case);
    for (const TestCase& variant : test_case.variants) {
        add_from(variant);
    }
    return lines;
}

}  // namespace touchstone
