#include "methods/smooth/extremal_rates.h"

#include <algorithm>
#include <utility>

#include "methods/smooth/dual_newton.h"

namespace touchstone {
namespace {

constexpr int kHitSteps = 10;

/// A feature's function at a point that stays where it is while the body moves through it.
struct FeatureRates {
    Jet jet;
    Vec3 velocity;              // V, of the body's point there
    double value_rate;          // ∂F/∂t
    Vec3 gradient_rate;         // ∂∇F/∂t
    double value_acceleration;  // ∂²F/∂t²
};

FeatureRates rates_of(const Jet& jet, const Vec3& point, const SolidMotion& motion) {
    FeatureRates rates;
    rates.jet = jet;
    const Vec3 arm = point - motion.about;
    rates.velocity = motion.velocity + motion.angular_velocity.cross(arm);
    rates.value_rate = -jet.gradient.dot(rates.velocity);
    rates.gradient_rate =
        -jet.hessian * rates.velocity + motion.angular_velocity.cross(jet.gradient);
    const Vec3 velocity_rate = motion.acceleration + motion.angular_acceleration.cross(arm) -
                               motion.angular_velocity.cross(motion.velocity);
    rates.value_acceleration =
        -(rates.gradient_rate.dot(rates.velocity) + jet.gradient.dot(velocity_rate));
    return rates;
}

/// Returns d²/dt² of the height of a surface over the tangent plane, above a point that moves with
/// `point_velocity`. Baraff [1990], (49).
double height_acceleration(const FeatureRates& rates, const Vec3& up, const Vec3& point_velocity) {
    const Vec3 along = point_velocity - up.dot(point_velocity) * up;
    const double slope = rates.jet.gradient.dot(up);
    const double height_rate = -rates.value_rate / slope;
    const double bend = -along.dot(rates.jet.hessian * along) / slope;
    const double turn =
        -along.dot(rates.gradient_rate + height_rate * rates.jet.hessian * up) / slope;
    const double own =
        -(rates.value_acceleration + 2.0 * height_rate * up.dot(rates.gradient_rate) +
          height_rate * height_rate * up.dot(rates.jet.hessian * up)) /
        slope;
    return bend + 2.0 * turn + own;
}

/// Returns the acceleration of the body's material at the extremal point's place, as the point
/// wanders.
Vec3 wandering_acceleration(const SolidMotion& motion, const Vec3& point,
                            const Vec3& point_velocity, bool forced) {
    const Vec3 turning = motion.angular_velocity.cross(point_velocity - motion.velocity);
    return forced ? Vec3(turning + motion.acceleration +
                         motion.angular_acceleration.cross(point - motion.about))
                  : turning;
}

/// Follows the normal alone for ovals: two unknowns where (9) has eight.
NewtonResult follow_normal(const FeaturePair& features, const ExtremalTrack& track, double time) {
    Vec3 start = track.pair.contacts[0].normal;
    if (track.has_rates) {
        start = (start + time * track.rates.normal_rate).normalized();
    }
    const DualResult climbed = climb_normals(*features.a, *features.b, start);
    NewtonResult found;
    found.state = guess_state(features, climbed.point_a, climbed.point_b);
    found.normal = climbed.normal;
    found.separation = climbed.separation;
    found.iterations = climbed.work.iterations;
    found.converged = climbed.converged;
    return found;
}

/// Returns the pair of points that the track has, moved on by their velocity over a time.
ExtremalState moved_state(const FeaturePair& features, const ExtremalTrack& track, double time) {
    ExtremalState guess = track.pair.state;
    if (track.has_rates) {
        const ExtremalRates& rates = track.rates;
        guess.point_a +=
            time * (rates.point_velocity_a + features.feature_a->extra * rates.normal_rate);
        guess.point_b +=
            time * (rates.point_velocity_b - features.feature_b->extra * rates.normal_rate);
        guess.lambda_1 += time * rates.lambda_1_rate;
        guess.lambda_2 += time * rates.lambda_2_rate;
    }
    return guess;
}

/// Returns true when a pair of points is still the witness, see followed_pair.
bool is_witness(const FeaturePair& features, const NewtonResult& found,
                const SmoothContact& contact) {
    constexpr double kFarthest = 1e-9;  // share of the size
    constexpr double kIsolated = 1e-6;
    if (!found.converged || found.iterations > kHitSteps) {
        return false;
    }
    const double isolated = isolation(pair_curvature(features, found.state), found.separation);
    const bool convex_a = is_convex(features.a->solid->primitive);
    if (convex_a && is_convex(features.b->solid->primitive)) {
        return is_certified(*features.a, *features.b, contact) && isolated > 0.0;
    }
    const PlacedSolid& convex = convex_a ? *features.a : *features.b;
    const Vec3 way = convex_a ? contact.normal : Vec3(-contact.normal);
    const Vec3& point = convex_a ? contact.point_a : contact.point_b;
    return way.dot(support(convex, way) - point) <= kFarthest * convex.solid->size &&
           isolated > kIsolated;
}

}  // namespace

ExtremalRates extremal_rates(const FeaturePair& pair, const ExtremalState& state,
                             const SolidMotion& motion_a, const SolidMotion& motion_b) {
    const FeatureRates f =
        rates_of(placed_jet(*pair.a, *pair.feature_a, state.point_a), state.point_a, motion_a);
    const FeatureRates g =
        rates_of(placed_jet(*pair.b, *pair.feature_b, state.point_b), state.point_b, motion_b);
    ExtremalVector right;
    right.segment<3>(0) = f.gradient_rate + state.lambda_2 * g.gradient_rate;
    right[3] = f.value_rate;
    right[4] = g.value_rate;
    right.segment<3>(5) = state.lambda_1 * g.gradient_rate;
    const ExtremalVector moved = -solve_extremal(extremal_jacobian(f.jet, g.jet, state), right);
    const Vec3 on_a = moved.segment<3>(0);
    const Vec3 on_b = moved.segment<3>(3);

    ExtremalRates rates;
    rates.lambda_1_rate = moved[6];
    rates.lambda_2_rate = moved[7];
    const Vec3 normal = f.jet.gradient.normalized();
    const Vec3 gradient_change = f.jet.hessian * on_a + f.gradient_rate;
    rates.normal_rate =
        (gradient_change - normal.dot(gradient_change) * normal) / f.jet.gradient.norm();
    const Vec3 approach = g.velocity - f.velocity;
    rates.separation_rate = normal.dot(approach);
    const auto second_rate = [&](bool forced) {
        const Vec3 acceleration = wandering_acceleration(motion_b, state.point_b, on_b, forced) -
                                  wandering_acceleration(motion_a, state.point_a, on_a, forced);
        return rates.normal_rate.dot(approach) + normal.dot(acceleration);
    };
    rates.separation_acceleration = second_rate(true);
    rates.curvature_rate = second_rate(false);
    rates.height_acceleration =
        height_acceleration(f, -normal, on_a) - height_acceleration(g, -normal, on_b);
    rates.point_velocity_a = on_a - pair.feature_a->extra * rates.normal_rate;
    rates.point_velocity_b = on_b + pair.feature_b->extra * rates.normal_rate;
    return rates;
}

FollowedPair followed_pair(const ExtremalTrack& track, const PlacedSolid& a, const PlacedSolid& b,
                           double time) {
    const ExtremalPair& last = track.pair;
    const bool convex = is_convex(a.solid->primitive) && is_convex(b.solid->primitive);
    if (last.contacts.empty() || last.feature_a < 0 || last.feature_b < 0) {
        return {convex ? convex_pair(a, b) : curved_pairs(a, b), false};
    }
    const FeaturePair features{&a, &b, &a.solid->features[last.feature_a],
                               &b.solid->features[last.feature_b]};
    const bool ovals = a.solid->is_oval && b.solid->is_oval;
    const NewtonResult found =
        ovals ? follow_normal(features, track, time)
              : solve_extremal(features, moved_state(features, track, time), NewtonRule::Damped);
    SmoothContact contact;
    contact.normal = found.normal;
    contact.point_a = found.state.point_a - features.feature_a->extra * found.normal;
    contact.point_b = found.state.point_b + features.feature_b->extra * found.normal;
    contact.separation = found.normal.dot(contact.point_b - contact.point_a);
    if (!is_witness(features, found, contact)) {
        return {convex ? convex_pair(a, b) : curved_pairs(a, b), false};
    }
    ExtremalPair pair;
    pair.contacts = {contact};
    pair.spread = last.spread;
    pair.proven = convex && contact.separation > 0.0;
    pair.solid_a = last.solid_a;
    pair.solid_b = last.solid_b;
    pair.feature_a = last.feature_a;
    pair.feature_b = last.feature_b;
    pair.state = found.state;
    FollowedPair followed;
    followed.answer.iterations = found.iterations;
    followed.answer.pairs.push_back(std::move(pair));
    followed.is_hit = true;
    return followed;
}

ExtremalAnswer follow_pair(ExtremalTrack& track, const PlacedSolid& a, const PlacedSolid& b,
                           double time) {
    FollowedPair followed = followed_pair(track, a, b, time);
    const std::vector<ExtremalPair>& pairs = followed.answer.pairs;
    track.pair = pairs.empty() ? ExtremalPair{}
                               : *std::ranges::min_element(pairs, {}, [](const ExtremalPair& pair) {
                                     return pair.contacts[0].separation;
                                 });
    track.has_rates = false;
    if (followed.is_hit) {
        ++track.counts.hits;
    } else {
        track.counts.misses += track.pair.feature_a >= 0 ? 1 : 0;
    }
    return std::move(followed.answer);
}

void note_motion(ExtremalTrack& track, const PlacedSolid& a, const PlacedSolid& b,
                 const SolidMotion& motion_a, const SolidMotion& motion_b) {
    const ExtremalPair& pair = track.pair;
    if (pair.contacts.empty() || pair.feature_a < 0 || pair.feature_b < 0) {
        return;
    }
    const FeaturePair features{&a, &b, &a.solid->features[pair.feature_a],
                               &b.solid->features[pair.feature_b]};
    track.rates = extremal_rates(features, pair.state, motion_a, motion_b);
    track.has_rates = track.rates.normal_rate.allFinite() &&
                      track.rates.point_velocity_a.allFinite() &&
                      track.rates.point_velocity_b.allFinite();
}

}  // namespace touchstone
