#include "generators/third_bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/geometry/facet_queries.h"
#include "methods/geometry/outline.h"

namespace touchstone {
namespace {

constexpr double kAlongFacet = 0.99985;  ///< cosine of 1°: a contact along a facet's normal is none
                                         ///< of its rim
constexpr double kFromAbove = 0.5;   ///< least cosine of the angle between a contact's normal
                                     ///< and that of the facet that goes on
constexpr double kRimReach = 0.05;   ///< of the reach: so far around the ground is looked at
constexpr double kRimHeight = 0.02;  ///< of the reach: flush within this
constexpr int kDirections = 8;       ///< in which it is

/// Contacts between the same features, along one normal.
struct ContactRun {
    std::size_t first = 0;
    std::size_t count = 0;
    Vec3 from = Vec3::Zero();  ///< mean of the points on A, world frame [m]
    Vec3 to = Vec3::Zero();    ///< mean of those on B
};

[[gnu::flatten]] ContactRun run_at(std::span<const ContactPoint> contacts, std::size_t first) {
    ContactRun run{first, 0};
    const ContactPoint& start = contacts[first];
    const auto belongs = [&](const ContactPoint& contact) {
        return contact.body_a == start.body_a && contact.body_b == start.body_b &&
               contact.feature_a == start.feature_a && contact.feature_b == start.feature_b;
    };
    for (std::size_t i = first; i < contacts.size() && belongs(contacts[i]); ++i) {
        const ContactPoint& contact = contacts[i];
        run.from += contact.position - 0.5 * contact.separation * contact.normal;
        run.to += contact.position + 0.5 * contact.separation * contact.normal;
        ++run.count;
    }
    run.from /= static_cast<double>(run.count);
    run.to /= static_cast<double>(run.count);
    return run;
}

/// Returns true when `is_so(aside)` is, however a little aside of a way it is asked: of what lies
/// along a flush face rounding would tell. `margin`: how far aside [m].
template <typename IsSo>
bool holds_around(const Vec3& way, double margin, const IsSo& is_so) {
    const Vec3 east = margin * way.unitOrthogonal();
    const Vec3 north = way.normalized().cross(east);
    return is_so(east) && is_so(Vec3(-east)) && is_so(north) && is_so(Vec3(-north));
}

/// Returns true when another body lies in the gap: the middle is in it, or the way goes through its
/// surface. One that reaches into the bodies on either side of the gap overlaps with them, and does
/// not keep them apart.
bool lies_between(const Collider& body, const ContactRun& run) {
    if (!body.shape->facets) {
        return false;
    }
    constexpr double kMarginShare = 1e-3;
    constexpr double kBeyondShare = 0.05;  // of the gap, by which the bodies' insides are tried
    const Vec3 from = point_in_frame(body.world_from_body, run.from);
    const Vec3 to = point_in_frame(body.world_from_body, run.to);
    const FacetModel& facets = *body.shape->facets;
    const double margin = kMarginShare * (to - from).norm();
    const auto holds_middle = [&](const Vec3& aside) {
        return contains_point(facets, 0.5 * (from + to) + aside);
    };
    const auto is_passed = [&](const Vec3& aside) {
        return passes_through(facets, from + aside, to + aside, margin);
    };
    const bool is_there =
        holds_around(to - from, margin, holds_middle) || holds_around(to - from, margin, is_passed);
    const Vec3 beyond = kBeyondShare * (to - from);
    return is_there && !contains_point(facets, from - beyond) &&
           !contains_point(facets, to + beyond);
}

/// Returns the facet at an edge or a corner whose normal is nearest to a direction, both in the
/// body's frame; -1 for features of other kinds.
int nearest_facet(const FacetModel& model, const Feature& feature, const Vec3& direction) {
    int best = -1;
    const auto offer = [&](int facet) {
        best = best < 0 || model.facets[facet].normal.dot(direction) >
                               model.facets[best].normal.dot(direction)
                   ? facet
                   : best;
    };
    if (feature.type == FeatureType::Vertex) {
        for (const int corner : corners_at(model, feature.vertices[0])) {
            std::ranges::for_each(part_of(model.corner_facets, model.corners[corner].facets),
                                  offer);
        }
    } else if (feature.type == FeatureType::Edge) {
        visit_edges_between(model, feature.vertices[0], feature.vertices[1], [&](int edge) {
            offer(model.edges[edge].left);
            offer(model.edges[edge].right);
        });
    }
    return best;
}

/// The bodies of a scene by place. Most queries ask for none.
class BodiesByPlace {
 public:
    explicit BodiesByPlace(std::span<const SceneBody> bodies) : bodies_(bodies) {}

    /// Returns true when `is_so(body)` is of a body whose bounds overlap the box.
    template <typename IsSo>
    bool any_near(const BoundingBox& box, const IsSo& is_so) {
        if (tree_.nodes().empty()) {
            sort_bodies();
        }
        bool found = false;
        visit_overlapping(tree_, boxes_, box, 0,
                          [&](int place) { found = found || is_so(tree_.elements()[place]); });
        return found;
    }

 private:
    void sort_bodies() {
        std::vector<BoundingBox> boxes;
        boxes.reserve(bodies_.size());
        for (const SceneBody& body : bodies_) {
            boxes.push_back(body.collider.bounds);
        }
        tree_ = BoxTree(boxes, kPairLeaf);
        boxes_ = refit(tree_, boxes);
    }

    std::span<const SceneBody> bodies_;
    BoxTree tree_;
    TreeBoxes boxes_;
};

/// Finds rims of bodies at which others go on, flush with them.
class CoveredRims {
 public:
    CoveredRims(std::span<const SceneBody> bodies, BodiesByPlace& by_place, double reach)
        : bodies_(bodies),
          by_place_(by_place),
          reach_(reach),
          around_(kRimReach * reach),
          height_(kRimHeight * reach) {}

    /// Returns true for a contact of a rim that a third body covers, and for one of a corner with a
    /// facet beside such a rim.
    bool hold(const ContactPoint& contact) const {
        return covers(contact, side_a(contact)) || covers(contact, side_b(contact));
    }

    /// Returns the contact of a corner that touches the ground where that goes on from body to
    /// body, of a contact that was taken away there: each of the bodies alone would meet it with
    /// its rim. Nothing where `contacts` that were not `dropped`, or `known` ones, hold the
    /// corner's body on the ground beside it already.
    std::optional<ContactPoint> on_ground(const ContactPoint& contact,
                                          std::span<const ContactPoint> contacts,
                                          const std::vector<bool>& dropped,
                                          std::span<const ContactPoint> known) const {
        for (const Side& side : {side_a(contact), side_b(contact)}) {
            std::optional<ContactPoint> found = on_ground(contact, side);
            if (!found) {
                continue;
            }
            const Vec3 up = away_from(side.other, *found);
            const auto holds = [&](const ContactPoint& other) {
                return (other.body_a == side.other || other.body_b == side.other) &&
                       away_from(side.other, other).dot(up) > kAlongFacet &&
                       (other.position - found->position).norm() <= reach_;
            };
            bool is_held = std::ranges::any_of(known, holds);
            for (std::size_t i = 0; i < contacts.size() && !is_held; ++i) {
                is_held = !dropped[i] && holds(contacts[i]);
            }
            if (!is_held) {
                return found;
            }
        }
        return std::nullopt;
    }

 private:
    /// One of a contact's bodies, as the one with the rim.
    struct Side {
        int body = -1;
        int other = -1;
        const Feature& feature;
        const Feature& met;  ///< the other body's
        Vec3 point;          ///< of the body
        Vec3 met_point;      ///< of the other
        Vec3 normal;         ///< the contact's, away from the body
    };

    /// Returns a contact's normal, away from one of its bodies.
    static Vec3 away_from(int body, const ContactPoint& contact) {
        return contact.body_a == body ? contact.normal : Vec3(-contact.normal);
    }

    Side side_a(const ContactPoint& contact) const {
        const Vec3 half = 0.5 * contact.separation * contact.normal;
        return {contact.body_a,    contact.body_b,          contact.feature_a,
                contact.feature_b, contact.position - half, contact.position + half,
                contact.normal};
    }
    Side side_b(const ContactPoint& contact) const {
        const Vec3 half = 0.5 * contact.separation * contact.normal;
        return {contact.body_b,    contact.body_a,          contact.feature_b,
                contact.feature_a, contact.position + half, contact.position - half,
                -contact.normal};
    }

    const FacetModel& model_of(int body) const { return *bodies_[body].collider.shape->facets; }
    const Pose& pose_of(int body) const { return bodies_[body].collider.world_from_body; }

    bool covers(const ContactPoint& contact, const Side& side) const {
        if (!bodies_[side.body].collider.shape->facets) {
            return false;
        }
        if (side.feature.type == FeatureType::Face) {
            return side.met.type == FeatureType::Vertex && buries(contact, side);
        }
        if ((side.feature.type != FeatureType::Edge && side.feature.type != FeatureType::Vertex) ||
            !any_third_is_near(contact, side.point)) {
            return false;
        }
        const int ground = ground_of(side);
        if (ground < 0) {
            return false;
        }
        const Vec3 up = pose_of(side.body).rotation * model_of(side.body).facets[ground].normal;
        const double cosine = up.dot(side.normal);
        if (!(cosine > kFromAbove) || cosine > kAlongFacet) {
            return false;
        }
        // The blunt tip of a body alone is no rim to a facet. Of blunt edges that is not known: a
        // ball that is sunk a little into two plates would meet the rims of their joint with its
        // edges.
        bool goes_on = side.met.type != FeatureType::Face;
        const bool flush = is_flush(side.point, up, side.other, [&](const Vec3& below) {
            goes_on = goes_on || !is_inside(side.body, below);
        });
        return flush && goes_on;
    }

    /// Returns true for a corner beside a facet's border, or under the body on top of the facet
    /// there, where the other side of the border and that body are flush: for what comes from
    /// outside there is no such facet.
    bool buries(const ContactPoint& contact, const Side& side) const {
        const auto is_third = [&](int k) { return k != contact.body_a && k != contact.body_b; };
        if (!by_place_.any_near(inflated({side.point, side.point}, reach_), is_third)) {
            return false;
        }
        const FacetModel& model = model_of(side.body);
        const int named = facet_named(
            model, {side.feature.vertices[0], side.feature.vertices[1], side.feature.vertices[2]});
        if (named < 0) {
            return false;
        }
        const Vec3 own = point_in_frame(pose_of(side.body), side.point);
        const auto is_buried_at = [&](const FacetSide& border) {
            const FacetEdge& edge = model.edges[border.edge];
            const Vec3& start = model.corners[edge.start].position;
            const double along = std::clamp(edge.direction.dot(own - start), 0.0, edge.length);
            const Vec3 rim = start + along * edge.direction;
            const Vec3& beyond = model.facets[edge.left == named ? edge.right : edge.left].normal;
            if (!edge.convex || (own - rim).norm() > reach_) {
                return false;
            }
            const Vec3 at = pose_of(side.body) * rim;
            const Vec3 up = pose_of(side.body).rotation * beyond;
            const bool is_outside = beyond.dot(own - rim) > -height_;
            return (is_outside || is_filled(side.point + height_ * side.normal, side.other)) &&
                   is_flush(at, up, side.other, [](const Vec3&) {});
        };
        return std::ranges::any_of(part_of(model.sides, model.facets[named].sides), is_buried_at);
    }

    /// Returns the facet at a side's rim whose normal is nearest to the contact's; -1: none.
    int ground_of(const Side& side) const {
        const Quat& turn = pose_of(side.body).rotation;
        return nearest_facet(model_of(side.body), side.feature, turn.conjugate() * side.normal);
    }

    std::optional<ContactPoint> on_ground(const ContactPoint& contact, const Side& side) const {
        const int corner_count = side.met.type == FeatureType::Vertex ? 1
                                 : side.met.type == FeatureType::Edge ? 2
                                                                      : 0;
        if (!bodies_[side.body].collider.shape->facets ||
            !bodies_[side.other].collider.shape->facets) {
            return std::nullopt;
        }
        const int ground = ground_of(side);
        if (ground < 0) {
            return std::nullopt;
        }
        const Vec3 up = pose_of(side.body).rotation * model_of(side.body).facets[ground].normal;
        for (int i = 0; i < corner_count; ++i) {
            for (const int corner : corners_at(model_of(side.other), side.met.vertices[i])) {
                const Vec3 place =
                    pose_of(side.other) * model_of(side.other).corners[corner].position;
                if ((place - side.met_point).norm() <= 0.5 * reach_ &&
                    rises(side.other, corner, up) && is_over(side.body, ground, place) &&
                    is_flush(side.point, up, side.other, [](const Vec3&) {})) {
                    return between(contact, side, ground, corner);
                }
            }
        }
        return std::nullopt;
    }

    /// Returns the contact of a facet of a side's body with a corner of the other one.
    ContactPoint between(const ContactPoint& contact, const Side& side, int facet,
                         int corner) const {
        const bool is_a = side.body == contact.body_a;
        const Facet& ground = model_of(side.body).facets[facet];
        const FacetCorner& tip = model_of(side.other).corners[corner];
        const Vec3 up = pose_of(side.body).rotation * ground.normal;
        const Vec3 place = pose_of(side.other) * tip.position;
        ContactPoint found = contact;
        found.separation =
            ground.normal.dot(point_in_frame(pose_of(side.body), place)) - ground.offset;
        found.position = place - 0.5 * found.separation * up;
        found.normal = is_a ? up : Vec3(-up);
        found.plane = {};
        Feature named{FeatureType::Face, {-1, -1, -1, -1}};
        Triangle triangle = ground.triangle;
        std::ranges::sort(triangle);
        std::ranges::copy(triangle, named.vertices.begin());
        (is_a ? found.feature_a : found.feature_b) = named;
        (is_a ? found.feature_b : found.feature_a) = {FeatureType::Vertex,
                                                      {tip.vertex, -1, -1, -1}};
        return found;
    }

    /// Returns true for a point over a body's facet, or over its border.
    bool is_over(int body, int facet, const Vec3& point) const {
        constexpr double kBorder = 1e-4;  // of the reach
        const FacetModel& model = model_of(body);
        const Facet& ground = model.facets[facet];
        const Vec3 own = point_in_frame(pose_of(body), point);
        const Vec2 flat(ground.axis_u.dot(own), ground.axis_v.dot(own));
        const std::span<const OutlineEdge> outline = part_of(model.outlines, ground.sides);
        return winding_number(outline, flat) > 0 ||
               std::ranges::any_of(outline, [&](const OutlineEdge& edge) {
                   return distance_to(edge, flat) <= kBorder * reach_;
               });
    }

    /// Returns true where the solid at a body's corner lies above the ground.
    bool rises(int body, int corner, const Vec3& up) const {
        constexpr double kSlack = 0.01;  // sine of the angle by which it may not
        const FacetModel& model = model_of(body);
        const Vec3 own_up = pose_of(body).rotation.conjugate() * up;
        return std::ranges::all_of(
            part_of(model.corner_directions, model.corners[corner].directions),
            [&](const Vec3& direction) { return own_up.dot(direction) >= -kSlack; });
    }

    /// Returns true where all around a point the ground is filled by bodies other than that one,
    /// and nothing but that lies above. `see` is told the places below.
    template <typename See>
    bool is_flush(const Vec3& point, const Vec3& up, int other, const See& see) const {
        const Vec3 east = up.unitOrthogonal();
        const Vec3 north = up.cross(east);
        for (int i = 0; i < kDirections; ++i) {
            const double angle = (i + 0.5) * 2.0 * std::numbers::pi / kDirections;
            const Vec3 beside =
                point + around_ * (std::cos(angle) * east + std::sin(angle) * north);
            if (!is_filled(beside - height_ * up, other) ||
                is_filled(beside + height_ * up, other)) {
                return false;
            }
            see(Vec3(beside - height_ * up));
        }
        return true;
    }

    /// Returns true when `is_so(body)` is of one near the point.
    template <typename IsSo>
    bool any_near(const Vec3& point, const IsSo& is_so) const {
        return by_place_.any_near(inflated({point, point}, around_),
                                  [&](int k) { return is_near(k, point) && is_so(k); });
    }

    /// Returns true for a point near the box of a body in that body's own axes: how the scene lies
    /// in the world does not count.
    bool is_near(int body, const Vec3& point) const {
        const Collider& collider = bodies_[body].collider;
        if (!collider.shape->facets || collider.shape->facets->boxes.nodes.empty()) {
            return false;
        }
        const Vec3 own = point_in_frame(collider.world_from_body, point);
        return overlap(inflated({own, own}, around_), collider.shape->facets->boxes.nodes[0]);
    }

    bool any_third_is_near(const ContactPoint& contact, const Vec3& point) const {
        return any_near(point, [&](int k) { return k != contact.body_a && k != contact.body_b; });
    }

    bool is_inside(int body, const Vec3& point) const {
        const Collider& collider = bodies_[body].collider;
        return collider.shape->facets &&
               contains_point(*collider.shape->facets,
                              point_in_frame(collider.world_from_body, point));
    }

    /// Returns true for a point in any body but one.
    bool is_filled(const Vec3& point, int but) const {
        return any_near(point, [&](int k) { return k != but && is_inside(k, point); });
    }

    std::span<const SceneBody> bodies_;
    BodiesByPlace& by_place_;
    double reach_;
    double around_;
    double height_;
};

}  // namespace

void drop_beside_third_bodies(std::span<const SceneBody> bodies, double reach,
                              std::vector<ContactPoint>& contacts,
                              std::span<const ContactPoint> known) {
    constexpr double kGapShare = 1e-3;  // less is no gap but rounding
    BodiesByPlace by_place(bodies);
    const CoveredRims rims(bodies, by_place, reach);
    std::vector<bool> dropped(contacts.size(), false);
    std::vector<std::size_t> of_rims;
    bool any = false;
    const auto drop = [&](const ContactRun& run) {
        std::fill_n(dropped.begin() + static_cast<std::ptrdiff_t>(run.first), run.count, true);
        any = true;
    };
    for (std::size_t i = 0; i < contacts.size();) {
        const ContactRun run = run_at(contacts, i);
        const ContactPoint& contact = contacts[i];
        i += run.count;
        if (run.count == 1 && rims.hold(contact)) {
            drop(run);
            of_rims.push_back(run.first);
            continue;
        }
        const double gap = contact.normal.dot(run.to - run.from);
        if (gap < kGapShare * reach || gap > reach) {
            continue;
        }
        if (by_place.any_near({run.from.cwiseMin(run.to), run.from.cwiseMax(run.to)}, [&](int k) {
                return k != contact.body_a && k != contact.body_b &&
                       lies_between(bodies[k].collider, run);
            })) {
            drop(run);
        }
    }
    for (const std::size_t i : of_rims) {
        if (const auto found = rims.on_ground(contacts[i], contacts, dropped, known)) {
            contacts[i] = *found;
            dropped[i] = false;
        }
    }
    if (any) {
        std::size_t place = 0;
        std::erase_if(contacts, [&](const ContactPoint&) { return dropped[place++]; });
    }
}

}  // namespace touchstone
