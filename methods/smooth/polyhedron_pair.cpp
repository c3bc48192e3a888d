#include "methods/smooth/polyhedron_pair.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "methods/base/boxes/bounding_box.h"
#include "methods/continuous/gjk.h"
#include "methods/geometry/facet_queries.h"
#include "methods/smooth/contact_region.h"

namespace touchstone {
namespace {

constexpr double kSame = 1e-9;       // share of the size
constexpr double kInCone = 1e-9;     // sine beyond the cone of normals
constexpr double kSharpPart = 0.25;  // radius of edges and corners, as a share of the size
constexpr double kFlatTo = 1e-8;     // sine between an edge and a face that is taken as along it
constexpr int kTorusStarts = 8;      // starts on an edge

/// A polyhedron and a solid, with what every test needs.
struct PolyhedronQuery {
    const FacetModel& a;
    const PlacedSolid& b;
    double reach;
    double size;
    bool convex_b;
    PlacedSolid body;      ///< stands for A's features in pairs of features
    SmoothSolid stand_in;  ///< its solid: nothing but a size
    std::vector<PolyhedronContact> contacts;
    int iterations = 0;
};

BoundingBox bounds_of_solid(const PlacedSolid& b) {
    BoundingBox box;
    for (int axis = 0; axis < 3; ++axis) {
        box.upper[axis] = support(b, Vec3::Unit(axis))[axis];
        box.lower[axis] = support(b, -Vec3::Unit(axis))[axis];
    }
    return box;
}

/// Returns true when the point of B lies farthest against the normal, or where its hull cannot
/// tell.
bool is_far_point(const PolyhedronQuery& query, const SmoothContact& contact) {
    if (!query.convex_b) {
        return true;
    }
    const double height = contact.normal.dot(support(query.b, -contact.normal));
    const double same = kSame * query.size;
    return std::abs(contact.normal.dot(contact.point_b) - height) <= same &&
           smooth_level(query.b.solid->primitive, to_solid(query.b, contact.point_b)) <=
               10.0 * same;
}

/// Returns true when bodies that are apart are within reach, and when of overlapping bodies both
/// contain the middle of the contact.
bool is_near(const PolyhedronQuery& query, const SmoothContact& contact) {
    if (contact.separation > query.reach) {
        return false;
    }
    if (contact.separation >= -kSame * query.size) {
        return true;
    }
    // From the middle, as the surfaces themselves are on neither side.
    const Vec3 middle = 0.5 * (contact.point_a + contact.point_b);
    return contains_point(query.a, middle) &&
           smooth_level(query.b.solid->primitive, to_solid(query.b, middle)) <= 0.0;
}

void add_found(PolyhedronQuery& query, ExtremalPair pair, FacetFeature feature) {
    const Vec3& point = pair.contacts[0].point_a;
    const bool known = std::ranges::any_of(query.contacts, [&](const PolyhedronContact& other) {
        return other.pair.contacts.size() >= pair.contacts.size() &&
               std::ranges::any_of(other.pair.contacts, [&](const SmoothContact& contact) {
                   return (contact.point_a - point).norm() <= 100.0 * kSame * query.size;
               });
    });
    if (!known) {
        query.contacts.push_back({std::move(pair), feature});
    }
}

/// Returns points of B's face over a facet: corners of the one in the other, and crossings of
/// edges.
std::vector<Vec3> points_over(const FacetModel& a, const Facet& facet, const SupportFace& face,
                              double same) {
    const auto flat = [&](const Vec3& p) { return Vec2(facet.axis_u.dot(p), facet.axis_v.dot(p)); };
    const std::span<const OutlineEdge> outline =
        std::span<const OutlineEdge>(a.outlines).subspan(facet.sides.first, facet.sides.count);
    const auto is_over = [&](const Vec2& p) {
        return winding_number(outline, p) != 0 ||
               std::ranges::any_of(
                   outline, [&](const OutlineEdge& edge) { return distance_to(edge, p) <= same; });
    };
    std::vector<Vec2> ring;
    std::vector<Vec2> shared;
    ring.reserve(face.corners.size());
    for (const Vec3& corner : face.corners) {
        ring.push_back(flat(corner));
        if (is_over(ring.back())) {
            shared.push_back(ring.back());
        }
    }
    const std::size_t sides = ring.size() < 2 ? 0 : ring.size() == 2 ? 1 : ring.size();
    for (std::size_t i = 0; i < sides; ++i) {
        const Vec2& from = ring[i];
        const Vec2 way = ring[(i + 1) % ring.size()] - from;
        for (const OutlineEdge& edge : outline) {
            const Vec2 along = edge.end - edge.start;
            const double turn = cross(way, along);
            const double t = cross(edge.start - from, along) / turn;
            const double u = cross(edge.start - from, way) / turn;
            if (turn != 0.0 && t > 0.0 && t < 1.0 && u > 0.0 && u < 1.0) {
                shared.push_back(from + t * way);
            }
        }
    }
    if (face.kind == SupportFace::Kind::Polygon) {
        for (const OutlineEdge& edge : outline) {
            int left = 0;
            for (std::size_t i = 0; i < ring.size(); ++i) {
                const Vec2& from = ring[i];
                left += cross(ring[(i + 1) % ring.size()] - from, edge.start - from) > 0.0 ? 1 : -1;
            }
            if (std::abs(left) == static_cast<int>(ring.size())) {
                shared.push_back(edge.start);
            }
        }
    }
    std::vector<Vec3> points;
    points.reserve(shared.size());
    for (const Vec2& p : shared) {
        const Vec3 point =
            p.x() * facet.axis_u + p.y() * facet.axis_v + facet.offset * facet.normal;
        if (std::ranges::none_of(
                points, [&](const Vec3& other) { return (other - point).norm() <= same; })) {
            points.push_back(point);
        }
    }
    return points;
}

void take_facet(PolyhedronQuery& query, int index) {
    const Facet& facet = query.a.facets[index];
    const SupportFace face = support_face(query.b, -facet.normal);
    const double height = facet.normal.dot(face.corners[0]);
    ExtremalPair pair;
    for (const Vec3& point : points_over(query.a, facet, face, kSame * query.size)) {
        const SmoothContact contact{point, point + (height - facet.offset) * facet.normal,
                                    facet.normal, height - facet.offset};
        if (is_near(query, contact)) {
            pair.contacts.push_back(contact);
        }
    }
    if (pair.contacts.empty()) {
        return;
    }
    const bool ring = face.kind == SupportFace::Kind::Ring;
    pair.spread = pair.contacts.size() == 1   ? ContactSpread::Point
                  : ring                      ? ContactSpread::Ring
                  : pair.contacts.size() == 2 ? ContactSpread::Line
                                              : ContactSpread::Area;
    add_found(query, std::move(pair), {FacetFeatureType::Facet, index});
}

/// The start of a search from a sharp feature: points of it and of B, and a normal.
struct SharpStart {
    Vec3 point_a;
    Vec3 point_b;
    Vec3 normal;
};

std::optional<SharpStart> sharp_start(const PolyhedronQuery& query, std::span<const Vec3> ends) {
    const SupportShape sharp = make_support_hull(ends);
    for (const double scale : {1.0, 0.8, 0.4, 0.1, 0.01}) {
        const PlacedPair pair{
            .a = &sharp,
            .b = &query.b.solid->core,
            .linear_b = scale * query.b.rotation * query.b.solid->solid_from_core,
            .offset = to_frame(query.b, query.b.solid->core_centre) - sharp.centre};
        constexpr double kShare = 1e-2;
        const PairDistance distance = rough_pair_distance(pair, kShare);
        if (distance.lower > 0.0) {
            const Vec3 core_b = (distance.point_b - pair.offset) / scale + pair.offset;
            return SharpStart{sharp.centre + distance.point_a,
                              sharp.centre + core_b - query.b.solid->core_radius * distance.normal,
                              distance.normal};
        }
    }
    return std::nullopt;
}

/// True when the normal is one of the feature's own.
using InCone = std::function<bool(const SmoothContact&)>;

void take_sharp(PolyhedronQuery& query, const SmoothFeature& sharp, int feature_b,
                const SharpStart& start, const InCone& in_cone, FacetFeature feature) {
    const FeaturePair features{&query.body, &query.b, &sharp, &query.b.solid->features[feature_b]};
    const ExtremalState guess =
        guess_state(features, start.point_a + sharp.extra * start.normal,
                    start.point_b - features.feature_b->extra * start.normal);
    const NewtonResult found = solve_extremal(features, guess, NewtonRule::Damped);
    query.iterations += found.iterations;
    if (!found.converged) {
        return;
    }
    SmoothContact contact;
    contact.normal = found.normal;
    contact.point_a = found.state.point_a - sharp.extra * found.normal;
    contact.point_b = found.state.point_b + features.feature_b->extra * found.normal;
    contact.separation = found.normal.dot(contact.point_b - contact.point_a);
    if (!in_cone(contact) || !is_far_point(query, contact) || !is_near(query, contact) ||
        isolation(pair_curvature(features, found.state), found.separation) <= 0.0) {
        return;
    }
    ExtremalPair pair;
    pair.contacts = {contact};
    pair.feature_b = feature_b;
    add_found(query, std::move(pair), feature);
}

/// Takes a straight edge against a face or a straight part of B, in closed form.
void take_along(PolyhedronQuery& query, const SupportFace& edge, const Vec3& normal,
                const InCone& in_cone, FacetFeature feature) {
    ContactRegion region =
        contact_region(edge, support_face(query.b, -normal), normal, kSame * query.size);
    if (region.contacts.empty() || !in_cone(region.contacts[0]) ||
        !is_near(query, region.contacts[0])) {
        return;
    }
    ExtremalPair pair;
    pair.contacts = std::move(region.contacts);
    pair.spread = region.spread;
    add_found(query, std::move(pair), feature);
}

void take_edge(PolyhedronQuery& query, int index) {
    const FacetEdge& edge = query.a.edges[index];
    if (!edge.convex) {
        return;
    }
    const Vec3& start = query.a.corners[edge.start].position;
    const Vec3& end = query.a.corners[edge.end].position;
    const FacetFeature name{FacetFeatureType::Edge, index};
    const InCone in_cone = [&](const SmoothContact& contact) {
        const double along = edge.direction.dot(contact.point_a - start);
        const double slack = kSame * query.size;
        return contact.normal.dot(edge.into_left) <= kInCone &&
               contact.normal.dot(edge.into_right) <= kInCone && along >= -slack &&
               along <= edge.length + slack;
    };
    const SupportFace face{SupportFace::Kind::Segment, {start, end}};
    const double extra = kSharpPart * query.size;
    const SmoothFeature line{.form = FeatureForm::Line,
                             .centre = start,
                             .axis = edge.direction,
                             .offset = extra,
                             .extra = extra};
    const Vec3 ends[]{start, end};
    const std::optional<SharpStart> near = sharp_start(query, ends);
    for (int j = 0; j < std::ssize(query.b.solid->features); ++j) {
        const SmoothFeature& other = query.b.solid->features[j];
        const Vec3 axis = query.b.rotation * other.axis;
        if (other.form == FeatureForm::Plane) {
            if (std::abs(axis.dot(edge.direction)) <= kFlatTo) {
                take_along(query, face, -axis, in_cone, name);
            }
        } else if (other.form == FeatureForm::Line) {
            const Vec3 across = axis.cross(edge.direction);
            if (across.norm() > kFlatTo) {
                take_along(query, face, across.normalized(), in_cone, name);
                take_along(query, face, -across.normalized(), in_cone, name);
            } else {
                const Vec3 between = to_frame(query.b, other.centre) - start;
                const Vec3 apart = between - edge.direction.dot(between) * edge.direction;
                if (apart.norm() > kSame * query.size) {
                    take_along(query, face, apart.normalized(), in_cone, name);
                }
            }
        } else if (near) {
            take_sharp(query, line, j, *near, in_cone, name);
        }
    }
    if (!query.convex_b) {
        const SmoothFeature& tube = query.b.solid->features[0];
        for (int i = 0; i < kTorusStarts; ++i) {
            const Vec3 point = start + (i + 0.5) / kTorusStarts * (end - start);
            const Vec3 local = to_solid(query.b, point);
            const Vec3 flat = Vec3(local.x(), 0.0, local.z()).normalized() * tube.sizes.x();
            const Vec3 on_ring = to_frame(query.b, flat);
            const Vec3 way = (on_ring - point).normalized();
            if (way.allFinite()) {
                take_sharp(query, line, 0, {point, on_ring - tube.offset * way, way}, in_cone,
                           name);
            }
        }
    }
}

void take_corner(PolyhedronQuery& query, int index) {
    const FacetCorner& corner = query.a.corners[index];
    const FacetFeature name{FacetFeatureType::Corner, index};
    const InCone in_cone = [&](const SmoothContact& contact) {
        return std::ranges::all_of(
            part_of(query.a.corner_directions, corner.directions),
            [&](const Vec3& direction) { return contact.normal.dot(direction) <= kInCone; });
    };
    const double extra = kSharpPart * query.size;
    const SmoothFeature tip{
        .form = FeatureForm::Point, .centre = corner.position, .offset = extra, .extra = extra};
    const SupportFace face{SupportFace::Kind::Point, {corner.position}};
    const std::optional<SharpStart> near = sharp_start(query, {&corner.position, 1});
    for (int j = 0; j < std::ssize(query.b.solid->features); ++j) {
        const SmoothFeature& other = query.b.solid->features[j];
        if (other.form == FeatureForm::Plane) {
            take_along(query, face, -(query.b.rotation * other.axis), in_cone, name);
        } else if (near) {
            take_sharp(query, tip, j, *near, in_cone, name);
        }
    }
    if (!query.convex_b) {
        const SmoothFeature& tube = query.b.solid->features[0];
        const Vec3 local = to_solid(query.b, corner.position);
        const Vec3 on_ring =
            to_frame(query.b, Vec3(local.x(), 0.0, local.z()).normalized() * tube.sizes.x());
        const Vec3 way = (on_ring - corner.position).normalized();
        if (way.allFinite()) {
            take_sharp(query, tip, 0, {corner.position, on_ring - tube.offset * way, way}, in_cone,
                       name);
        }
    }
}

}  // namespace

PolyhedronAnswer polyhedron_pair(const FacetModel& a, const PlacedSolid& b, double reach) {
    PolyhedronAnswer answer;
    if (std::holds_alternative<SmoothBowl>(b.solid->primitive)) {
        answer.why_not = "a bowl is answered for with exact convex shapes, not with polyhedra";
        return answer;
    }
    PolyhedronQuery query{a,  b,  reach, a.size + b.solid->size, is_convex(b.solid->primitive), {},
                          {}, {}, 0};
    query.stand_in.size = a.size;
    query.body.solid = &query.stand_in;
    std::vector<FacetFeature> near;
    visit_features_near(a, inflated(bounds_of_solid(b), std::max(0.0, reach)),
                        [&](const FacetFeature& feature) { near.push_back(feature); });
    // Facets first: of coincident contacts the widest is kept.
    std::ranges::sort(near, std::greater<>());
    for (const FacetFeature& feature : near) {
        switch (feature.type) {
            case FacetFeatureType::Facet:
                take_facet(query, feature.index);
                break;
            case FacetFeatureType::Edge:
                take_edge(query, feature.index);
                break;
            case FacetFeatureType::Corner:
                take_corner(query, feature.index);
                break;
        }
    }
    answer.iterations = query.iterations;
    answer.contacts = std::move(query.contacts);
    const auto separation = [](const PolyhedronContact& contact) {
        return contact.pair.contacts[0].separation;
    };
    std::ranges::stable_sort(answer.contacts, {}, separation);
    if (query.convex_b && answer.contacts.size() > 1 && a.is_convex) {
        answer.contacts = {answer.contacts.back()};
    }
    return answer;
}

}  // namespace touchstone
