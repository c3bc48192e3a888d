#include "rigid_solver/events/impacts.h"

#include <cmath>
#include <vector>

#include "rigid_solver/events/complementarity.h"
#include "rigid_solver/events/orthogonal_columns.h"

namespace touchstone {
namespace {

using Factor = Eigen::Ref<const Eigen::MatrixXd>;
using Motion = Eigen::Ref<const Eigen::VectorXd>;

constexpr double kStillShare =
    1e-12;  // share of ‖y‖: a contact that closes no faster does not close

/// Returns the impulses that take all rates to at least `target`: the problem of complementarity.h
/// with w = Fᵀ (y + F λ) − target.
Eigen::VectorXd impulses_to(const Factor& factor, const Motion& motion, const Motion& target) {
    return solve_complementarity({factor, factor.transpose() * motion - target}).forces;
}

Eigen::VectorXd zeros(const Factor& factor) { return Eigen::VectorXd::Zero(factor.cols()); }

/// Returns the motion after compression, which ends all closing, and restitution, e times the same
/// impulses. Contacts that these close are stopped without rebound.
Eigen::VectorXd by_poisson(const Factor& factor, const Motion& motion, double restitution) {
    const Eigen::VectorXd compression = factor * impulses_to(factor, motion, zeros(factor));
    return without_closing(factor, motion + (1.0 + restitution) * compression);
}

/// Returns the motion after Newton's law at the fastest closing contact, again and again. What is
/// left after many impacts is stopped without rebound.
Eigen::VectorXd one_by_one(const Factor& factor, const Motion& motion, double restitution) {
    const int most = 100 * static_cast<int>(factor.cols()) + 100;
    const Eigen::VectorXd lengths = factor.colwise().norm().transpose();
    Eigen::VectorXd now = motion;
    const double still = kStillShare * motion.norm();
    for (int i = 0; i < most; ++i) {
        int fastest = -1;
        double rate = -still;
        for (int j = 0; j < factor.cols(); ++j) {
            const double own = lengths[j] > 0.0 ? factor.col(j).dot(now) / lengths[j] : 0.0;
            if (own < rate) {
                rate = own;
                fastest = j;
            }
        }
        if (fastest < 0) {
            return now;
        }
        now -= (1.0 + restitution) * rate / lengths[fastest] * factor.col(fastest);
    }
    return without_closing(factor, now);
}

/// Returns the motion after Newton's law at all contacts at once, again where it leaves some
/// closing.
Eigen::VectorXd by_all_rows(const Factor& factor, const Motion& motion, double restitution) {
    constexpr int kRounds = 20;
    Eigen::VectorXd now = motion;
    for (int i = 0; i < kRounds; ++i) {
        const Eigen::VectorXd rates = factor.transpose() * now;
        if (rates.minCoeff() >= -kStillShare * now.norm()) {
            return now;
        }
        now += factor * impulses_to(factor, now, -restitution * rates);
    }
    return without_closing(factor, now);
}

}  // namespace

Eigen::VectorXd without_closing(const Factor& factor, const Motion& motion) {
    return motion + factor * impulses_to(factor, motion, zeros(factor));
}

Eigen::VectorXd after_impact(const Factor& factor, const Motion& motion, double restitution,
                             ImpactRule rule) {
    if (factor.cols() == 0) {
        return motion;
    }
    switch (rule) {
        case ImpactRule::OneByOne:
            return one_by_one(factor, motion, restitution);
        case ImpactRule::AllRows:
            return by_all_rows(factor, motion, restitution);
        case ImpactRule::Poisson:
            break;
    }
    return by_poisson(factor, motion, restitution);
}

Eigen::VectorXd shortest_change(const Factor& factor, const Motion& rates) {
    constexpr double kIndependentRates = 1e-7;
    OrthogonalColumns columns(static_cast<int>(factor.rows()));
    std::vector<double> targets;
    targets.reserve(static_cast<std::size_t>(factor.cols()));
    for (int j = 0; j < factor.cols(); ++j) {
        if (columns.append(factor.col(j), kIndependentRates)) {
            targets.push_back(rates[j]);
        }
    }
    return columns.shortest(
        Eigen::Map<const Eigen::VectorXd>(targets.data(), static_cast<int>(targets.size())));
}

}  // namespace touchstone
