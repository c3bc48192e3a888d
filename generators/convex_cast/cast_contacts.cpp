#include "generators/convex_cast/cast_contacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "generators/convex_cast/contact_patch.h"
#include "generators/convex_cast/part_motion.h"
#include "generators/outcome.h"
#include "methods/base/options/option_makers.h"
#include "methods/geometry/edge_pair_normal.h"

namespace touchstone {
namespace {

constexpr double kParallelEdges = 1e-6;  // sine below which two edges give no plane of their own
constexpr double kGrazingFacet = 1e-9;   // cosine below which a line does not leave by a facet
constexpr double kLeastOverlapGain = 0.999;  // of the facets' overlap: edges are taken below it
constexpr double kRoughShare =
    0.1;  // share of a distance that only has to be known to be beyond reach
constexpr double kOnePoint =
    1e-9;  // distance below which points are one, as a share of the smaller body's size
constexpr double kOneNormal = 1e-9;  // the same for normals [-]
constexpr double kOneWay = 0.99;     // cosine from which bodies are held off one way
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// A body on its way, in convex parts.
struct CastBody {
    std::optional<ConvexSolid> own;  ///< where the shape brings no parts
    const ConvexSolid* solid = nullptr;
    ConvexParts narrow;  ///< cores, where those of the solid have too wide margins
    MovingParts moving;
    double size = 0.0;  ///< of the body, at least the distance of any two of its points [m]
};

/// One part of a body.
struct CastPart {
    const CastBody& body;
    int index = 0;

    const FacetModel& facets() const { return *body.solid->parts[index].facets; }
    const SupportShape& hull() const { return body.solid->parts[index].hull; }
};

ConvexSolid make_own_solid(const CollisionShape& shape) {
    if (!shape.facets->is_convex) {
        throw GeneratorFault(Outcome::Unsupported,
                             "casts of convex bodies: a body is not convex, and no convex parts of "
                             "it are given; give them in the scene, or cut it into convex bodies");
    }
    try {
        return make_convex_solid(std::array{SurfaceMesh{shape.mesh.vertices, shape.triangles}},
                                 shape.facets->center_of_mass);
    } catch (const MeshError& error) {
        throw GeneratorFault(Outcome::Unsupported, error.what());
    }
}

/// Fills the body in place, for its motion points to its parts.
void make_cast_body(const Collider& collider, double time_step, CastBody& body) {
    body.solid = collider.shape->convex.get();
    if (body.solid == nullptr) {
        body.solid = &body.own.emplace(make_own_solid(*collider.shape));
    }
    body.size = collider.shape->facets->size;
    body.moving.parts = &body.solid->cores;
    body.moving.rotation = collider.world_from_body.rotation.toRotationMatrix();
    body.moving.sweep = {collider.world_from_body * body.solid->cores.center_of_mass,
                         time_step * collider.linear_velocity,
                         time_step * collider.angular_velocity};
}

double least_margin(const CastBody& body) {
    return *std::ranges::min_element(body.moving.parts->margins);
}

void narrow_margins(CastBody& body, double margin) {
    const double widest = margin / kMarginShare;
    if (body.solid->widest > widest) {
        try {
            body.narrow = cores_within(*body.solid, widest);
        } catch (const MeshError& error) {
            throw GeneratorFault(Outcome::Unsupported, error.what());
        }
        body.moving.parts = &body.narrow;
    }
}

/// Makes the bodies of a cast. Both margins are those of the narrower body: that of the wider one
/// alone may be as much as all of the other.
void make_cast_bodies(const Collider& a, const Collider& b, double time_step, CastBody& first,
                      CastBody& second) {
    make_cast_body(a, time_step, first);
    make_cast_body(b, time_step, second);
    narrow_margins(second, least_margin(first));
    if (least_margin(second) < least_margin(first)) {
        narrow_margins(first, least_margin(second));
    }
}

/// The time at which parts meet, and the plane between them.
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

/// Returns the normal of the plane across which overlapping bodies are separated by the shortest
/// way: a facet of either, or the plane of an edge of each. Gottschalk et al. [1996], for any
/// convex polyhedra.
Vec3 least_overlap_normal(const CastPart& a, const CastPart& b, const PlacedPair& pair) {
    const FacetModel& facets_a = a.facets();
    const FacetModel& facets_b = b.facets();
    LeastOverlap least;
    for (const Facet& facet : facets_a.facets) {
        look_along(pair, pair.linear_a * facet.normal, 1.0, least);
    }
    for (const Facet& facet : facets_b.facets) {
        look_along(pair, -(pair.linear_b * facet.normal), 1.0, least);
    }
    const auto pairs =
        std::ssize(facets_a.edges) * static_cast<std::int64_t>(facets_b.edges.size());
    for (int i = 0; i < std::ssize(facets_a.edges) && pairs <= kMostEdgePairs; ++i) {
        const EdgeWedge edge_a = wedge_of(facets_a.edges[i], pair.linear_a);
        for (const FacetEdge& edge : facets_b.edges) {
            const std::optional<Vec3> normal =
                edge_pair_normal(edge_a, wedge_of(edge, pair.linear_b), kParallelEdges);
            if (normal) {
                look_along(pair, *normal, kLeastOverlapGain, least);
            }
        }
    }
    return least.normal;
}

PlacedPair hulls_at(const CastPart& a, const CastPart& b, double time) {
    return place_pair(a.hull(), placement_at(a.body.moving, time), b.hull(),
                      placement_at(b.body.moving, time));
}

std::optional<CastMeeting> find_cast_meeting(const CastPart& a, const CastPart& b, double touch) {
    const MovingParts& moving_a = a.body.moving;
    const MovingParts& moving_b = b.body.moving;
    const PairDistance start = core_distance(moving_a, a.index, moving_b, b.index, 0.0);
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
    const std::optional<double> time =
        find_part_impact(moving_a, a.index, moving_b, b.index, 0.0, 1.0);
    if (!time) {
        return std::nullopt;
    }
    return CastMeeting{*time, core_distance(moving_a, a.index, moving_b, b.index, *time).normal};
}

/// The parts of a pair that meet, and where.
struct PartMeeting {
    CastPart a;
    CastPart b;
    CastMeeting meeting;
};

/// Returns a bound on how far a point of the body comes from where it is at t = 0 [m].
double swept_reach(const CastBody& body) {
    return body.moving.sweep.travel.norm() + body.moving.sweep.turn.norm() * body.size;
}

/// Finds the parts of one pair of bodies that meet within `touch`, each by itself. Parts that stay
/// farther apart than all motion reaches are left out.
std::vector<PartMeeting> find_part_meetings(const CastBody& a, const CastBody& b, double touch) {
    const double reach = 2.0 * touch + swept_reach(a) + swept_reach(b);
    const bool is_one_pair = a.solid->parts.size() == 1 && b.solid->parts.size() == 1;
    std::vector<PartMeeting> meetings;
    for (int i = 0; i < std::ssize(a.solid->parts); ++i) {
        for (int j = 0; j < std::ssize(b.solid->parts); ++j) {
            const CastPart part_a{a, i};
            const CastPart part_b{b, j};
            if (!is_one_pair &&
                rough_pair_distance(hulls_at(part_a, part_b, 0.0), kRoughShare).lower > reach) {
                continue;
            }
            if (const auto meeting = find_cast_meeting(part_a, part_b, touch)) {
                meetings.push_back({part_a, part_b, *meeting});
            }
        }
    }
    return meetings;
}

/// Keeps those that meet first, at one time: others are where they are then, and count when they
/// are within `touch`.
std::vector<PartMeeting> first_meetings(const std::vector<PartMeeting>& all, double touch) {
    double first = kUnlimited;
    for (const PartMeeting& each : all) {
        first = std::min(first, each.meeting.time);
    }
    std::vector<PartMeeting> kept;
    kept.reserve(all.size());
    for (const PartMeeting& each : all) {
        if (each.meeting.time == first) {
            kept.push_back(each);
            continue;
        }
        const PairDistance parts = pair_distance(hulls_at(each.a, each.b, first));
        // What meets at nearly the same time overlaps by less than the margins.
        const PairDistance nearest = parts.lower > 0.0
                                         ? parts
                                         : core_distance(each.a.body.moving, each.a.index,
                                                         each.b.body.moving, each.b.index, first);
        if (parts.lower <= touch && nearest.lower > 0.0) {
            kept.push_back({each.a, each.b, {first, nearest.normal}});
        }
    }
    return kept;
}

/// Keeps the first meetings. Bodies that touch at the start move on along each other within the
/// step; then the first of the other meetings is kept, too: a peg slides along a floor into a wall.
/// Meetings in the same direction, as at the seam of a floor in two parts, are held off by what
/// touches already.
std::vector<PartMeeting> kept_meetings(const std::vector<PartMeeting>& all, double touch) {
    std::vector<PartMeeting> kept = first_meetings(all, touch);
    if (kept.empty() || kept.front().meeting.time > 0.0) {
        return kept;
    }
    std::vector<PartMeeting> later;
    later.reserve(all.size());
    for (const PartMeeting& each : all) {
        const bool is_held = std::ranges::any_of(kept, [&each](const PartMeeting& other) {
            return (other.a.index == each.a.index && other.b.index == each.b.index) ||
                   other.meeting.normal.dot(each.meeting.normal) > kOneWay;
        });
        if (!is_held) {
            later.push_back(each);
        }
    }
    kept.reserve(all.size());
    for (const PartMeeting& next : first_meetings(later, touch)) {
        kept.push_back(next);
    }
    return kept;
}

/// Returns the length of a line through a point along a direction until it leaves the body for good
/// [m].
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

/// Returns the place at the start of the step of a body's point at a time.
Vec3 at_start(const CastBody& body, double time, const Vec3& point) {
    const AffinePlacement then = placement_at(body.moving, time);
    const AffinePlacement start = placement_at(body.moving, 0.0);
    return start.linear * (then.linear.transpose() * (point - then.offset)) + start.offset;
}

ContactPoint make_cast_contact(const PartMeeting& meet, const Vec3& point) {
    const double time = meet.meeting.time;
    const AffinePlacement placed_a = placement_at(meet.a.body.moving, time);
    const AffinePlacement placed_b = placement_at(meet.b.body.moving, time);
    const Vec3& normal = meet.meeting.normal;
    const Vec3 on_a =
        point + way_out(meet.a.facets(), placed_a.linear, placed_a.offset, point, normal) * normal;
    const Vec3 on_b =
        point - way_out(meet.b.facets(), placed_b.linear, placed_b.offset, point, -normal) * normal;
    const Vec3 start_a = at_start(meet.a.body, time, on_a);
    const Vec3 start_b = at_start(meet.b.body, time, on_b);
    ContactPoint contact;
    contact.position = 0.5 * (start_a + start_b);
    contact.normal = normal;
    contact.separation = normal.dot(start_b - start_a);
    return contact;
}

/// Returns the point halfway between A's farthest one along the normal and B's farthest one against
/// it.
Vec3 point_between(const PlacedPair& pair, const Vec3& normal) {
    const Vec3 a = pair.linear_a * farthest_offset(*pair.a, pair.linear_a.transpose() * normal);
    const Vec3 b = pair.linear_b * farthest_offset(*pair.b, -(pair.linear_b.transpose() * normal));
    return 0.5 * (a + b + pair.offset);
}

/// Returns true when a contact is there already. Where parts of one body touch each other, both
/// find the points between them.
bool is_named(std::span<const ContactPoint> contacts, const ContactPoint& contact, double size) {
    return std::ranges::any_of(contacts, [&](const ContactPoint& other) {
        return (other.position - contact.position).norm() <= kOnePoint * size &&
               (other.normal - contact.normal).norm() <= kOneNormal;
    });
}

void append_meeting(const PartMeeting& meet, double touch, double size,
                    std::vector<ContactPoint>& contacts) {
    const PlacedPair pair = hulls_at(meet.a, meet.b, meet.meeting.time);
    const AffinePlacement placed = placement_at(meet.a.body.moving, meet.meeting.time);
    const Vec3 origin = placed.linear * meet.a.hull().centre + placed.offset;
    const Vec3& normal = meet.meeting.normal;
    const int before = static_cast<int>(contacts.size());
    for (const Vec3& point : contact_patch(pair, normal, touch, point_between(pair, normal))) {
        const ContactPoint contact = make_cast_contact(meet, origin + point);
        if (!is_named(std::span(contacts).first(before), contact, size)) {
            contacts.push_back(contact);
        }
    }
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
    const double size = std::min(a.shape->facets->size, b.shape->facets->size);
    const double touch = query.settings.as<CastContactSettings>().eps * size;
    std::vector<ContactPoint> contacts;
    for (const PartMeeting& meet : kept_meetings(find_part_meetings(first, second, touch), touch)) {
        append_meeting(meet, touch, size, contacts);
    }
    if (exchanged) {
        for (ContactPoint& contact : contacts) {
            contact.normal = -contact.normal;
        }
    }
    return contacts;
}

ShapeRule cast_contact_shape(const MethodSettings&) {
    ShapeRule rule;
    rule.facets = true;
    rule.convex = true;
    return rule;
}

double cast_contact_reach(const MethodSettings& settings, const ShapeSizes& sizes) {
    return settings.as<CastContactSettings>().eps * sizes.second_largest;
}

double cast_contact_slack(const MethodSettings& settings, const ShapeSizes& sizes) {
    return 0.5 * settings.as<CastContactSettings>().eps * sizes.largest;
}

}  // namespace touchstone
