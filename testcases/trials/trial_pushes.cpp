#include "testcases/trials/trial_pushes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "methods/continuous/gjk.h"
#include "methods/mesh/mass_properties.h"

namespace touchstone {
namespace {

constexpr double kLeastSine = 1e-3;  ///< of the angle of two directions that span a plane

/// Cosine of the angle between normals that count as opposite.
constexpr double kOpposite = -0.9;

AffinePlacement rigid_placement(const Pose& pose) {
    return {pose.rotation.toRotationMatrix(), pose.translation};
}

/// A plane between two bodies that may turn with one of them or with both.
struct PlaneOnWay {
    std::array<Vec3, 2> along;         ///< directions that span it, each in its body's frame
    std::array<bool, 2> turns_with_b;  ///< the body with which each direction turns
    Vec3 point_a;                      ///< A's frame [m]
    Vec3 point_b;                      ///< B's frame [m]
    double side;                       ///< 1 where along[0] × along[1] points to B, else -1
};

PlaneOnWay plane_on_way(const ContactPoint& contact, const Pose& a, const Pose& b) {
    const TurningPlane& plane = *contact.plane;
    PlaneOnWay result{{},
                      plane.turns_with_b,
                      point_in_frame(a, plane.point_a),
                      point_in_frame(b, plane.point_b),
                      plane.along[0].cross(plane.along[1]).dot(contact.normal) < 0.0 ? -1.0 : 1.0};
    for (int i = 0; i < 2; ++i) {
        const Pose& pose = plane.turns_with_b[i] ? b : a;
        result.along[i] = pose.rotation.conjugate() * plane.along[i];
    }
    return result;
}

/// Returns how far B's point is from the plane through A's, to B's side [m]; nothing while its
/// directions are parallel, and span none.
std::optional<double> gap_of(const PlaneOnWay& plane, const Pose& a, const Pose& b) {
    const Vec3 first = (plane.turns_with_b[0] ? b : a).rotation * plane.along[0];
    const Vec3 second = (plane.turns_with_b[1] ? b : a).rotation * plane.along[1];
    const Vec3 across = first.cross(second);
    const double sine = across.norm();
    if (sine < kLeastSine) {
        return std::nullopt;
    }
    return plane.side / sine * across.dot(b * plane.point_b - a * plane.point_a);
}

double distance_of(const HullParts& a, const AffinePlacement& placement_a, const HullParts& b,
                   const AffinePlacement& placement_b) {
    double distance = std::numeric_limits<double>::infinity();
    for (const SupportShape& part_a : a) {
        for (const SupportShape& part_b : b) {
            distance =
                std::min(distance,
                         pair_distance(place_pair(part_a, placement_a, part_b, placement_b)).lower);
        }
    }
    return distance;
}

}  // namespace

std::vector<PairPush> pair_pushes(std::span<const ContactPoint> contacts,
                                  std::span<const ContactImpulse> impulses) {
    std::vector<PairPush> pushes;
    int first = 0;
    for (int k = 0; k < std::ssize(contacts); ++k) {
        const ContactPoint& contact = contacts[k];
        if (pushes.empty() || pushes.back().body_a != contact.body_a ||
            pushes.back().body_b != contact.body_b) {
            PairPush& added = pushes.emplace_back();
            added.body_a = contact.body_a;
            added.body_b = contact.body_b;
            first = k;
        }
        PairPush& push = pushes.back();
        push.normal += impulses[k].normal;
        push.on_b += world_impulse(contact, impulses[k]);
        for (int other = first; other < k; ++other) {
            if (contact.normal.dot(contacts[other].normal) < kOpposite) {
                push.against_itself = std::max(
                    push.against_itself, std::min(impulses[k].normal, impulses[other].normal));
            }
        }
    }
    return pushes;
}

HullParts make_hull_parts(std::span<const SurfaceMesh> parts) {
    HullParts hulls;
    for (const SurfaceMesh& part : parts) {
        hulls.push_back(make_support_hull(part));
    }
    return hulls;
}

namespace {

double nearest_at(const PartsOnWay& a, const PartsOnWay& b, double time, int pieces,
                  double enough) {
    double nearest = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= pieces && nearest > enough; ++i) {
        const double now = time * i / pieces;
        nearest = std::min(nearest, distance_of(*a.parts, rigid_placement(advance(a.state, now)),
                                                *b.parts, rigid_placement(advance(b.state, now))));
    }
    return nearest;
}

}  // namespace

double nearest_on_way(const PartsOnWay& a, const PartsOnWay& b, double time, int pieces,
                      double enough) {
    constexpr int kFiner = 32;  // fast corners may touch between two looks
    const double nearest = nearest_at(a, b, time, pieces, enough);
    return nearest > enough ? nearest_at(a, b, time, kFiner * pieces, enough) : nearest;
}

double least_gap_on_way(const ContactPoint& contact, const BodyState& a, const BodyState& b,
                        double time, int pieces) {
    const Vec3 half = 0.5 * contact.separation * contact.normal;
    const Vec3 on_a = point_in_frame(a.world_from_body, contact.position - half);
    const Vec3 on_b = point_in_frame(b.world_from_body, contact.position + half);
    const bool turns_with_a = contact.feature_a.type == FeatureType::Face &&
                              contact.feature_b.type == FeatureType::Vertex;
    const bool turns_with_b = contact.feature_a.type == FeatureType::Vertex &&
                              contact.feature_b.type == FeatureType::Face;
    std::optional<PlaneOnWay> plane;
    if (contact.plane) {
        plane = plane_on_way(contact, a.world_from_body, b.world_from_body);
    }
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= pieces; ++i) {
        const Pose pose_a = advance(a, time * i / pieces);
        const Pose pose_b = advance(b, time * i / pieces);
        if (const auto gap = plane ? gap_of(*plane, pose_a, pose_b) : std::nullopt) {
            least = std::min(least, *gap);
            continue;
        }
        Vec3 normal = contact.normal;
        if (turns_with_a) {
            normal = pose_a.rotation * (a.world_from_body.rotation.conjugate() * normal);
        } else if (turns_with_b) {
            normal = pose_b.rotation * (b.world_from_body.rotation.conjugate() * normal);
        }
        least = std::min(least, normal.dot(pose_b * on_b - pose_a * on_a));
    }
    return least;
}

bool overlap(const PartsOnWay& a, const PartsOnWay& b) {
    return !(distance_of(*a.parts, rigid_placement(a.state.world_from_body), *b.parts,
                         rigid_placement(b.state.world_from_body)) > 0.0);
}

std::vector<Vec3> middles_of(std::span<const SurfaceMesh> parts) {
    std::vector<Vec3> middles;
    middles.reserve(parts.size());
    for (const SurfaceMesh& part : parts) {
        middles.push_back(mass_properties(part).center_of_mass);
    }
    return middles;
}

bool has_middle_inside(std::span<const Vec3> a, const Pose& pose_a, std::span<const SurfaceMesh> b,
                       const Pose& pose_b) {
    return std::ranges::any_of(a, [&](const Vec3& center) {
        const Vec3 middle = point_in_frame(pose_b, pose_a * center);
        return std::ranges::any_of(b, [&](const SurfaceMesh& other) {
            return std::ranges::all_of(other.triangles, [&](const Triangle& triangle) {
                const Vec3& corner = other.vertices[triangle[0]];
                const Vec3 normal = (other.vertices[triangle[1]] - corner)
                                        .cross(other.vertices[triangle[2]] - corner);
                return normal.dot(middle - corner) < 0.0;
            });
        });
    });
}

}  // namespace touchstone
