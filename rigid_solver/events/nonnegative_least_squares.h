#pragma once

#include <Eigen/Core>

namespace touchstone {

/// A non-negative solution of least squares.
struct NonnegativeSolution {
    Eigen::VectorXd values;  ///< x ≥ 0
    int passes = 0;          ///< least squares problems that were solved
    bool converged = false;  ///< false: the limit on passes was met
};

/// Finds min ‖M x + c‖ over x ≥ 0 by an active set of columns, each entering where the residual
/// falls fastest. Columns that depend on those in the set never enter. Lawson and Hanson [1974],
/// Ch. 23. With A = Mᵀ M and b = Mᵀ c the answer solves the linear complementarity problem of A and
/// b.
NonnegativeSolution nonnegative_least_squares(const Eigen::Ref<const Eigen::MatrixXd>& matrix,
                                              const Eigen::Ref<const Eigen::VectorXd>& constant);

}  // namespace touchstone
