#include "rigid_solver/barrier/barrier_state.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "methods/base/error.h"
#include "methods/geometry/facet_queries.h"
#include "rigid_solver/barrier/near/step_bound.h"

namespace touchstone {
namespace {

/// Returns a feature by its kind and the mesh vertices at these places, as "edge 3 7".
std::string feature_text(const char* kind, std::span<const int> places,
                         const BarrierSurface& surface) {
    std::string text = kind;
    for (const int place : places) {
        text += " " + std::to_string(surface.mesh_vertex[place]);
    }
    return text;
}

/// Throws UsageError when d̂ is larger than a body: its far side would take part in a contact.
void require_small_reach(const BarrierState& state, double dhat) {
    for (const AffineBody& body : state.bodies) {
        const BoundingBox box = bounds_of(body.surface.points);
        if (!body.is_thin && dhat >= (box.upper - box.lower).minCoeff()) {
            throw UsageError("dhat: " + std::to_string(dhat) + " m are larger than body '" +
                             body.name + "'; give less than its smallest side");
        }
    }
}

/// Returns the points of a body's surface at its placement [m].
std::vector<Vec3> start_points(const BarrierState& state, std::size_t i) {
    const AffineBody& body = state.bodies[i];
    if (state.elastic.empty() || !state.elastic[i].is_elastic()) {
        return placed_points(body, body.placement);
    }
    std::vector<Vec3> points;
    points.reserve(body.surface.points.size());
    for (const int vertex : state.elastic[i].vertex_of) {
        points.push_back(state.elastic[i].places[vertex]);
    }
    return points;
}

/// Throws Error, naming the features, when a body that may touch itself crosses itself.
void require_apart_from_itself(const AffineBody& body, std::span<const Vec3> points) {
    int tests = 0;
    if (!body.meets_itself) {
        return;
    }
    if (const auto crossing = find_self_crossing(body.surface, points, tests)) {
        throw Error("the barrier solver cannot start where a body overlaps itself: " +
                    feature_text("edge", body.surface.edges[crossing->edge], body.surface) +
                    " of body '" + body.name + "' meets its own " +
                    feature_text("face", body.surface.faces[crossing->face], body.surface) +
                    "; move them apart");
    }
}

/// Throws UsageError when parts of an elastic body are nearer than d̂ at rest: they would push each
/// other apart for ever.
void require_room_within(const AffineBody& body, double dhat) {
    const std::span<const Vec3> points(body.surface.points);
    const BarrierCandidates candidates =
        find_self_candidates(body.surface, swept_boxes(body.surface, points, points), dhat);
    const double nearest =
        smallest_distance(body.surface, points, body.surface, points, candidates);
    if (nearest < dhat) {
        throw UsageError("dhat: parts of elastic body '" + body.name + "' are " +
                         std::to_string(1e3 * nearest) +
                         " mm apart, nearer than dhat; give a smaller one, or larger tets");
    }
}

/// Makes elastic bodies of the shapes with tets, and gives fixed bodies their scripts.
void add_elastic_bodies(std::span<const BarrierShape> shapes, double dhat, BarrierState& state) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        AffineBody& body = state.bodies[i];
        if (body.fixed && !shapes[i].script.empty()) {
            body.script = shapes[i].script;
            state.elastic.resize(shapes.size());
        }
        if (shapes[i].elastic == nullptr || body.fixed) {
            continue;
        }
        state.elastic.resize(shapes.size());
        state.elastic[i] = make_elastic_body(*shapes[i].elastic, body);
        body.meets_itself = true;
        body.mass = 0.0;
        for (const double mass : state.elastic[i].solid.masses) {
            body.mass += mass;
        }
        require_room_within(body, dhat);
    }
}

/// Sets the accelerations that Newmark's rule begins with: those of gravity alone. Throws
/// UsageError where the rule meets a body that moves and is not elastic.
void start_accelerations(BarrierState& state, const BarrierSettings& settings) {
    if (settings.integration != TimeIntegration::Newmark) {
        return;
    }
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
        const bool is_elastic = !state.elastic.empty() && state.elastic[i].is_elastic();
        if (!is_elastic && !state.bodies[i].fixed) {
            throw UsageError("integration: newmark moves elastic bodies alone, and body '" +
                             state.bodies[i].name + "' is not; take implicit_euler");
        }
    }
    state.keeps_accelerations = true;
    for (ElasticBody& body : state.elastic) {
        body.accelerations.assign(body.places.size(), settings.gravity);
    }
}

/// Replaces the surface of a fixed body by thin elements.
void make_thin(const ThinMesh& mesh, std::span<const int> vertices, AffineBody& body) {
    ThinMesh centred = mesh;
    for (Vec3& vertex : centred.vertices) {
        vertex -= body.center_of_mass;
    }
    body.surface = make_barrier_surface(centred, vertices);
    body.is_thin = true;
}

/// Throws Error for a point of a thin body that is inside a surface.
void require_points_outside(const FacetModel& model, const RigidBody& body, const ThinMesh& mesh,
                            const RigidBody& thin) {
    const Pose& pose = body.state.world_from_body;
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
        const Vec3 place = thin.state.world_from_body * mesh.vertices[v];
        if (contains_point(model, point_in_frame(pose, place))) {
            throw Error("the barrier solver cannot start where bodies overlap: point " +
                        std::to_string(v) + " of body '" + thin.name + "' is inside body '" +
                        body.name + "'; move them apart, or choose another solver");
        }
    }
}

/// Throws Error for a point of a thin body that is inside another body at the start: it crosses no
/// face, so that the test for bodies that overlap would not find it.
void require_points_outside(std::span<const RigidBody> bodies,
                            std::span<const BarrierShape> shapes) {
    const auto is_thin = [](const BarrierShape& shape) { return shape.thin != nullptr; };
    if (std::ranges::none_of(shapes, is_thin)) {
        return;
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (is_thin(shapes[i]) || bodies[i].fixed) {
            continue;
        }
        const SurfaceMesh& surface = *shapes[i].surface;
        const FacetModel model = make_facet_model(surface.vertices, surface.triangles);
        for (std::size_t j = 0; j < shapes.size(); ++j) {
            if (is_thin(shapes[j])) {
                require_points_outside(model, bodies[i], *shapes[j].thin, bodies[j]);
            }
        }
    }
}

/// Returns the diagonal of the box around the bodies that can move, or around all when none can
/// [m].
double moving_size(const BarrierState& state) {
    BoundingBox box;
    BoundingBox all;
    for (const AffineBody& body : state.bodies) {
        const BoundingBox bounds = bounds_of(placed_points(body, body.placement));
        extend(all, bounds);
        if (!body.fixed) {
            extend(box, bounds);
        }
    }
    const double size = (box.upper - box.lower).norm();
    return std::isfinite(size) ? size : (all.upper - all.lower).norm();
}

}  // namespace

double inset_of(const BarrierState& state, int a, int b) {
    const bool has_thin = state.bodies[a].is_thin || state.bodies[b].is_thin;
    return (has_thin ? 0.5 : 1.0) * state.inset;  // a thin body is not moved in
}

void require_apart(const BarrierState& state) {
    std::vector<std::vector<Vec3>> points;
    points.reserve(state.bodies.size());
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
        points.push_back(start_points(state, i));
    }
    int tests = 0;
    for (int i = 0; i < std::ssize(state.bodies); ++i) {
        require_apart_from_itself(state.bodies[i], points[i]);
        for (int j = i + 1; j < std::ssize(state.bodies); ++j) {
            const AffineBody& a = state.bodies[i];
            const AffineBody& b = state.bodies[j];
            if (a.fixed && b.fixed) {
                continue;
            }
            const std::optional<Crossing> crossing =
                find_crossing(a.surface, points[i], b.surface, points[j], tests);
            if (!crossing) {
                continue;
            }
            const AffineBody& with_edge = crossing->edge_of_a ? a : b;
            const AffineBody& with_face = crossing->edge_of_a ? b : a;
            throw Error(
                "the barrier solver cannot start where bodies overlap: " +
                feature_text("edge", with_edge.surface.edges[crossing->edge], with_edge.surface) +
                " of body '" + with_edge.name + "' meets " +
                feature_text("face", with_face.surface.faces[crossing->face], with_face.surface) +
                " of body '" + with_face.name + "'; move them apart, or choose another solver");
        }
    }
}

BarrierState make_barrier_state(std::span<const RigidBody> bodies,
                                std::span<const BarrierShape> shapes,
                                const BarrierSettings& settings, double inset) {
    BarrierState state;
    state.inset = inset;
    for (const RigidBody& body : bodies) {
        state.origin += body.state.world_from_body * body.state.center_of_mass /
                        static_cast<double>(bodies.size());
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        // Flat parts of an elastic body do not stay flat, so it has no facets.
        const BarrierPrimitives primitives =
            shapes[i].elastic == nullptr ? settings.primitives : BarrierPrimitives::Triangles;
        AffineBody& body = state.bodies.emplace_back(
            make_affine_body(bodies[i], *shapes[i].surface, shapes[i].volume, primitives));
        body.placement.head<3>() -= state.origin;
        if (shapes[i].thin != nullptr) {
            make_thin(*shapes[i].thin, shapes[i].thin_vertices, body);
        }
    }
    require_points_outside(bodies, shapes);
    add_elastic_bodies(shapes, settings.dhat, state);
    start_accelerations(state, settings);
    state.size = moving_size(state);
    require_small_reach(state, settings.dhat);
    require_apart(state);
    return state;
}

BarrierMemory memory_of(const BarrierState& state) {
    BarrierMemory memory;
    memory.stiffnesses = state.stiffnesses;
    memory.bodies.resize(state.bodies.size());
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
        std::copy_n(state.bodies[i].placement.data(), 12, memory.bodies[i].placement.begin());
        std::copy_n(state.bodies[i].velocity.data(), 12, memory.bodies[i].velocity.begin());
    }
    if (has_elastic_bodies(state)) {
        memory.elastic.reserve(state.elastic.size());
        for (const ElasticBody& body : state.elastic) {
            ElasticMemory& entry = memory.elastic.emplace_back();
            entry.places = body.places;
            entry.velocities = body.velocities;
            if (state.keeps_accelerations) {
                entry.accelerations = body.accelerations;
            }
        }
    }
    return memory;
}

bool has_elastic_bodies(const BarrierState& state) {
    return std::ranges::any_of(state.elastic,
                               [](const ElasticBody& body) { return body.is_elastic(); });
}

void restore(BarrierState& state, const BarrierMemory& memory) {
    if (memory.bodies.size() != state.bodies.size()) {
        throw Error("a motion of " + std::to_string(memory.bodies.size()) +
                    " bodies cannot be gone on from in a scene of " +
                    std::to_string(state.bodies.size()));
    }
    const int count = static_cast<int>(state.bodies.size());
    for (const PairStiffness& entry : memory.stiffnesses) {
        const bool is_pair = entry.a >= 0 && entry.b >= entry.a && entry.b < count &&
                             (entry.b > entry.a || state.bodies[entry.a].meets_itself);
        if (!is_pair) {
            throw Error("a motion with a barrier between bodies " + std::to_string(entry.a) +
                        " and " + std::to_string(entry.b) +
                        " cannot be gone on from: the scene has no such two bodies");
        }
    }
    state.stiffnesses = memory.stiffnesses;
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
        std::copy_n(memory.bodies[i].placement.begin(), 12, state.bodies[i].placement.data());
        std::copy_n(memory.bodies[i].velocity.begin(), 12, state.bodies[i].velocity.data());
    }
    for (std::size_t i = 0; i < state.elastic.size(); ++i) {
        const bool is_known = i < memory.elastic.size();
        restore(state.elastic[i], is_known ? memory.elastic[i] : ElasticMemory(),
                state.keeps_accelerations, state.bodies[i].name);
    }
    require_apart(state);
}

BodyState world_state(const BarrierState& state, int body) {
    const bool is_elastic = !state.elastic.empty() && state.elastic[body].is_elastic();
    BodyState result =
        is_elastic ? deformed_state(state.bodies[body]) : rigid_state(state.bodies[body]);
    result.world_from_body.translation += state.origin;
    return result;
}

}  // namespace touchstone
