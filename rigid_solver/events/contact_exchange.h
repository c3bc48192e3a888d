#pragma once

#include "rigid_solver/events/complementarity.h"

namespace touchstone {

/// Improves forces whose set of contacts is nearly right: among contacts that depend on each other
/// to within rounding, pivots take any, and others then close a little. Contacts that close are
/// taken one by one, each in exchange for one that it depends on, until none closes or after `most`
/// exchanges. The problem's A_ii and its largest |b_i| must be about 1; the answer is not checked.
/// Each step is that of the dual method for quadratic programs of Goldfarb and Idnani [1983].
Eigen::VectorXd refined_forces(const ComplementarityProblem& problem,
                               const Eigen::Ref<const Eigen::VectorXd>& forces, int most);

}  // namespace touchstone
