#include "generators/convex_cast/cast_contacts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "generators/convex_cast/contact_patch.h"
#include "generators/convex_cast/part_motion.h"
#include "generators/outcome.h"
#include "methods/base/option_makers.h"
#include "methods/geometry/edge_pair_normal.h"
#include "methods/geometry/facet_queries.h"

namespace touchstone {
namespace {

constexpr double kParallelEdges = 1e-6;  // sine below which two edges give no plane of their own
constexpr double kGrazingFacet = 1e-9;   // cosine below which a line does not leave by a facet
constexpr double kLeastOverlapGain = 0.999;  // of the facets' overlap: edges are taken below it
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// A convex body on its way.
struct CastBody {
    const FacetModel* facets = nullptr;
    SupportShape hull;  ///< of its corners, body frame
    ConvexParts parts;  ///< one
    MovingParts moving;
};

/// `widest`: of the width by which its margin goes [m].
ConvexParts make_core(const Collider& body, double widest) {
    const FacetModel& facets = *body.shape->facets;
    if (!has_convex_shape(facets)) {
        throw GeneratorFault(
            Outcome::Unsupported,
            "casts of convex bodies: a body is not convex; cut it into convex ones");
    }
    try {
        return make_convex_part({body.shape->mesh.vertices, body.shape->triangles},
                                facets.center_of_mass, widest);
    } catch (const MeshError& error) {
        throw GeneratorFault(Outcome::Unsupported, error.what());
    }
}

/// Fills the body in place, for its motion points to its parts.
void make_cast_body(const Collider& collider, double time_step, double widest, CastBody& body) {
    body.facets = &*collider.shape->facets;
    std::vector<Vec3> corners;
    corners.reserve(body.facets->corners.size());
    for (const FacetCorner& corner : body.facets->corners) {
        corners.push_back(corner.position);
    }
    body.hull = make_support_hull(corners);
    body.parts = make_core(collider, widest);
    body.moving.parts = &body.parts;
    body.moving.rotation = collider.world_from_body.rotation.toRotationMatrix();
    body.moving.sweep = {collider.world_from_body * body.parts.center_of_mass,
                         time_step * collider.linear_velocity,
                         time_step * collider.angular_velocity};
}

/// Both margins are those of the narrower body: that of the wider one alone may be as much as all
/// of the other.
void make_cast_bodies(const Collider& a, const Collider& b, double time_step, CastBody& first,
                      CastBody& second) {
    make_cast_body(a, time_step, kUnlimited, first);
    make_cast_body(b, time_step, first.parts.margins[0] / kMarginShare, second);
    if (second.parts.margins[0] < first.parts.margins[0]) {
        make_cast_body(a, time_step, second.parts.margins[0] / kMarginShare, first);
    }
}

/// Where the bodies meet: the time, and the plane between them.
struct CastMeeting {
    double time = 0.0;
    Vec3 normal = Vec3::Zero();  ///< unit, from A to B
};

/// The overlap of two bodies along a direction from A to B, and the least of several.
struct LeastOverlap {
    double depth = kUnlimited;  ///< [m]
    Vec3 normal = Vec3::Zero();
};

double overlap_along(const PlacedPair& pair, const Vec3& normal) {
    const Vec3 along_a = pair.linear_a.transpose() * normal;
    const Vec3 along_b = pair.linear_b.transpose() * normal;
    return normal.dot(pair.linear_a * farthest_offset(*pair.a, along_a)) -
           normal.dot(pair.linear_b * farthest_offset(*pair.b, -along_b)) - normal.dot(pair.offset);
}

void look_along(const PlacedPair& pair, const Vec3& normal, double share, LeastOverlap& least) {
    const double depth = overlap_along(pair, normal);
    if (depth < share * least.depth) {
        least = {depth, normal};
    }
}

EdgeWedge wedge_of(const FacetEdge& edge, const Mat3& world_from_body) {
    return {world_from_body * edge.direction, world_from_body * edge.into_left,
            world_from_body * edge.into_right};
}

/// The plane across which bodies that overlap are parted by the shortest way: a facet of either, or
/// the plane of an edge of each. Gottschalk et al. [1996], for any convex polyhedra.
Vec3 least_overlap_normal(const CastBody& a, const CastBody& b, const PlacedPair& pair) {
    LeastOverlap least;
    for (const Facet& facet : a.facets->facets) {
        look_along(pair, pair.linear_a * facet.normal, 1.0, least);
    }
    for (const Facet& facet : b.facets->facets) {
        look_along(pair, -(pair.linear_b * facet.normal), 1.0, least);
    }
    const auto pairs =
        std::ssize(a.facets->edges) * static_cast<std::int64_t>(b.facets->edges.size());
    for (int i = 0; i < std::ssize(a.facets->edges) && pairs <= kMostEdgePairs; ++i) {
        const EdgeWedge edge_a = wedge_of(a.facets->edges[i], pair.linear_a);
        for (const FacetEdge& edge : b.facets->edges) {
            const std::optional<Vec3> normal =
                edge_pair_normal(edge_a, wedge_of(edge, pair.linear_b), kParallelEdges);
            if (normal) {
                look_along(pair, *normal, kLeastOverlapGain, least);
            }
        }
    }
    return least.normal;
}

PlacedPair hulls_at(const CastBody& a, const CastBody& b, double time) {
    return place_pair(a.hull, placement_at(a.moving, time), b.hull, placement_at(b.moving, time));
}

std::optional<CastMeeting> find_cast_meeting(const CastBody& a, const CastBody& b, double touch) {
    const PairDistance start = core_distance(a.moving, 0, b.moving, 0, 0.0);
    if (!(start.lower > 0.0)) {
        return CastMeeting{0.0, least_overlap_normal(a, b, hulls_at(a, b, 0.0))};
    }
    // At edges and corners cores are farther apart than both margins: the bodies say.
    const PairDistance bodies = pair_distance(hulls_at(a, b, 0.0));
    if (bodies.lower > 0.0 && bodies.lower <= touch) {
        return CastMeeting{0.0, bodies.normal};
    }
    if (!(bodies.lower > 0.0)) {
        return CastMeeting{0.0, start.normal};
    }
    const std::optional<double> time = find_part_impact(a.moving, 0, b.moving, 0, 0.0, 1.0);
    if (!time) {
        return std::nullopt;
    }
    return CastMeeting{*time, core_distance(a.moving, 0, b.moving, 0, *time).normal};
}

/// How far along a direction a line through a point goes until it leaves the body for good [m].
double way_out(const FacetModel& facets, const Mat3& linear, const Vec3& offset, const Vec3& point,
               const Vec3& direction) {
    const Vec3 from = linear.transpose() * (point - offset);
    const Vec3 along = linear.transpose() * direction;
    double way = kUnlimited;
    for (const Facet& facet : facets.facets) {
        const double slope = facet.normal.dot(along);
        if (slope > kGrazingFacet) {
            way = std::min(way, (facet.offset - facet.normal.dot(from)) / slope);
        }
    }
    return std::isfinite(way) ? way : 0.0;
}

/// A point of a body at a time, where it is at the start of the step.
Vec3 at_start(const CastBody& body, double time, const Vec3& point) {
    const AffinePlacement then = placement_at(body.moving, time);
    const AffinePlacement start = placement_at(body.moving, 0.0);
    return start.linear * (then.linear.transpose() * (point - then.offset)) + start.offset;
}

ContactPoint make_cast_contact(const CastBody& a, const CastBody& b, const CastMeeting& meeting,
                               const Vec3& point) {
    const AffinePlacement placed_a = placement_at(a.moving, meeting.time);
    const AffinePlacement placed_b = placement_at(b.moving, meeting.time);
    const Vec3& normal = meeting.normal;
    const Vec3 on_a =
        point + way_out(*a.facets, placed_a.linear, placed_a.offset, point, normal) * normal;
    const Vec3 on_b =
        point - way_out(*b.facets, placed_b.linear, placed_b.offset, point, -normal) * normal;
    const Vec3 start_a = at_start(a, meeting.time, on_a);
    const Vec3 start_b = at_start(b, meeting.time, on_b);
    ContactPoint contact;
    contact.position = 0.5 * (start_a + start_b);
    contact.normal = normal;
    contact.separation = normal.dot(start_b - start_a);
    return contact;
}

/// Halfway between what of A lies farthest along the normal and what of B lies farthest against it.
Vec3 point_between(const PlacedPair& pair, const Vec3& normal) {
    const Vec3 a = pair.linear_a * farthest_offset(*pair.a, pair.linear_a.transpose() * normal);
    const Vec3 b = pair.linear_b * farthest_offset(*pair.b, -(pair.linear_b.transpose() * normal));
    return 0.5 * (a + b + pair.offset);
}

}  // namespace

MethodOptions cast_contact_options() {
    return make_method_options<CastContactSettings>(
        {number_option("eps", &CastContactSettings::eps, {1e-6, 1.0, "number in [1e-6, 1]"},
                       "gap that counts as touch, of the smaller body's size")},
        {});
}

std::vector<ContactPoint> cast_contacts(const Collider& a, const Collider& b, const Query& query) {
    const bool exchanged = comes_first(b, a);
    CastBody first;
    CastBody second;
    make_cast_bodies(exchanged ? b : a, exchanged ? a : b, query.time_step, first, second);
    const double touch = query.settings.as<CastContactSettings>().eps *
                         std::min(first.facets->size, second.facets->size);
    const std::optional<CastMeeting> meeting = find_cast_meeting(first, second, touch);
    if (!meeting) {
        return {};
    }
    const PlacedPair pair = hulls_at(first, second, meeting->time);
    const AffinePlacement placed = placement_at(first.moving, meeting->time);
    const Vec3 origin = placed.linear * first.hull.centre + placed.offset;
    std::vector<ContactPoint> contacts;
    for (const Vec3& point :
         contact_patch(pair, meeting->normal, touch, point_between(pair, meeting->normal))) {
        contacts.push_back(make_cast_contact(first, second, *meeting, origin + point));
        if (exchanged) {
            contacts.back().normal = -contacts.back().normal;
        }
    }
    return contacts;
}

ShapeRule cast_contact_shape(const MethodSettings&) {
    ShapeRule rule;
    rule.facets = true;
    return rule;
}

double cast_contact_reach(const MethodSettings& settings, const ShapeSizes& sizes) {
    return settings.as<CastContactSettings>().eps * sizes.second_largest;
}

double cast_contact_slack(const MethodSettings& settings, const ShapeSizes& sizes) {
    return 0.5 * settings.as<CastContactSettings>().eps * sizes.largest;
}

}  // namespace touchstone
