#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "methods/continuous/gjk.h"
#include "methods/smooth/contact_region.h"
#include "methods/smooth/extremal_points.h"

namespace touchstone {
namespace {

constexpr int kRingStarts = 24;
constexpr int kRingContacts = 8;
constexpr double kSameLocal = 1e-7;  // distance of points that are one, as a share of the size
constexpr double kOnSurface = 1e-9;  // distance of points on the surface, as a share of the size
constexpr double kAligned = 1e-8;    // sine of an angle
constexpr double kFits = 1e-6;       // isolation below which the surfaces fit each other

constexpr const char* kFitsTooClosely =
    "the surfaces fit each other too closely: their curvatures are equal where they meet, so that "
    "no point of contact stands alone";

/// The results of a search from many starts.
struct LocalPairs {
    ExtremalAnswer answer;
    bool fits = false;  ///< some solution was not isolated

    void add(ExtremalPair pair, double same) {
        const bool known = std::ranges::any_of(answer.pairs, [&](const ExtremalPair& other) {
            return (other.contacts[0].point_a - pair.contacts[0].point_a).norm() <= same;
        });
        if (!known) {
            answer.pairs.push_back(std::move(pair));
        }
    }
};

Vec3 ring_point(const PlacedSolid& torus, double angle) {
    const double radius = torus.solid->features[0].sizes.x();
    return to_frame(torus, {radius * std::cos(angle), 0.0, radius * std::sin(angle)});
}

/// Returns true when B has no point farther against n than the contact's, and the contact's lies on
/// it.
bool is_farthest(const PlacedSolid& b, const SmoothContact& contact, double size) {
    const double height = contact.normal.dot(support(b, -contact.normal));
    return std::abs(contact.normal.dot(contact.point_b) - height) <= kOnSurface * size &&
           smooth_level(b.solid->primitive, to_solid(b, contact.point_b)) <=
               10.0 * kOnSurface * size;
}

/// Iterates from a pair of points; nothing when no isolated local minimum comes of it.
void take_local(const FeaturePair& features, int feature_b, const Vec3& point_a,
                const Vec3& point_b, bool convex_b, LocalPairs& pairs) {
    const double size = features.a->solid->size + features.b->solid->size;
    const Vec3 way = placed_jet(*features.a, *features.feature_a, point_a).gradient.normalized();
    if (!way.allFinite()) {
        return;
    }
    const ExtremalState guess =
        guess_state(features, point_a, point_b - features.feature_b->extra * way);
    const NewtonResult found = solve_extremal(features, guess, NewtonRule::Damped);
    pairs.answer.iterations += found.iterations;
    if (!found.converged) {
        return;
    }
    SmoothContact contact;
    contact.normal = found.normal;
    contact.point_a = found.state.point_a;
    contact.point_b = found.state.point_b + features.feature_b->extra * found.normal;
    contact.separation = found.normal.dot(contact.point_b - contact.point_a);
    const double isolated = isolation(pair_curvature(features, found.state), found.separation);
    if (convex_b && !is_farthest(*features.b, contact, size)) {
        return;
    }
    if (isolated <= kFits) {
        pairs.fits = pairs.fits || std::abs(isolated) <= kFits;
        return;
    }
    ExtremalPair pair;
    pair.contacts = {contact};
    pair.feature_a = 0;
    pair.feature_b = feature_b;
    pair.state = found.state;
    pairs.add(std::move(pair), kSameLocal * size);
}

/// Finds a ring that lies flat on a face of B; for two faces on the side of the nearer one.
std::optional<ExtremalPair> flat_ring(const PlacedSolid& torus, const PlacedSolid& b) {
    const Vec3 axis = torus.rotation.col(1);
    const double same = kOnSurface * (torus.solid->size + b.solid->size);
    std::optional<ExtremalPair> best;
    for (const SmoothFeature& feature : b.solid->features) {
        const Vec3 normal = -(b.rotation * feature.axis);
        if (feature.form != FeatureForm::Plane || axis.cross(normal).norm() > kAligned) {
            continue;
        }
        ContactRegion region =
            contact_region(support_face(torus, normal), support_face(b, -normal), normal, same);
        if (region.contacts.size() < 2 ||
            (best && region.contacts[0].separation <= best->contacts[0].separation)) {
            continue;
        }
        best = ExtremalPair{};
        best->proven = region.contacts[0].separation > 0.0;
        best->contacts = std::move(region.contacts);
        best->spread = region.spread;
    }
    return best;
}

/// Takes flat faces of B against the outside of the torus.
void take_flat_faces(const PlacedSolid& torus, const PlacedSolid& b, LocalPairs& pairs) {
    const double size = torus.solid->size + b.solid->size;
    for (const SmoothFeature& feature : b.solid->features) {
        if (feature.form != FeatureForm::Plane) {
            continue;
        }
        const Vec3 normal = -(b.rotation * feature.axis);
        const ContactRegion region = contact_region(
            support_face(torus, normal), support_face(b, -normal), normal, kOnSurface * size);
        if (region.contacts.size() == 1 && region.contacts[0].separation > -0.5 * size) {
            ExtremalPair pair;
            pair.contacts = region.contacts;
            pairs.add(std::move(pair), kSameLocal * size);
        }
    }
}

/// Distances of B from points of the torus's circle; the least ones among neighbours are starts.
struct RingDistance {
    double distance = 0.0;
    Vec3 normal = Vec3::Zero();
    Vec3 point_b = Vec3::Zero();
    bool inside = false;  ///< the circle is inside B there
};

RingDistance ring_distance(const PlacedSolid& b, const Vec3& point) {
    const Vec3 none[]{Vec3::Zero()};
    const SupportShape tip = make_support_hull(std::span<const Vec3>(none));
    const PlacedPair pair{.a = &tip,
                          .b = &b.solid->core,
                          .linear_b = b.rotation * b.solid->solid_from_core,
                          .offset = to_frame(b, b.solid->core_centre) - point};
    constexpr double kShare = 1e-3;
    const PairDistance found = rough_pair_distance(pair, kShare);
    RingDistance result;
    result.inside = found.lower <= 0.0;
    result.distance = found.lower - b.solid->core_radius;
    result.normal = found.normal;
    result.point_b = point + found.point_b - b.solid->core_radius * found.normal;
    return result;
}

ExtremalAnswer torus_and_convex(const PlacedSolid& torus, const PlacedSolid& b) {
    LocalPairs pairs;
    if (std::optional<ExtremalPair> ring = flat_ring(torus, b)) {
        pairs.answer.pairs.push_back(*std::move(ring));
        return pairs.answer;
    }
    take_flat_faces(torus, b, pairs);
    std::vector<RingDistance> around;
    around.reserve(kRingStarts);
    for (int i = 0; i < kRingStarts; ++i) {
        around.push_back(
            ring_distance(b, ring_point(torus, 2.0 * std::numbers::pi * i / kRingStarts)));
    }
    bool deep = false;
    for (int i = 0; i < kRingStarts; ++i) {
        const RingDistance& here = around[i];
        const double before = around[(i + kRingStarts - 1) % kRingStarts].distance;
        const double after = around[(i + 1) % kRingStarts].distance;
        deep = deep || here.inside;
        if (here.inside || here.distance > before || here.distance > after) {
            continue;
        }
        const Vec3 centre = ring_point(torus, 2.0 * std::numbers::pi * i / kRingStarts);
        const SmoothFeature& tube = torus.solid->features[0];
        for (int j = 0; j < std::ssize(b.solid->features); ++j) {
            if (b.solid->features[j].form != FeatureForm::Plane) {
                take_local({&torus, &b, &tube, &b.solid->features[j]}, j,
                           centre + tube.offset * here.normal, here.point_b, true, pairs);
            }
        }
    }
    if (pairs.answer.pairs.empty()) {
        pairs.answer.why_not = deep ? "the circle inside the torus meets the other body: they "
                                      "overlap deeper than the tube's radius"
                                    : kFitsTooClosely;
    }
    return pairs.answer;
}

/// Returns eight points of the ring along which two tori on one axis are nearest.
std::optional<ExtremalPair> coaxial_ring(const PlacedSolid& a, const PlacedSolid& b) {
    const Vec3 axis = a.rotation.col(1);
    const Vec3 between = b.centre - a.centre;
    const double height = axis.dot(between);
    const double size = a.solid->size + b.solid->size;
    if (axis.cross(b.rotation.col(1)).norm() > kAligned ||
        (between - height * axis).norm() > kAligned * size) {
        return std::nullopt;
    }
    const SmoothFeature& tube_a = a.solid->features[0];
    const SmoothFeature& tube_b = b.solid->features[0];
    const double out = tube_b.sizes.x() - tube_a.sizes.x();
    const double distance = std::hypot(out, height);
    if (!(distance > kAligned * size)) {
        return std::nullopt;
    }
    ExtremalPair pair;
    pair.spread = ContactSpread::Ring;
    pair.contacts.reserve(kRingContacts);
    for (int i = 0; i < kRingContacts; ++i) {
        const Vec3 from = ring_point(a, 2.0 * std::numbers::pi * i / kRingContacts);
        const Vec3 radial = (from - a.centre).normalized();
        SmoothContact contact;
        contact.normal = (out * radial + height * axis) / distance;
        contact.point_a = from + tube_a.offset * contact.normal;
        contact.point_b = from + (distance - tube_b.offset) * contact.normal;
        contact.separation = distance - tube_a.offset - tube_b.offset;
        pair.contacts.push_back(contact);
    }
    return pair;
}

Vec3 nearest_on_ring(const PlacedSolid& torus, const Vec3& point) {
    const Vec3 local = to_solid(torus, point);
    const double rho = std::hypot(local.x(), local.z());
    const double scale = rho > 0.0 ? torus.solid->features[0].sizes.x() / rho : 0.0;
    return to_frame(torus, {scale * local.x(), 0.0, scale * local.z()});
}

ExtremalAnswer torus_and_torus(const PlacedSolid& a, const PlacedSolid& b) {
    LocalPairs pairs;
    if (std::optional<ExtremalPair> ring = coaxial_ring(a, b)) {
        pairs.answer.pairs.push_back(*std::move(ring));
        return pairs.answer;
    }
    std::vector<double> around;
    around.reserve(kRingStarts);
    const auto from_at = [&](int i) {
        return ring_point(a, 2.0 * std::numbers::pi * i / kRingStarts);
    };
    for (int i = 0; i < kRingStarts; ++i) {
        around.push_back((nearest_on_ring(b, from_at(i)) - from_at(i)).norm());
    }
    const SmoothFeature& tube_a = a.solid->features[0];
    const SmoothFeature& tube_b = b.solid->features[0];
    for (int i = 0; i < kRingStarts; ++i) {
        const double before = around[(i + kRingStarts - 1) % kRingStarts];
        const double after = around[(i + 1) % kRingStarts];
        if (around[i] > before || around[i] > after || !(around[i] > 0.0)) {
            continue;
        }
        const Vec3 from = from_at(i);
        const Vec3 to = nearest_on_ring(b, from);
        const Vec3 way = (to - from).normalized();
        take_local({&a, &b, &tube_a, &tube_b}, 0, from + tube_a.offset * way,
                   to - tube_b.offset * way, false, pairs);
    }
    if (pairs.answer.pairs.empty()) {
        pairs.answer.why_not = kFitsTooClosely;
    }
    return pairs.answer;
}

/// Starts all over the hollow of a bowl.
std::vector<Vec3> hollow_points(const SmoothBowl& bowl) {
    constexpr int kAround = 8;
    std::vector<Vec3> points{Vec3::Zero()};
    points.reserve(1 + 4 * kAround);
    for (const double share : {0.25, 0.5, 0.75, 0.95}) {
        for (int i = 0; i < kAround; ++i) {
            const double t = 2.0 * std::numbers::pi * i / kAround;
            const double r = share * bowl.rim_radius;
            points.emplace_back(r * std::cos(t), r * r / (2.0 * bowl.curvature_radius),
                                r * std::sin(t));
        }
    }
    return points;
}

bool is_over_hollow(const SmoothBowl& bowl, const Vec3& point) {
    const double rho = std::hypot(point.x(), point.z());
    return rho < bowl.rim_radius && point.y() > rho * rho / (2.0 * bowl.curvature_radius);
}

ExtremalAnswer bowl_and_convex(const PlacedSolid& a, const PlacedSolid& b,
                               const ExtremalOptions& options) {
    const SmoothBowl& bowl = std::get<SmoothBowl>(a.solid->primitive);
    if (!is_over_hollow(bowl, to_solid(a, to_frame(b, b.solid->core_centre)))) {
        return convex_pair(a, b, options);
    }
    LocalPairs pairs;
    const SmoothFeature& hollow = a.solid->features[0];
    for (const Vec3& local : hollow_points(bowl)) {
        const Vec3 point_a = to_frame(a, local);
        const Vec3 normal = placed_jet(a, hollow, point_a).gradient.normalized();
        const Vec3 point_b = support(b, -normal);
        for (int j = 0; j < std::ssize(b.solid->features); ++j) {
            if (b.solid->features[j].form != FeatureForm::Plane) {
                take_local({&a, &b, &hollow, &b.solid->features[j]}, j, point_a, point_b, true,
                           pairs);
            }
        }
    }
    std::erase_if(pairs.answer.pairs, [&](const ExtremalPair& pair) {
        const Vec3 local = to_solid(a, pair.contacts[0].point_a);
        return std::hypot(local.x(), local.z()) > bowl.rim_radius;
    });
    if (pairs.fits && pairs.answer.pairs.empty()) {
        pairs.answer.why_not = kFitsTooClosely;
    } else if (pairs.answer.pairs.empty()) {
        pairs.answer.why_not =
            "the body over the bowl has no isolated nearest point in the hollow; its rim is not "
            "looked at";
    }
    return pairs.answer;
}

/// Returns the answer for the bodies in the other order.
ExtremalAnswer swapped(ExtremalAnswer answer, const PlacedSolid& a, const PlacedSolid& b) {
    for (ExtremalPair& pair : answer.pairs) {
        for (SmoothContact& contact : pair.contacts) {
            std::swap(contact.point_a, contact.point_b);
            contact.normal = -contact.normal;
        }
        std::swap(pair.feature_a, pair.feature_b);
        if (pair.feature_a >= 0 && pair.feature_b >= 0) {
            const FeaturePair features{&a, &b, &a.solid->features[pair.feature_a],
                                       &b.solid->features[pair.feature_b]};
            pair.state = guess_state(features, pair.state.point_b, pair.state.point_a);
        }
    }
    return answer;
}

}  // namespace

ExtremalAnswer curved_pairs(const PlacedSolid& a, const PlacedSolid& b,
                            const ExtremalOptions& options) {
    const bool torus_a = std::holds_alternative<SmoothTorus>(a.solid->primitive);
    const bool torus_b = std::holds_alternative<SmoothTorus>(b.solid->primitive);
    if (torus_a && torus_b) {
        return torus_and_torus(a, b);
    }
    if (!is_convex(a.solid->primitive) && !is_convex(b.solid->primitive)) {
        ExtremalAnswer answer;
        answer.why_not = "a bowl is answered for with convex bodies only";
        return answer;
    }
    if (torus_a) {
        return torus_and_convex(a, b);
    }
    if (torus_b) {
        return swapped(torus_and_convex(b, a), a, b);
    }
    if (std::holds_alternative<SmoothBowl>(a.solid->primitive)) {
        return bowl_and_convex(a, b, options);
    }
    return swapped(bowl_and_convex(b, a, options), a, b);
}

}  // namespace touchstone
