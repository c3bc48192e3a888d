#include "rigid_solver/events/nonnegative_least_squares.h"

#include <algorithm>
#include <vector>

#include "rigid_solver/events/orthogonal_columns.h"

namespace touchstone {
namespace {

constexpr double kSlope = 1e-13;  // share of the column's and the constant's length: no descent
constexpr double kIndependent = 1e-9;  // share of the largest pivot
constexpr int kPassesPerColumn = 6;

using Matrix = Eigen::Ref<const Eigen::MatrixXd>;
using Vector = Eigen::Ref<const Eigen::VectorXd>;

/// The columns in use and the values that are best with all others zero, of any sign.
struct ColumnSet {
    const Matrix& matrix;
    const Vector& constant;
    std::vector<int> columns;
    OrthogonalColumns basis;
    Eigen::VectorXd best;

    /// Takes a column; returns false, and does not take it, when it depends on the others.
    bool take(int column) {
        if (!basis.append(matrix.col(column), kIndependent)) {
            return false;
        }
        columns.push_back(column);
        best = basis.least_squares(-constant);
        return true;
    }
    void keep(const std::vector<int>& kept) {
        int same = 0;
        while (same < std::ssize(kept) && kept[same] == columns[same]) {
            ++same;
        }
        basis.keep_first(same);
        columns.assign(kept.begin(), kept.begin() + same);
        for (int i = same; i < std::ssize(kept); ++i) {
            if (basis.append(matrix.col(kept[i]), 0.0)) {
                columns.push_back(kept[i]);
            }
        }
        best = basis.least_squares(-constant);
    }
};

/// Goes from `x` towards the best values until the first of them is zero, and drops those columns.
/// At least one is dropped, whatever rounding makes of the way to zero.
void step_to_border(ColumnSet& set, Eigen::VectorXd& x) {
    double share = 1.0;
    int first = -1;
    for (int i = 0; i < std::ssize(set.columns); ++i) {
        const double from = x[set.columns[i]];
        if (set.best[i] <= 0.0) {
            const double own = from / (from - set.best[i]);
            if (first < 0 || own < share) {
                share = std::min(1.0, own);
                first = i;
            }
        }
    }
    std::vector<int> kept;
    kept.reserve(set.columns.size());
    for (int i = 0; i < std::ssize(set.columns); ++i) {
        double& value = x[set.columns[i]];
        const bool ends =
            i == first || (set.best[i] <= 0.0 && value <= share * (value - set.best[i]));
        value = ends ? 0.0 : value + share * (set.best[i] - value);
        if (value > 0.0) {
            kept.push_back(set.columns[i]);
        } else {
            value = 0.0;
        }
    }
    set.keep(kept);
}

/// Returns the column along which the residual falls fastest; -1: none does.
int steepest(const Eigen::VectorXd& slopes, const Eigen::VectorXd& bounds,
             const std::vector<bool>& barred) {
    int best = -1;
    for (int j = 0; j < slopes.size(); ++j) {
        if (!barred[j] && slopes[j] > bounds[j] && (best < 0 || slopes[j] > slopes[best])) {
            best = j;
        }
    }
    return best;
}

}  // namespace

NonnegativeSolution nonnegative_least_squares(const Matrix& matrix, const Vector& constant) {
    const int count = static_cast<int>(matrix.cols());
    NonnegativeSolution result;
    result.values = Eigen::VectorXd::Zero(count);
    const Eigen::VectorXd bounds = kSlope * constant.norm() * matrix.colwise().norm().transpose();
    ColumnSet set{matrix, constant, {}, OrthogonalColumns(static_cast<int>(matrix.rows())), {}};
    std::vector<bool> barred(count, false);
    Eigen::VectorXd residual = constant;
    double least = residual.norm();
    while (result.passes <= kPassesPerColumn * (count + 1)) {
        const Eigen::VectorXd slopes = -(matrix.transpose() * residual);
        const int next = steepest(slopes, bounds, barred);
        if (next < 0) {
            result.converged = true;
            return result;
        }
        const std::vector<int> columns_before = set.columns;
        const Eigen::VectorXd values_before = result.values;
        ++result.passes;
        barred[next] = true;
        if (!set.take(next)) {
            continue;
        }
        while (set.best.size() > 0 && set.best.minCoeff() <= 0.0) {
            step_to_border(set, result.values);
            ++result.passes;
        }
        for (int i = 0; i < std::ssize(set.columns); ++i) {
            result.values[set.columns[i]] = set.best[i];
        }
        residual = matrix * result.values + constant;
        const double now = residual.norm();
        if (!(now < least)) {  // rounding: that column is of no use
            set.keep(columns_before);
            result.values = values_before;
            residual = matrix * result.values + constant;
            continue;
        }
        least = now;
        std::fill(barred.begin(), barred.end(), false);
        for (const int column : set.columns) {
            barred[column] = true;
        }
    }
    return result;
}

}  // namespace touchstone
