#include "generators/third_bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/geometry/facet_queries.h"

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

/// Returns the normal of the facet at an edge or a corner that is nearest to a direction, both in
/// the body's frame; zero for features of other kinds.
Vec3 nearest_normal(const FacetModel& model, const Feature& feature, const Vec3& direction) {
    Vec3 best = Vec3::Zero();
    const auto offer = [&](int facet) {
        const Vec3& normal = model.facets[facet].normal;
        best = best.isZero(0.0) || normal.dot(direction) > best.dot(direction) ? normal : best;
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
          around_(kRimReach * reach),
          height_(kRimHeight * reach) {}

    /// Returns true for a contact of a rim that a third body covers.
    bool hold(const ContactPoint& contact) const {
        const Vec3 half = 0.5 * contact.separation * contact.normal;
        return covers(contact, contact.body_a, contact.feature_a, contact.position - half,
                      contact.normal) ||
               covers(contact, contact.body_b, contact.feature_b, contact.position + half,
                      -contact.normal);
    }

 private:
    /// `normal`: the contact's, away from the body with the rim; `point`: that body's.
    bool covers(const ContactPoint& contact, int body, const Feature& feature, const Vec3& point,
                const Vec3& normal) const {
        if ((feature.type != FeatureType::Edge && feature.type != FeatureType::Vertex) ||
            !bodies_[body].collider.shape->facets || !any_third_is_near(contact, point)) {
            return false;
        }
        const Collider& collider = bodies_[body].collider;
        const Quat& turn = collider.world_from_body.rotation;
        const Vec3 up =
            turn * nearest_normal(*collider.shape->facets, feature, turn.conjugate() * normal);
        const double cosine = up.dot(normal);
        if (!(cosine > kFromAbove) || cosine > kAlongFacet) {
            return false;
        }
        const int other = body == contact.body_a ? contact.body_b : contact.body_a;
        const Vec3 east = up.unitOrthogonal();
        const Vec3 north = up.cross(east);
        // The blunt tip of a body alone is no rim to a facet. Of blunt edges that is not known: a
        // ball that is sunk a little into two plates would meet the rims of their joint with its
        // edges.
        const Feature& met = body == contact.body_a ? contact.feature_b : contact.feature_a;
        bool goes_on = met.type != FeatureType::Face;
        for (int i = 0; i < kDirections; ++i) {
            const double angle = (i + 0.5) * 2.0 * std::numbers::pi / kDirections;
            const Vec3 beside =
                point + around_ * (std::cos(angle) * east + std::sin(angle) * north);
            if (!is_filled(beside - height_ * up, other) ||
                is_filled(beside + height_ * up, other)) {
                return false;
            }
            goes_on = goes_on || !is_inside(body, beside - height_ * up);
        }
        return goes_on;
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
    double around_;
    double height_;
};

}  // namespace

void drop_beside_third_bodies(std::span<const SceneBody> bodies, double reach,
                              std::vector<ContactPoint>& contacts) {
    constexpr double kGapShare = 1e-3;  // less is no gap but rounding
    BodiesByPlace by_place(bodies);
    const CoveredRims rims(bodies, by_place, reach);
    std::vector<bool> dropped(contacts.size(), false);
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
    if (any) {
        std::size_t place = 0;
        std::erase_if(contacts, [&](const ContactPoint&) { return dropped[place++]; });
    }
}

}  // namespace touchstone
