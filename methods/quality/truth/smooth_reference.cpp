#include "methods/quality/truth/smooth_reference.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "methods/base/angle.h"
#include "methods/geometry/facet_model.h"
#include "methods/mesh/describe.h"
#include "methods/smooth/polyhedron_pair.h"
#include "methods/smooth/tessellate.h"

namespace touchstone {
namespace {

constexpr double kDegreesPerRadian = 180.0 / std::numbers::pi;
constexpr double kSteepest = std::numbers::pi / 4.0;
/// Widest gap ever considered, as a share of the smaller body's size.
constexpr double kWidestGap = 0.5;

/// The error of a mesh against its surface near a point.
struct MeshOffset {
    double angle = 0.0;     ///< [rad]
    double distance = 0.0;  ///< [m]
    double edge = 0.0;      ///< longest edge [m]

    void cover(const MeshOffset& other) {
        angle = std::max(angle, other.angle);
        distance = std::max(distance, other.distance);
        edge = std::max(edge, other.edge);
    }
    MeshOffset operator+(const MeshOffset& other) const {
        return {angle + other.angle, distance + other.distance, edge + other.edge};
    }
};

/// Returns the errors of a body's mesh near a point. `outward`: normal of the surface at the point,
/// world frame.
MeshOffset mesh_error_at(const ExactBody& body, const Vec3& point, const Vec3& outward) {
    MeshOffset error;
    if (body.exact == nullptr) {
        return error;
    }
    const SurfaceMesh& mesh = *body.surface;
    const Quat turn = body.world_from_shape.rotation.conjugate();
    const Vec3 at = turn * Vec3(point - body.world_from_shape.translation);
    const Vec3 normal = turn * outward;
    error.edge = longest_edge(mesh);
    double highest = -std::numeric_limits<double>::infinity();
    for (const Triangle& triangle : mesh.triangles) {
        const Vec3& p = mesh.vertices[triangle[0]];
        const Vec3& q = mesh.vertices[triangle[1]];
        const Vec3& r = mesh.vertices[triangle[2]];
        const double nearest = std::min({(p - at).norm(), (q - at).norm(), (r - at).norm()});
        if (nearest > error.edge) {
            continue;
        }
        highest = std::max({highest, normal.dot(p), normal.dot(q), normal.dot(r)});
        const Vec3 own = (q - p).cross(r - p);
        const double angle = radians_between(own, normal);
        if (angle < kSteepest) {
            error.angle = std::max(error.angle, angle);
        }
    }
    if (std::isfinite(highest)) {
        error.distance = std::abs(normal.dot(at) - highest);
    }
    return error;
}

/// All that the exact shapes say about a pair, world frame.
struct ExactAnswer {
    std::vector<ExtremalPair> pairs;
    std::string why_not;
};

Pose moved_to(const Pose& pose, const Vec3& origin) {
    return {pose.rotation, pose.translation - origin};
}

void move_to_world(ExtremalPair& pair, const Pose& world_from_frame, bool exchanged) {
    const Mat3 rotation = world_from_frame.rotation.toRotationMatrix();
    for (SmoothContact& contact : pair.contacts) {
        contact.point_a = rotation * contact.point_a + world_from_frame.translation;
        contact.point_b = rotation * contact.point_b + world_from_frame.translation;
        contact.normal = (rotation * contact.normal).normalized();
        if (exchanged) {
            std::swap(contact.point_a, contact.point_b);
            contact.normal = -contact.normal;
        }
    }
}

ExactAnswer polyhedron_answer(const ExactBody& polyhedron, const ExactBody& curved,
                              bool exchanged) {
    const Pose& world_from_frame = polyhedron.world_from_shape;
    const Quat turn = world_from_frame.rotation.conjugate();
    const Pose placed{
        turn * curved.world_from_shape.rotation,
        turn * Vec3(curved.world_from_shape.translation - world_from_frame.translation)};
    std::optional<FacetModel> own;
    if (polyhedron.facets == nullptr) {
        own = make_facet_model(polyhedron.surface->vertices, polyhedron.surface->triangles);
    }
    const FacetModel& model = own ? *own : *polyhedron.facets;
    const SmoothBody body = make_smooth_body(*curved.exact);
    const double widest = kWidestGap * std::min(model.size, 2.0 * smooth_reach(*curved.exact));
    ExactAnswer answer;
    for (const PlacedSolid& solid : placed_solids(body, placed)) {
        const PolyhedronAnswer found = polyhedron_pair(model, solid, widest);
        answer.why_not = answer.why_not.empty() ? found.why_not : answer.why_not;
        for (const PolyhedronContact& contact : found.contacts) {
            answer.pairs.push_back(contact.pair);
            move_to_world(answer.pairs.back(), world_from_frame, exchanged);
        }
    }
    return answer;
}

ExactAnswer exact_answer(const ExactBody& a, const ExactBody& b) {
    if (a.exact == nullptr && b.exact == nullptr) {
        return {{}, "neither body has an exact curved shape"};
    }
    if (a.exact == nullptr) {
        return polyhedron_answer(a, b, false);
    }
    if (b.exact == nullptr) {
        return polyhedron_answer(b, a, true);
    }
    const Vec3 origin = a.world_from_shape.translation;
    ExtremalAnswer found =
        extremal_points(make_smooth_body(*a.exact), moved_to(a.world_from_shape, origin),
                        make_smooth_body(*b.exact), moved_to(b.world_from_shape, origin));
    ExactAnswer answer{std::move(found.pairs), std::move(found.why_not)};
    for (ExtremalPair& pair : answer.pairs) {
        move_to_world(pair, {Quat::Identity(), origin}, false);
    }
    return answer;
}

int fewest_contacts(const ExtremalPair& pair) {
    switch (pair.spread) {
        case ContactSpread::Point:
            return 1;
        case ContactSpread::Line:
            return 2;
        case ContactSpread::Ring:
        case ContactSpread::Area:
            return 3;
    }
    return 1;
}

void add_normal(const Vec3& normal, std::vector<Vec3>& normals) {
    constexpr double kOneNormal = 1e-9;
    if (std::ranges::none_of(
            normals, [&](const Vec3& known) { return (known - normal).norm() <= kOneNormal; })) {
        normals.push_back(normal);
    }
}

std::string tolerance_text(const MeshOffset& error) {
    return "the meshes are off the exact surfaces by up to " +
           describe(error.angle * kDegreesPerRadian) + " degrees and " + describe(error.distance) +
           " m where they meet, their longest edges together are " + describe(error.edge) + " m";
}

/// Fills in a pair whose shapes are within the meshes' error of each other, or says why not.
void tell_pair(const ExactBody& a, const ExactBody& b, PairReference& reference) {
    const ExactAnswer exact = exact_answer(a, b);
    if (exact.pairs.empty() && !exact.why_not.empty()) {
        reference.why_unknown = exact.why_not;
        return;
    }
    Answer answer;
    MeshOffset error;
    double lowest = std::numeric_limits<double>::infinity();
    double highest = -lowest;
    int fewest = 0;
    for (const ExtremalPair& pair : exact.pairs) {
        const SmoothContact& first = pair.contacts[0];
        const MeshOffset own = mesh_error_at(a, first.point_a, first.normal) +
                               mesh_error_at(b, first.point_b, -first.normal);
        if (first.separation > own.distance) {
            continue;
        }
        error.cover(own);
        lowest = std::min(lowest, first.separation - own.distance);
        highest = std::max(highest, first.separation + own.distance);
        fewest += fewest_contacts(pair);
        for (const SmoothContact& contact : pair.contacts) {
            add_normal(contact.normal, answer.normals);
            answer.points.push_back(0.5 * (contact.point_a + contact.point_b));
        }
    }
    if (answer.normals.empty()) {
        reference.none = true;
        return;
    }
    if (answer.normals.size() > 1) {
        answer.points.clear();
    }
    answer.min_contacts = fewest;
    answer.separation = {lowest, highest};
    reference.none_is_right = highest > 0.0 || lowest > -2.0 * error.distance;
    reference.angle_tolerance =
        std::max(reference.angle_tolerance, 1.0001 * error.angle * kDegreesPerRadian);
    reference.position_tolerance = std::max(reference.position_tolerance, error.edge);
    if (error.edge > 0.0) {
        reference.smooth->mesh_error = tolerance_text(error);
    }
    reference.answers = {std::move(answer)};
}

}  // namespace

Reference with_smooth_truth(const Reference& reference, std::span<const ExactBody> bodies) {
    Reference result = reference;
    for (PairReference& pair : result) {
        if (pair.smooth) {
            tell_pair(bodies[pair.body_a], bodies[pair.body_b], pair);
        }
    }
    return result;
}

}  // namespace touchstone
