#include "generators/continuous/bodies/impact_contacts.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "methods/contact/post_filter.h"

namespace touchstone {
namespace {

constexpr double kSinParallel = 0.0175;  ///< of 1°: flatter angles are none
constexpr double kSamePoint = 1e-6;      ///< of the smaller body's size: points this close are one
constexpr double kSameNormal = 1e-6;     ///< of a unit vector

/// A body at the time of impact.
struct BodyAtImpact {
    const SweptBody* swept = nullptr;
    const FacetModel* model = nullptr;
    std::vector<Vec3> points;  ///< at that time
    Mat3 rotation;             ///< world from body, at that time
};

/// A point of each body that meet, or nearly so, with the normal from one to the other.
struct Meeting {
    Vec3 at_start_a = Vec3::Zero();  ///< the point of A at t = 0
    Vec3 at_start_b = Vec3::Zero();
    Vec3 normal = Vec3::Zero();  ///< from A to B
};

Feature feature_of(FeatureType type, std::span<const int> vertices) {
    Feature feature;
    feature.type = type;
    // Into its place one by one: three at most.
    for (int i = 0; i < std::ssize(vertices); ++i) {
        int place = i;
        for (; place > 0 && feature.vertices[place - 1] > vertices[i]; --place) {
            feature.vertices[place] = feature.vertices[place - 1];
        }
        feature.vertices[place] = vertices[i];
    }
    return feature;
}

/// Returns the weights of the point of the triangle's plane below `point`; nothing where that lies
/// outside of the triangle by more than `slack` [m].
std::optional<Vec3> weights_below(const Vec3& point, const std::array<Vec3, 3>& corners,
                                  const Vec3& normal, double slack) {
    Vec3 weights;
    const double area = (corners[1] - corners[0]).cross(corners[2] - corners[0]).dot(normal);
    for (int i = 0; i < 3; ++i) {
        const Vec3 side = corners[(i + 2) % 3] - corners[(i + 1) % 3];
        const double twice = side.cross(point - corners[(i + 1) % 3]).dot(normal);
        if (twice < -slack * side.norm()) {
            return std::nullopt;
        }
        weights[i] = twice / area;
    }
    return weights;
}

/// Returns true when the solid beside the corner, but for flat angles, lies where the normal points
/// to.
bool leaves_free(const BodyAtImpact& body, int corner, const Vec3& normal) {
    const Vec3 own = body.rotation.transpose() * normal;
    return std::ranges::all_of(
        part_of(body.model->corner_directions, body.model->corners[corner].directions),
        [&](const Vec3& direction) { return direction.dot(own) >= -kSinParallel; });
}

/// Makes the meeting of a corner of one body with a triangle of the other. The normal is the
/// triangle's, outward.
std::optional<Meeting> meet_face(const BodyAtImpact& of_corner, int corner,
                                 const BodyAtImpact& of_face, const Triangle& triangle,
                                 double reach, double slack) {
    const int vertex = of_corner.swept->corners[corner];
    const Vec3& point = of_corner.points[vertex];
    const std::array corners{of_face.points[triangle[0]], of_face.points[triangle[1]],
                             of_face.points[triangle[2]]};
    const Vec3 across = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    if (across.isZero(0.0)) {
        return std::nullopt;
    }
    const Vec3 normal = across.normalized();
    if (std::abs(normal.dot(point - corners[0])) > reach ||
        !leaves_free(of_corner, corner, normal)) {
        return std::nullopt;
    }
    const std::optional<Vec3> weights = weights_below(point, corners, normal, slack);
    if (!weights) {
        return std::nullopt;
    }
    Meeting meeting;
    for (int i = 0; i < 3; ++i) {
        meeting.at_start_a += (*weights)[i] * of_face.swept->points[triangle[i]];
    }
    meeting.at_start_b = of_corner.swept->points[vertex];
    meeting.normal = normal;
    return meeting;
}

/// Returns true when the facets beside the edge leave the side free to which `sign` × normal
/// points.
bool edge_leaves_free(const BodyAtImpact& body, const FacetEdge& edge, const Vec3& normal) {
    const Vec3 own = body.rotation.transpose() * normal;
    return edge.into_left.dot(own) <= kSinParallel && edge.into_right.dot(own) <= kSinParallel;
}

/// Where two lines come nearest, as shares of the edges.
struct Crossing {
    double u = 0.0, v = 0.0;
};
Crossing crossing_of(const Vec3& a0, const Vec3& along_a, const Vec3& b0, const Vec3& along_b,
                     const Vec3& across) {
    const Vec3 apart = b0 - a0;
    const double scale = across.squaredNorm();
    return {apart.cross(along_b).dot(across) / scale, apart.cross(along_a).dot(across) / scale};
}

std::optional<Meeting> meet_edges(const BodyAtImpact& a, int edge_a, const BodyAtImpact& b,
                                  int edge_b, double reach, double slack) {
    const FacetEdge& model_a = a.model->edges[edge_a];
    const FacetEdge& model_b = b.model->edges[edge_b];
    if (!model_a.convex || !model_b.convex) {
        return std::nullopt;
    }
    const auto& [a0, a1] = a.swept->edges[edge_a];
    const auto& [b0, b1] = b.swept->edges[edge_b];
    const Vec3 along_a = a.points[a1] - a.points[a0];
    const Vec3 along_b = b.points[b1] - b.points[b0];
    const Vec3 across = along_a.cross(along_b);
    if (across.norm() <= kSinParallel * along_a.norm() * along_b.norm()) {
        return std::nullopt;  // what parallel edges touch with are their ends
    }
    const Crossing at = crossing_of(a.points[a0], along_a, b.points[b0], along_b, across);
    const double slack_u = slack / along_a.norm();
    const double slack_v = slack / along_b.norm();
    if (!(at.u >= -slack_u && at.u <= 1.0 + slack_u && at.v >= -slack_v && at.v <= 1.0 + slack_v)) {
        return std::nullopt;
    }
    const Vec3 outward =
        a.rotation * (a.model->facets[model_a.left].normal + a.model->facets[model_a.right].normal);
    Meeting meeting;
    meeting.normal = across.normalized();
    if (meeting.normal.dot(outward) < 0.0) {
        meeting.normal = -meeting.normal;
    }
    const Vec3 apart = b.points[b0] + at.v * along_b - (a.points[a0] + at.u * along_a);
    if (std::abs(meeting.normal.dot(apart)) > reach ||
        !edge_leaves_free(a, model_a, meeting.normal) ||
        !edge_leaves_free(b, model_b, -meeting.normal)) {
        return std::nullopt;
    }
    const std::vector<Vec3>& start_a = a.swept->points;
    const std::vector<Vec3>& start_b = b.swept->points;
    meeting.at_start_a = start_a[a0] + at.u * (start_a[a1] - start_a[a0]);
    meeting.at_start_b = start_b[b0] + at.v * (start_b[b1] - start_b[b0]);
    return meeting;
}

ContactPoint contact_of(const Meeting& meeting, const Feature& feature_a,
                        const Feature& feature_b) {
    ContactPoint contact;
    contact.position = 0.5 * (meeting.at_start_a + meeting.at_start_b);
    contact.normal = meeting.normal;
    contact.separation = meeting.normal.dot(meeting.at_start_b - meeting.at_start_a);
    contact.feature_a = feature_a;
    contact.feature_b = feature_b;
    return contact;
}

/// Returns the contact of one pair, if it makes one.
std::optional<ContactPoint> contact_of_pair(const BodyAtImpact& a, const BodyAtImpact& b,
                                            const SweptPair& pair, double reach, double slack) {
    if (pair.kind == ImpactKind::EdgeEdge) {
        const std::optional<Meeting> meeting = meet_edges(a, pair.a, b, pair.b, reach, slack);
        return meeting ? std::optional(contact_of(
                             *meeting, feature_of(FeatureType::Edge, a.swept->edges[pair.a]),
                             feature_of(FeatureType::Edge, b.swept->edges[pair.b])))
                       : std::nullopt;
    }
    const BodyAtImpact& of_corner = pair.vertex_of_b ? b : a;
    const BodyAtImpact& of_face = pair.vertex_of_b ? a : b;
    const int corner = pair.vertex_of_b ? pair.b : pair.a;
    const Triangle& triangle = of_face.swept->triangles[pair.vertex_of_b ? pair.a : pair.b];
    const std::optional<Meeting> meeting =
        meet_face(of_corner, corner, of_face, triangle, reach, slack);
    if (!meeting) {
        return std::nullopt;
    }
    const Feature face = feature_of(FeatureType::Face, triangle);
    const Feature vertex =
        feature_of(FeatureType::Vertex, std::span(&of_corner.swept->corners[corner], 1));
    ContactPoint contact = contact_of(*meeting, face, vertex);
    if (!pair.vertex_of_b) {
        contact.normal = -contact.normal;
        std::swap(contact.feature_a, contact.feature_b);
    }
    return contact;
}

BodyAtImpact body_at(const SweptBody& swept, double time) {
    return {&swept, swept.model, points_at(swept, time),
            swept_rotation(swept.sweep, time) * swept.rotation};
}

}  // namespace

std::vector<ContactPoint> find_impact_contacts(const SweptBody& a, const SweptBody& b, double time,
                                               double reach) {
    const BodyAtImpact at_a = body_at(a, time);
    const BodyAtImpact at_b = body_at(b, time);
    const double size = std::min(at_a.model->size, at_b.model->size);
    const double slack = kSamePoint * size;
    std::vector<ContactPoint> contacts;
    for (const SweptPair& pair :
         find_swept_pairs(a, b, {at_a.points, at_a.points, at_b.points, at_b.points}, reach)) {
        if (const std::optional<ContactPoint> contact =
                contact_of_pair(at_a, at_b, pair, reach, slack)) {
            contacts.push_back(*contact);
        }
    }
    return merge_repeated(contacts, slack, kSameNormal);
}

}  // namespace touchstone
