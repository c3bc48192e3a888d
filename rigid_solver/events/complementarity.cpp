#include "rigid_solver/events/complementarity.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "rigid_solver/events/contact_exchange.h"
#include "rigid_solver/events/nonnegative_least_squares.h"
#include "rigid_solver/events/orthogonal_columns.h"

namespace touchstone {
namespace {

constexpr double kFits = 1e-13;   // part of ‖b‖ below which b has no part that F cannot make
constexpr double kGiven = 1e-10;  // ε, added to A where b does not fit
constexpr double kSmallestPivot = 1e-10;
constexpr int kPivotsPerContact = 4;

/// The problem with A_ii = 1 and max |b_i| = 1, and how to get back.
struct ScaledProblem {
    ComplementarityProblem problem;
    Eigen::VectorXd shares;  ///< f = shares ∘ (scaled f)
};

ScaledProblem scaled(const ComplementarityProblem& problem) {
    ScaledProblem result;
    Eigen::VectorXd lengths = problem.factor.colwise().norm().transpose();
    for (double& length : lengths) {
        length = length > 0.0 ? length : 1.0;
    }
    result.problem.factor = problem.factor * lengths.cwiseInverse().asDiagonal();
    result.problem.offset = problem.offset.cwiseQuotient(lengths);
    const double largest = result.problem.offset.cwiseAbs().maxCoeff();
    const double unit = largest > 0.0 ? largest : 1.0;
    result.problem.offset /= unit;
    result.shares = unit * lengths.cwiseInverse();
    return result;
}

/// Returns max |min(f, w)| of a scaled problem.
double scaled_residual(const ComplementarityProblem& problem, const Eigen::VectorXd& forces) {
    if (!forces.allFinite()) {
        return INFINITY;
    }
    const Eigen::VectorXd opening =
        problem.factor.transpose() * (problem.factor * forces) + problem.offset;
    return forces.cwiseMin(opening).cwiseAbs().maxCoeff();
}

/// Lemke's equations x_B + T x_N = right side, solved for the variables of the basis. Only columns
/// of the others are kept: those of the basis are unit vectors. By rows, which pivots run along.
class LemkeTableau {
 public:
    explicit LemkeTableau(const ComplementarityProblem& problem)
        : count_(static_cast<int>(problem.offset.size())),
          rows_(count_, count_ + 2),
          top_(count_ + 2),
          basis_(count_),
          place_(2 * count_ + 1) {
        rows_.leftCols(count_).noalias() = -problem.factor.transpose() * problem.factor;
        rows_.col(count_).setConstant(-1.0);
        rows_.col(right()) = problem.offset;
        for (int i = 0; i < count_; ++i) {
            put_in_row(i, i);
        }
        for (int i = 0; i <= count_; ++i) {
            put_in_slot(count_ + i, i);
        }
        tied_.reserve(basis_.size());
    }

    int covering() const { return 2 * count_; }
    int complement(int variable) const {
        return variable < count_ ? variable + count_ : variable - count_;
    }

    /// Returns the row of the lexicographically least (b_i, row i of the inverse).
    int first_row() const {
        int least = 0;
        for (int i = 1; i < count_; ++i) {
            const double difference = rows_(i, right()) - rows_(least, right());
            least = difference <= 0.0 ? i : least;  // later rows of the inverse are less
        }
        return least;
    }

    /// Returns the row that a variable replaces; -1: it may grow for ever. z₀ leaves when it can.
    int leaving_row(int entering) {
        const int slot = slot_of(entering);
        const double floor = kSmallestPivot * std::max(1.0, rows_.col(slot).cwiseAbs().maxCoeff());
        tied_.clear();
        for (int i = 0; i < count_; ++i) {
            if (rows_(i, slot) > floor) {
                tied_.push_back(i);
            }
        }
        if (tied_.empty()) {
            return -1;
        }
        keep_least(right(), slot);
        for (const int row : tied_) {
            if (basis_[row] == covering()) {
                return row;
            }
        }
        for (int w = 0; w < count_ && tied_.size() > 1; ++w) {
            if (place_[w] < 0) {
                keep_least(slot_of(w), slot);
            } else {
                // A unit vector: its row has 1 over a pivot, the others 0, which is less.
                std::erase(tied_, place_[w]);
            }
        }
        return tied_.front();
    }

    /// Returns the variable that left the basis.
    int pivot(int row, int entering) {
        const int slot = slot_of(entering);
        const int left = basis_[row];
        const double over = 1.0 / rows_(row, slot);
        rows_(row, slot) = 1.0;
        top_ = over * rows_.row(row);
        rows_.row(row) = top_;
        for (int i = 0; i < count_; ++i) {
            const double factor = rows_(i, slot);
            if (i != row && factor != 0.0) {
                rows_(i, slot) = 0.0;
                rows_.row(i) -= factor * top_;
            }
        }
        put_in_row(entering, row);
        put_in_slot(left, slot);
        return left;
    }

    std::vector<int> forces_in_basis() const {
        std::vector<int> forces;
        forces.reserve(basis_.size());
        for (int i = 0; i < count_; ++i) {
            if (place_[count_ + i] >= 0) {
                forces.push_back(i);
            }
        }
        return forces;
    }
    Eigen::VectorXd forces() const {
        Eigen::VectorXd forces = Eigen::VectorXd::Zero(count_);
        for (const int i : forces_in_basis()) {
            forces[i] = std::max(0.0, rows_(place_[count_ + i], right()));
        }
        return forces;
    }

 private:
    int right() const { return count_ + 1; }
    int slot_of(int variable) const { return -1 - place_[variable]; }
    void put_in_row(int variable, int row) {
        basis_[row] = variable;
        place_[variable] = row;
    }
    void put_in_slot(int variable, int slot) { place_[variable] = -1 - slot; }

    /// Keeps those of the tied rows whose entry over their pivot is least, within rounding.
    void keep_least(int column, int pivots) {
        constexpr double kTie = 1e-12;
        double least = INFINITY;
        for (const int row : tied_) {
            least = std::min(least, rows_(row, column) / rows_(row, pivots));
        }
        std::erase_if(
            tied_, [&](int row) { return rows_(row, column) / rows_(row, pivots) > least + kTie; });
    }

    int count_;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows_;
    Eigen::RowVectorXd top_;
    std::vector<int> basis_;  ///< by row: w_i: i; f_i: count + i; z₀: 2 count
    std::vector<int> place_;  ///< by variable: its row, or −1 less the column
    std::vector<int> tied_;   ///< rows that could leave
};

/// Returns x with the least ‖M x − r‖, where columns that depend on earlier ones get 0.
Eigen::VectorXd basic_solution(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right) {
    constexpr double kIndependentColumns = 1e-10;
    OrthogonalColumns columns(static_cast<int>(matrix.rows()));
    std::vector<int> used;
    used.reserve(static_cast<std::size_t>(matrix.cols()));
    for (int i = 0; i < matrix.cols(); ++i) {
        if (columns.append(matrix.col(i), kIndependentColumns)) {
            used.push_back(i);
        }
    }
    const Eigen::VectorXd values = columns.least_squares(right);
    Eigen::VectorXd result = Eigen::VectorXd::Zero(matrix.cols());
    for (int i = 0; i < std::ssize(used); ++i) {
        result[used[i]] = values[i];
    }
    return result;
}

/// Returns the forces of a set of contacts that make their w zero, computed anew: pivots lose
/// digits.
Eigen::VectorXd polished(const ComplementarityProblem& problem, const std::vector<int>& set) {
    const int size = static_cast<int>(set.size());
    Eigen::MatrixXd chosen(problem.factor.rows(), size);
    Eigen::VectorXd offset(size);
    for (int i = 0; i < size; ++i) {
        chosen.col(i) = problem.factor.col(set[i]);
        offset[i] = problem.offset[set[i]];
    }
    const Eigen::VectorXd found = basic_solution(chosen.transpose() * chosen, -offset);
    Eigen::VectorXd forces = Eigen::VectorXd::Zero(problem.offset.size());
    for (int i = 0; i < size; ++i) {
        forces[set[i]] = std::max(0.0, found[i]);
    }
    return forces;
}

void keep_better(const ComplementarityProblem& problem, const Eigen::VectorXd& forces,
                 ComplementaritySolver solver, ComplementaritySolution& best) {
    if (forces.size() != problem.offset.size()) {
        return;
    }
    const double residual = scaled_residual(problem, forces);
    if (residual < best.residual) {
        best.forces = forces;
        best.residual = residual;
        best.solver = solver;
    }
}

}  // namespace

double complementarity_residual(const ComplementarityProblem& problem,
                                const Eigen::Ref<const Eigen::VectorXd>& forces) {
    if (problem.offset.size() == 0) {
        return 0.0;
    }
    const ScaledProblem own = scaled(problem);
    return scaled_residual(own.problem, forces.cwiseQuotient(own.shares));
}

ComplementaritySolution solve_by_lemke(const ComplementarityProblem& problem) {
    ComplementaritySolution result;
    LemkeTableau tableau(problem);
    const int count = static_cast<int>(problem.offset.size());
    int row = tableau.first_row();
    int entering = tableau.covering();
    while (result.pivots < kPivotsPerContact * (count + 1)) {
        const int left = tableau.pivot(row, entering);
        ++result.pivots;
        if (left == tableau.covering()) {
            const std::vector<int> set = tableau.forces_in_basis();
            result.solver = ComplementaritySolver::Lemke;
            result.residual = INFINITY;
            keep_better(problem, tableau.forces(), ComplementaritySolver::Lemke, result);
            keep_better(problem, polished(problem, set), ComplementaritySolver::Lemke, result);
            return result;
        }
        entering = tableau.complement(left);
        row = tableau.leaving_row(entering);
        if (row < 0) {
            return result;
        }
    }
    return result;
}

ComplementaritySolution solve_by_least_squares(const ComplementarityProblem& problem) {
    // b = Fᵀ u where it fits. What does not is taken by √ε I below F: A + ε I.
    const Eigen::VectorXd fitting = basic_solution(problem.factor.transpose(), problem.offset);
    const Eigen::VectorXd rest = problem.offset - problem.factor.transpose() * fitting;
    ComplementaritySolution result;
    result.solver = ComplementaritySolver::LeastSquares;
    const int rows = static_cast<int>(problem.factor.rows());
    const int count = static_cast<int>(problem.offset.size());
    if (rest.norm() <= kFits * problem.offset.norm()) {
        result.forces = nonnegative_least_squares(problem.factor, fitting).values;
    } else {
        const double given = std::sqrt(kGiven);
        Eigen::MatrixXd matrix(rows + count, count);
        matrix << problem.factor, given * Eigen::MatrixXd::Identity(count, count);
        Eigen::VectorXd constant(rows + count);
        constant << fitting, rest / given;
        result.forces = nonnegative_least_squares(matrix, constant).values;
    }
    result.residual = scaled_residual(problem, result.forces);
    return result;
}

ComplementaritySolution solve_complementarity(const ComplementarityProblem& problem) {
    ComplementaritySolution best;
    best.forces = Eigen::VectorXd::Zero(problem.offset.size());
    if (!problem.factor.allFinite() || !problem.offset.allFinite()) {
        throw Error("the contact problem has numbers that are not finite");
    }
    if (problem.offset.size() == 0 || problem.offset.minCoeff() >= 0.0) {
        return best;
    }
    const ScaledProblem own = scaled(problem);
    const ComplementaritySolution pivoted = solve_by_lemke(own.problem);
    best.pivots = pivoted.pivots;
    best.residual = INFINITY;
    keep_better(own.problem, pivoted.forces, ComplementaritySolver::Lemke, best);
    if (!(best.residual <= kComplementarityTolerance)) {
        const ComplementaritySolution squares = solve_by_least_squares(own.problem);
        keep_better(own.problem, squares.forces, ComplementaritySolver::LeastSquares, best);
        std::vector<int> set;
        set.reserve(static_cast<std::size_t>(squares.forces.size()));
        for (int i = 0; i < squares.forces.size(); ++i) {
            if (squares.forces[i] > 0.0) {
                set.push_back(i);
            }
        }
        keep_better(own.problem, polished(own.problem, set), ComplementaritySolver::LeastSquares,
                    best);
    }
    if (best.residual > kComplementarityTolerance && best.forces.size() > 0) {
        const Eigen::VectorXd refined = refined_forces(
            own.problem, best.forces, kPivotsPerContact * static_cast<int>(best.forces.size()));
        keep_better(own.problem, refined, best.solver, best);
    }
    if (!(best.residual <= kComplementarityTolerance)) {
        throw Error("the contact problem of " + std::to_string(problem.offset.size()) +
                    " contacts has no answer: bodies are held from several sides and asked to move "
                    "into one of them");
    }
    best.forces = best.forces.cwiseProduct(own.shares);
    return best;
}

}  // namespace touchstone
