#pragma once

#include <Eigen/Core>

namespace touchstone {

/// The law of impulses at several contacts at once. None of these gains energy. Newton's law for
/// approaching contacts alone, which gains energy where several touch, is not offered.
enum class ImpactRule {
    Poisson,   ///< compression, then e times its impulses in addition, then no contact may close
    OneByOne,  ///< one contact after the other, the fastest first, as in Newton's cradle
    AllRows  ///< every contact, opening ones included, gets a rate of at least −e times its rate
             ///< before
};

/// Returns the motion after impulses without friction at the contacts of F, see contact_factor.h:
/// no contact closes any more. `restitution` is e in [0, 1]. Throws Error as solve_complementarity
/// does.
Eigen::VectorXd after_impact(const Eigen::Ref<const Eigen::MatrixXd>& factor,
                             const Eigen::Ref<const Eigen::VectorXd>& motion, double restitution,
                             ImpactRule rule);

/// Returns the motion nearest to the given one, in the metric of the masses, with which no contact
/// closes: an impact without rebound.
Eigen::VectorXd without_closing(const Eigen::Ref<const Eigen::MatrixXd>& factor,
                                const Eigen::Ref<const Eigen::VectorXd>& motion);

/// Returns the shortest change of motion by which Fᵀ y changes by `rates`; contacts that depend on
/// earlier ones are ignored.
Eigen::VectorXd shortest_change(const Eigen::Ref<const Eigen::MatrixXd>& factor,
                                const Eigen::Ref<const Eigen::VectorXd>& rates);

}  // namespace touchstone
