#include "viewer/model/scene_geometry.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "methods/base/error.h"
#include "methods/geometry/measure.h"
#include "methods/mesh/topology.h"
#include "methods/smooth/tessellate.h"
#include "viewer/model/shaded_mesh.h"
#include "viewer/model/to_floats.h"

namespace touchstone::viewer {
namespace {

using Edge = std::pair<int, int>;  // vertices in ascending order

Edge make_edge(int v, int w) { return {std::min(v, w), std::max(v, w)}; }

Vec3 area_normal(const SurfaceMesh& surface, const Triangle& triangle) {
    const Vec3& corner = surface.vertices[triangle[0]];
    return (surface.vertices[triangle[1]] - corner).cross(surface.vertices[triangle[2]] - corner);
}

/// A receiver of the lines of one body.
class LineSink {
 public:
    LineSink(SceneGeometry& geometry, int body) : geometry_(&geometry), body_(body) {}

    void add(LineKind kind, const Vec3& start, const Vec3& end) {
        geometry_->lines[static_cast<std::size_t>(kind)].push_back(
            {to_floats(start), to_floats(end), static_cast<std::uint32_t>(body_)});
    }

 private:
    SceneGeometry* geometry_;
    int body_;
};

/// Adds the edges with their ends at `places`; which ones bend is told from the surface itself.
/// `is_curved`: it stands for an exact shape, whose own edges are others.
void add_surface_lines(LineSink sink, const SurfaceMesh& surface, std::span<const Vec3> places,
                       bool is_curved = false) {
    std::map<Edge, Vec3> first_normals;
    for (const Triangle& triangle : surface.triangles) {
        const Vec3 normal = area_normal(surface, triangle);
        for (int i = 0; i < 3; ++i) {
            const Edge edge = make_edge(triangle[i], triangle[(i + 1) % 3]);
            const auto [place, is_first] = first_normals.emplace(edge, normal);
            if (is_first) {
                continue;  // the edge's other triangle is still to come
            }
            const Vec3& start = places[edge.first];
            const Vec3& end = places[edge.second];
            sink.add(LineKind::Surface, start, end);
            if (!is_curved && angle_between(place->second, normal) > kFeatureAngle) {
                sink.add(LineKind::Feature, start, end);
            }
        }
    }
}

std::set<Edge> boundary_edges(const TetMesh& mesh) {
    const std::vector<TetSurface> surface = find_surface(mesh);
    std::set<Edge> edges;
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        for (std::size_t k = 0; k < kTetEdges.size(); ++k) {
            if ((surface[t].edges >> k & 1) != 0) {
                edges.insert(
                    make_edge(mesh.tets[t][kTetEdges[k][0]], mesh.tets[t][kTetEdges[k][1]]));
            }
        }
    }
    return edges;
}

void add_interior_lines(LineSink sink, const CollisionShape& shape) {
    const std::set<Edge> boundary = boundary_edges(shape.mesh);
    std::set<Edge> edges;
    for (const Tet& tet : shape.mesh.tets) {
        for (const std::array<int, 2>& ends : kTetEdges) {
            edges.insert(make_edge(tet[ends[0]], tet[ends[1]]));
        }
    }
    for (const Edge& edge : edges) {
        if (!boundary.contains(edge)) {
            sink.add(LineKind::Interior, shape.mesh.vertices[edge.first],
                     shape.mesh.vertices[edge.second]);
        }
    }
}

void add_eroded_lines(LineSink sink, const CollisionShape& shape) {
    for (const Edge& edge : boundary_edges(shape.mesh)) {
        sink.add(LineKind::Eroded, shape.mesh.vertices[edge.first],
                 shape.mesh.vertices[edge.second]);
    }
}

/// Adds the edges of facets; a corner becomes a small cross.
void add_facet_lines(LineSink sink, const FacetModel& model) {
    constexpr double kArm = 0.012;  // share of the body's size
    for (const FacetEdge& edge : model.edges) {
        sink.add(LineKind::Facet, model.corners[edge.start].position,
                 model.corners[edge.end].position);
    }
    for (const FacetCorner& corner : model.corners) {
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 arm = kArm * model.size * Vec3::Unit(axis);
            sink.add(LineKind::Facet, corner.position - arm, corner.position + arm);
        }
    }
}

/// `strains`, `pressures`: at each vertex; empty: the body is rigid, or they were not asked for.
void add_triangles(SceneGeometry& geometry, const SurfaceMesh& surface, int body,
                   std::span<const double> strains = {}, std::span<const double> pressures = {}) {
    const auto first = static_cast<std::uint32_t>(geometry.vertices.size());
    for (std::size_t v = 0; v < surface.vertices.size(); ++v) {
        GeometryVertex vertex{to_floats(surface.vertices[v]), static_cast<std::uint32_t>(body)};
        if (!strains.empty()) {
            vertex.strain = static_cast<float>(strains[v]);
        }
        if (!pressures.empty()) {
            vertex.pressure = static_cast<float>(pressures[v]);
        }
        geometry.vertices.push_back(vertex);
    }
    for (const Triangle& triangle : surface.triangles) {
        for (const int v : triangle) {
            geometry.triangles.push_back(first + static_cast<std::uint32_t>(v));
        }
    }
}

/// Makes the mesh by which an exact shape is drawn, at least as fine as the scene's. Nothing for a
/// union that hides a part of itself from the rays of the finer mesh.
std::optional<SurfaceMesh> drawn_mesh(const CurvedShape& shape) {
    constexpr int kDrawnLevel = 4;
    try {
        return tessellate(shape.exact, {std::max(kDrawnLevel, shape.tessellation.level)});
    } catch (const MeshError&) {
        return std::nullopt;
    }
}

/// Adds an exact shape as it is drawn, and returns its bounds.
BoundingBox add_curved(SceneGeometry& geometry, const SurfaceMesh& drawn, const SmoothShape& exact,
                       int body) {
    const ShadedMesh mesh = shaded(drawn, exact);
    const auto index = static_cast<std::uint32_t>(body);
    const auto first = static_cast<std::uint32_t>(geometry.vertices.size());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        geometry.vertices.push_back(
            {to_floats(mesh.vertices[v]), index, -1.0F, 0.0F, to_floats(mesh.normals[v])});
    }
    for (const Triangle& triangle : mesh.triangles) {
        CurvedTriangle curved{.body = index};
        for (int k = 0; k < 3; ++k) {
            geometry.triangles.push_back(first + static_cast<std::uint32_t>(triangle[k]));
            curved.corners[k] = to_floats(mesh.vertices[triangle[k]]);
            curved.normals[k] = to_floats(mesh.normals[triangle[k]]);
        }
        if (curved.normals[0] != curved.normals[1] || curved.normals[1] != curved.normals[2]) {
            geometry.curved.push_back(curved);
        }
    }
    for (const auto& [start, end] : mesh.creases) {
        LineSink(geometry, body).add(LineKind::Feature, start, end);
    }
    return bounds_of(mesh.vertices);
}

/// Adds a body of the scene as it is at rest.
void add_body(SceneGeometry& geometry, const StudyScene& scene, int body) {
    const SurfaceMesh& surface = scene.surfaces[body];
    const auto* const curved = std::get_if<CurvedShape>(&scene.test_case.bodies[body].shape);
    const std::optional<SurfaceMesh> drawn = curved == nullptr ? std::nullopt : drawn_mesh(*curved);
    add_surface_lines({geometry, body}, surface, surface.vertices, drawn.has_value());
    if (!drawn) {
        add_triangles(geometry, surface, body);
        geometry.body_bounds.push_back(bounds_of(surface.vertices));
        return;
    }
    geometry.body_bounds.push_back(add_curved(geometry, *drawn, curved->exact, body));
}

void add_shape_lines(LineSink sink, LineKind kind, const CollisionShape& shape) {
    if (kind == LineKind::Facet) {
        add_facet_lines(sink, *shape.facets);
    } else if (kind == LineKind::Eroded) {
        add_eroded_lines(sink, shape);
    } else {
        add_interior_lines(sink, shape);
    }
}

}  // namespace

SceneGeometry make_scene_geometry(const StudyScene& scene) {
    SceneGeometry geometry;
    for (int i = 0; i < std::ssize(scene.surfaces); ++i) {
        add_body(geometry, scene, i);
    }
    std::array<bool, kLineKinds> done{};
    const auto add_once = [&](LineKind kind, const BodyShapes& shapes) {
        if (std::exchange(done[static_cast<std::size_t>(kind)], true)) {
            return;  // another order of the same solids
        }
        for (int i = 0; i < std::ssize(shapes.of_body); ++i) {
            add_shape_lines({geometry, i}, kind, shapes.of(i));
        }
    };
    for (const auto& [rule, shapes] : scene.shapes) {
        // Who looks at facets alone may have no tets.
        const bool has_tets = std::ranges::any_of(
            shapes.shapes, [](const CollisionShape& shape) { return !shape.mesh.tets.empty(); });
        if (has_tets) {
            add_once(rule.erosion == Erosion::None ? LineKind::Interior : LineKind::Eroded, shapes);
        }
        if (rule.facets) {
            add_once(LineKind::Facet, shapes);
        }
    }
    return geometry;
}

namespace {

/// Takes over the triangles of the bodies that no surface deforms.
void copy_rigid(SceneGeometry& geometry, const SceneGeometry& undeformed,
                std::span<const DeformedSurface> surfaces) {
    const auto is_rigid = [&](std::uint32_t body) { return surfaces[body].rest.triangles.empty(); };
    std::vector<std::uint32_t> places(undeformed.vertices.size());
    for (std::size_t v = 0; v < undeformed.vertices.size(); ++v) {
        if (is_rigid(undeformed.vertices[v].body)) {
            places[v] = static_cast<std::uint32_t>(geometry.vertices.size());
            geometry.vertices.push_back(undeformed.vertices[v]);
        }
    }
    for (const std::uint32_t corner : undeformed.triangles) {
        if (is_rigid(undeformed.vertices[corner].body)) {
            geometry.triangles.push_back(places[corner]);
        }
    }
    std::ranges::copy_if(undeformed.curved, std::back_inserter(geometry.curved), is_rigid,
                         &CurvedTriangle::body);
}

}  // namespace

SceneGeometry make_deformed_geometry(const SceneGeometry& undeformed,
                                     std::span<const DeformedSurface> surfaces,
                                     std::span<const Pose> frames) {
    SceneGeometry geometry;
    geometry.body_bounds = undeformed.body_bounds;
    copy_rigid(geometry, undeformed, surfaces);
    double strain = 0.0;
    double pressure = 0.0;
    for (int i = 0; i < std::ssize(surfaces); ++i) {
        const DeformedSurface& own = surfaces[i];
        if (own.rest.triangles.empty()) {
            continue;
        }
        SurfaceMesh drawn;
        drawn.triangles = own.rest.triangles;
        drawn.vertices.reserve(own.vertices.size());
        for (const Vec3& vertex : own.vertices) {
            drawn.vertices.emplace_back(frames[i].rotation.conjugate() *
                                        (vertex - frames[i].translation));
        }
        add_triangles(geometry, drawn, i, own.strains, own.pressures);
        add_surface_lines({geometry, i}, own.rest, drawn.vertices);
        geometry.body_bounds[i] = bounds_of(drawn.vertices);
        strain = std::max(strain, *std::ranges::max_element(own.strains));
        for (const double value : own.pressures) {
            pressure = std::max(pressure, std::abs(value));
        }
    }
    for (std::size_t kind = 0; kind < geometry.lines.size(); ++kind) {
        std::ranges::copy_if(
            undeformed.lines[kind], std::back_inserter(geometry.lines[kind]),
            [&](const GeometryLine& line) { return surfaces[line.body].rest.triangles.empty(); });
    }
    geometry.strain_key_end = strain_key_end(strain);
    geometry.pressure_key_end = pressure_key_end(pressure);
    return geometry;
}

BoundingBox scene_bounds(const SceneGeometry& geometry, std::span<const Pose> world_from_shape) {
    BoundingBox bounds;
    for (std::size_t i = 0; i < geometry.body_bounds.size(); ++i) {
        const BoundingBox& box = geometry.body_bounds[i];
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 point((corner & 1) != 0 ? box.upper.x() : box.lower.x(),
                             (corner & 2) != 0 ? box.upper.y() : box.lower.y(),
                             (corner & 4) != 0 ? box.upper.z() : box.lower.z());
            const Vec3 world = world_from_shape[i] * point;
            extend(bounds, {world, world});
        }
    }
    return bounds;
}

}  // namespace touchstone::viewer
