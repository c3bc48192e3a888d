#include "rigid_solver/barrier/energy/friction_energy.h"

#include "rigid_solver/barrier/energy/pair_sums.h"

namespace touchstone {
namespace {

/// Returns the slip u: how far A's closest point has moved relative to B's, across the normal [m].
Vec3 slip_of(const FrictionPair& pair, const PairVector& motion) {
    Vec3 sum = Vec3::Zero();
    for (int j = 0; j < 8; ++j) {
        for (int i = 0; i < 3; ++i) {
            sum[i] += pair.weights[j] * motion[3 * j + i];
        }
    }
    return sum - pair.normal.dot(sum) * pair.normal;
}

}  // namespace

Slip slip_energy(double t, double slip) {
    if (t >= slip) {
        return {t, 1.0 / t, -1.0 / (t * t * t)};
    }
    // f₁′ − f₁/t = −t/ε².
    const double bend = t > 0.0 ? -1.0 / (slip * slip * t) : 0.0;
    return {-t * t * t / (3.0 * slip * slip) + t * t / slip + slip / 3.0,
            2.0 / slip - t / (slip * slip), bend};
}

std::vector<FrictionPair> make_friction(std::span<const BarrierPair> pairs, const AffineBody& a,
                                        const AffineBody& b, const PairScale& scale,
                                        double friction) {
    std::vector<FrictionPair> result;
    if (friction <= 0.0) {
        return result;
    }
    result.reserve(pairs.size());
    for (const BarrierPair& pair : pairs) {
        FrictionPair& entry = result.emplace_back();
        entry.weights = closest_weights(pair, a.surface, b.surface);
        entry.force = friction * normal_force(pair, scale);
        entry.normal = pair.way.normalized();
    }
    return result;
}

double friction_energy_value(std::span<const FrictionPair> pairs, const PairVector& motion,
                             const PairScale& scale) {
    double sum = 0.0;
    for (const FrictionPair& pair : pairs) {
        sum += pair.force * slip_energy(slip_of(pair, motion).norm(), scale.slip).value;
    }
    return sum;
}

void add_friction_energy(std::span<const FrictionPair> pairs, const PairVector& motion,
                         const PairScale& scale, PairEnergy& sum, FrictionBend bend) {
    OuterSum outer;
    for (const FrictionPair& pair : pairs) {
        const Vec3 along = slip_of(pair, motion);
        const Slip slip = slip_energy(along.norm(), scale.slip);
        sum.value += pair.force * slip.value;
        const double share = pair.force * slip.share;
        add_spread(pair.weights, Vec3(share * along), sum.gradient);
        // The block is f₁/t (1 − n nᵀ) + (f₁′ − f₁/t) û ûᵀ.
        Symmetric3 block = symmetric(-share, pair.normal, share);
        if (bend == FrictionBend::Exact) {
            const Symmetric3 along_slip = symmetric(pair.force * slip.bend, along, 0.0);
            for (int entry = 0; entry < 6; ++entry) {
                block[entry] += along_slip[entry];
            }
        }
        outer.add(pair.weights, block);
    }
    outer.expand(sum.hessian);
    copy_above_diagonal(sum.hessian);
}

void add_friction_gradient(std::span<const FrictionPair> pairs, const PairVector& motion,
                           const PairScale& scale, PairVector& sum) {
    for (const FrictionPair& pair : pairs) {
        add_spread(pair.weights, friction_force(pair, motion, scale), sum);
    }
}

Vec3 friction_force(const FrictionPair& pair, const PairVector& motion, const PairScale& scale) {
    const Vec3 along = slip_of(pair, motion);
    // The force on A is −∂/∂u, and that on B its opposite: B's points have the opposite weights.
    return pair.force * slip_energy(along.norm(), scale.slip).share * along;
}

}  // namespace touchstone
