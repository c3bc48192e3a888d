#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "methods/continuous/gjk.h"
#include "methods/smooth/contact_region.h"
#include "methods/smooth/dual_newton.h"
#include "methods/smooth/extremal_points.h"

namespace touchstone {
namespace {

constexpr double kCertified = 1e-9;     // error of the certificate, as a share of the size
constexpr double kStartShare = 0.1;     // gap between the bounds of a start's distance
constexpr double kParallelAxes = 1e-8;  // sine of the angle between axes
constexpr int kMoreStarts = 5;          // starts from the spread directions, where bodies overlap

double pair_size_of(const PlacedSolid& a, const PlacedSolid& b) {
    return a.solid->size + b.solid->size;
}

/// Returns −h_A(n) − h_B(−n), which is never more than the separation of disjoint bodies.
double gap_along(const PlacedSolid& a, const PlacedSolid& b, const Vec3& normal) {
    return normal.dot(support(b, -normal) - support(a, normal));
}

/// The start of a search: a normal and a point near each surface.
struct PairStart {
    Vec3 normal;
    Vec3 point_a;
    Vec3 point_b;
};

PairStart start_along(const PlacedSolid& a, const PlacedSolid& b, const Vec3& normal) {
    return {normal, support(a, normal), support(b, -normal)};
}

bool is_flat_core(const SmoothSolid& solid) {
    return solid.core.kind == SupportKind::Points || solid.core.kind == SupportKind::Box;
}

/// Finds a start from the distance of the cores, shrunk about their centres until they are apart.
std::optional<PairStart> start_by_distance(const PlacedSolid& a, const PlacedSolid& b) {
    for (const double scale : {1.0, 0.8, 0.4, 0.1, 0.01}) {
        const PlacedPair pair = core_pair(a, b, scale);
        const PairDistance distance = rough_pair_distance(pair, kStartShare);
        if (distance.lower <= 0.0) {
            continue;
        }
        const Vec3 centre = to_frame(a, a.solid->core_centre);
        const Vec3 core_a = distance.point_a / scale;
        const Vec3 core_b = (distance.point_b - pair.offset) / scale + pair.offset;
        return PairStart{distance.normal, centre + core_a + a.solid->core_radius * distance.normal,
                         centre + core_b - b.solid->core_radius * distance.normal};
    }
    return std::nullopt;
}

/// The best pair so far, and what was spent.
struct Candidates {
    std::optional<ExtremalPair> best;
    int iterations = 0;

    double separation() const { return best->contacts[0].separation; }
    void take(ExtremalPair pair, double same) {
        const double own = pair.contacts[0].separation;
        // Of equal ones the first, unless a later one knows the whole line or area.
        const bool wider = best && std::abs(own - separation()) <= same &&
                           pair.contacts.size() > best->contacts.size();
        if (!best || own > separation() + same || wider) {
            best = std::move(pair);
        }
    }
    bool is_settled() const { return best && best->proven; }
};

void take_normal(const PlacedSolid& a, const PlacedSolid& b, const Vec3& normal,
                 Candidates& candidates) {
    const double same = kCertified * pair_size_of(a, b);
    ContactRegion region =
        contact_region(support_face(a, normal), support_face(b, -normal), normal, same);
    if (region.contacts.empty()) {
        return;
    }
    ExtremalPair pair;
    pair.proven = region.contacts[0].separation > 0.0;
    pair.contacts = std::move(region.contacts);
    pair.spread = region.spread;
    candidates.take(std::move(pair), same);
}

/// Normals across the axes of two lines; two when they are not parallel.
void take_lines(const PlacedSolid& a, const PlacedSolid& b, const SmoothFeature& line_a,
                const SmoothFeature& line_b, Candidates& candidates) {
    const Vec3 axis_a = a.rotation * line_a.axis;
    const Vec3 axis_b = b.rotation * line_b.axis;
    const Vec3 across = axis_a.cross(axis_b);
    if (across.norm() > kParallelAxes) {
        take_normal(a, b, across.normalized(), candidates);
        take_normal(a, b, -across.normalized(), candidates);
        return;
    }
    const Vec3 between = to_frame(b, line_b.centre) - to_frame(a, line_a.centre);
    const Vec3 apart = between - axis_a.dot(between) * axis_a;
    if (apart.norm() > kParallelAxes * pair_size_of(a, b)) {
        take_normal(a, b, apart.normalized(), candidates);
        take_normal(a, b, -apart.normalized(), candidates);
    }
}

/// Takes everything that has a closed form: planes against anything, lines against lines.
void take_closed_forms(const PlacedSolid& a, const PlacedSolid& b, Candidates& candidates) {
    for (const SmoothFeature& feature : a.solid->features) {
        if (feature.form == FeatureForm::Plane) {
            take_normal(a, b, a.rotation * feature.axis, candidates);
        }
    }
    for (const SmoothFeature& feature : b.solid->features) {
        if (feature.form == FeatureForm::Plane) {
            take_normal(a, b, -(b.rotation * feature.axis), candidates);
        }
    }
    for (const SmoothFeature& line_a : a.solid->features) {
        for (const SmoothFeature& line_b : b.solid->features) {
            if (line_a.form == FeatureForm::Line && line_b.form == FeatureForm::Line) {
                take_lines(a, b, line_a, line_b, candidates);
            }
        }
    }
}

bool needs_newton(const SmoothFeature& a, const SmoothFeature& b) {
    const bool plane = a.form == FeatureForm::Plane || b.form == FeatureForm::Plane;
    return !plane && !(a.form == FeatureForm::Line && b.form == FeatureForm::Line);
}

/// Returns the contact of a solution of (9), without the radii of what is sharp.
SmoothContact contact_of(const FeaturePair& pair, const NewtonResult& found) {
    SmoothContact contact;
    contact.normal = found.normal;
    contact.point_a = found.state.point_a - pair.feature_a->extra * found.normal;
    contact.point_b = found.state.point_b + pair.feature_b->extra * found.normal;
    contact.separation = found.normal.dot(contact.point_b - contact.point_a);
    return contact;
}

void take_features(const PlacedSolid& a, const PlacedSolid& b, int feature_a, int feature_b,
                   const PairStart& start, Candidates& candidates) {
    const FeaturePair features{&a, &b, &a.solid->features[feature_a],
                               &b.solid->features[feature_b]};
    const ExtremalState guess =
        guess_state(features, start.point_a + features.feature_a->extra * start.normal,
                    start.point_b - features.feature_b->extra * start.normal);
    const NewtonResult found = solve_extremal(features, guess, NewtonRule::Damped);
    candidates.iterations += found.iterations;
    if (!found.converged) {
        return;
    }
    const SmoothContact contact = contact_of(features, found);
    const bool overlaps = contact.separation < 0.0;
    if (!is_certified(a, b, contact) ||
        (overlaps && isolation(pair_curvature(features, found.state), found.separation) <= 0.0)) {
        return;
    }
    ExtremalPair pair;
    pair.contacts = {contact};
    pair.proven = !overlaps;
    pair.feature_a = feature_a;
    pair.feature_b = feature_b;
    pair.state = found.state;
    candidates.take(std::move(pair), kCertified * pair_size_of(a, b));
}

void take_start(const PlacedSolid& a, const PlacedSolid& b, const PairStart& start,
                Candidates& candidates) {
    for (int i = 0; i < std::ssize(a.solid->features); ++i) {
        for (int j = 0; j < std::ssize(b.solid->features); ++j) {
            if (needs_newton(a.solid->features[i], b.solid->features[j])) {
                take_features(a, b, i, j, start, candidates);
                if (candidates.is_settled()) {
                    return;
                }
            }
        }
    }
}

/// Returns the spread directions by the gap along them, widest first.
std::vector<Vec3> best_directions(const PlacedSolid& a, const PlacedSolid& b) {
    std::vector<std::pair<double, Vec3>> ranked;
    ranked.reserve(12);
    for (const Vec3& way : spread_directions()) {
        ranked.emplace_back(gap_along(a, b, way), way);
    }
    std::ranges::stable_sort(ranked,
                             [](const auto& p, const auto& q) { return p.first > q.first; });
    std::vector<Vec3> ways;
    ways.reserve(kMoreStarts);
    for (int i = 0; i < kMoreStarts; ++i) {
        ways.push_back(ranked[i].second);
    }
    return ways;
}

ExtremalAnswer finish_search(Candidates candidates, const char* why_not) {
    ExtremalAnswer answer;
    answer.iterations = candidates.iterations;
    if (candidates.best) {
        answer.pairs.push_back(*std::move(candidates.best));
    } else {
        answer.why_not = why_not;
    }
    return answer;
}

constexpr const char* kTooDeep =
    "they overlap too deeply: deeper than their radii of curvature, so that no way out is "
    "shortest near by";

ExtremalAnswer oval_pair(const PlacedSolid& a, const PlacedSolid& b) {
    const DualResult found = separate_ovals(a, b);
    Candidates candidates;
    candidates.iterations = found.work.iterations;
    if (found.converged) {
        ExtremalPair pair;
        pair.contacts = {{found.point_a, found.point_b, found.normal, found.separation}};
        pair.proven = found.separation > 0.0;
        pair.feature_a = 0;
        pair.feature_b = 0;
        const FeaturePair features{&a, &b, a.solid->features.data(), b.solid->features.data()};
        pair.state = guess_state(features, found.point_a, found.point_b);
        candidates.best = std::move(pair);
    }
    return finish_search(std::move(candidates), kTooDeep);
}

/// Finds the pair of points, segments and boxes with a radius around them, for which distances of
/// the cores are exact.
ExtremalAnswer core_pairs(const PlacedSolid& a, const PlacedSolid& b) {
    Candidates candidates;
    take_closed_forms(a, b, candidates);
    const PairDistance distance = pair_distance(core_pair(a, b));
    if (distance.lower <= 0.0) {
        return finish_search({}, "their cores meet: they overlap deeper than the rounding");
    }
    const Vec3 way = distance.point_b - distance.point_a;
    take_normal(a, b, way.normalized(), candidates);
    if (!candidates.best) {
        const Vec3 normal = way.normalized();
        const Vec3 centre = to_frame(a, a.solid->core_centre);
        const Vec3 point_a = centre + distance.point_a + a.solid->core_radius * normal;
        const Vec3 point_b = centre + distance.point_b - b.solid->core_radius * normal;
        ExtremalPair pair;
        pair.contacts = {{point_a, point_b, normal, normal.dot(point_b - point_a)}};
        pair.proven = true;
        candidates.best = std::move(pair);
    }
    return finish_search(std::move(candidates), kTooDeep);
}

/// Returns a point of the surface on the way from the centre, as the paper's first guess has it.
Vec3 point_on_way(const PlacedSolid& placed, const Vec3& way) {
    const Vec3 along = placed.rotation.transpose() * way;
    double inside = 0.0;
    double outside = 2.0 * placed.solid->size;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (inside + outside);
        (smooth_level(placed.solid->primitive, middle * along) <= 0.0 ? inside : outside) = middle;
    }
    return to_frame(placed, inside * along);
}

ExtremalAnswer published_pair(const PlacedSolid& a, const PlacedSolid& b) {
    const FeaturePair features{&a, &b, a.solid->features.data(), b.solid->features.data()};
    const Vec3 way = (b.centre - a.centre).normalized();
    const ExtremalState guess = guess_state(features, point_on_way(a, way), point_on_way(b, -way));
    const NewtonResult found = solve_extremal(features, guess, NewtonRule::Published);
    ExtremalAnswer answer;
    answer.iterations = found.iterations;
    if (!found.converged) {
        answer.why_not = "the published iteration does not converge from the centre line";
        return answer;
    }
    ExtremalPair pair;
    pair.contacts = {contact_of(features, found)};
    pair.feature_a = 0;
    pair.feature_b = 0;
    pair.state = found.state;
    answer.pairs.push_back(std::move(pair));
    return answer;
}

}  // namespace

bool is_certified(const PlacedSolid& a, const PlacedSolid& b, const SmoothContact& contact) {
    const double same = kCertified * pair_size_of(a, b);
    return std::abs(contact.separation - gap_along(a, b, contact.normal)) <= same &&
           smooth_level(a.solid->primitive, to_solid(a, contact.point_a)) <= 10.0 * same &&
           smooth_level(b.solid->primitive, to_solid(b, contact.point_b)) <= 10.0 * same;
}

ExtremalAnswer convex_pair(const PlacedSolid& a, const PlacedSolid& b,
                           const ExtremalOptions& options) {
    if (options.published && a.solid->features.size() == 1 && b.solid->features.size() == 1) {
        return published_pair(a, b);
    }
    if (a.solid->is_oval && b.solid->is_oval) {
        return oval_pair(a, b);
    }
    if (is_flat_core(*a.solid) && is_flat_core(*b.solid)) {
        return core_pairs(a, b);
    }
    Candidates candidates;
    take_closed_forms(a, b, candidates);
    if (candidates.is_settled()) {
        return finish_search(std::move(candidates), kTooDeep);
    }
    const std::optional<PairStart> near = start_by_distance(a, b);
    if (near) {
        take_start(a, b, *near, candidates);
    }
    const Vec3 between = b.centre - a.centre;
    if (!candidates.is_settled() && between.norm() > 0.0) {
        take_start(a, b, start_along(a, b, between.normalized()), candidates);
    }
    if (!candidates.is_settled()) {
        for (const Vec3& way : best_directions(a, b)) {
            take_start(a, b, start_along(a, b, way), candidates);
        }
    }
    return finish_search(std::move(candidates), kTooDeep);
}

}  // namespace touchstone
