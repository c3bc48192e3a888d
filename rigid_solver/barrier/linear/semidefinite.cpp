#include "rigid_solver/barrier/linear/semidefinite.h"

#include <array>
#include <cassert>
#include <cmath>

// Jacobi's method: a rotation in the plane of two coordinates makes the entry between them 0, and a
// few sweeps over all pairs leave the eigenvalues on the diagonal. It is slower than a reduction to
// tridiagonal form, but is seldom called, and Eigen's solver takes ten seconds to compile.

namespace touchstone {
namespace {

constexpr int kMostRows = 24;
constexpr int kMostRotationSweeps = 40;  // eight are usual
constexpr double kOffShare = 1e-30;      // share of the squared entries left off the diagonal

using Row = std::array<double, kMostRows>;
using Rows = std::array<Row, kMostRows>;

/// Rotates two rows into each other.
void rotate(Row& first, Row& second, double cosine, double sine) {
    for (int i = 0; i < kMostRows; ++i) {
        const double x = first[i];
        const double y = second[i];
        first[i] = cosine * x - sine * y;
        second[i] = sine * x + cosine * y;
    }
}

/// Rotates coordinates p and q so that the entry between them becomes 0. `vectors`: eigenvectors as
/// rows, which turn along.
void make_zero(Rows& matrix, Rows& vectors, int p, int q) {
    const double theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    const double tangent =
        (theta < 0.0 ? -1.0 : 1.0) / (std::abs(theta) + std::sqrt(1.0 + theta * theta));
    const double cosine = 1.0 / std::sqrt(1.0 + tangent * tangent);
    const double sine = tangent * cosine;
    rotate(matrix[p], matrix[q], cosine, sine);
    for (Row& row : matrix) {
        const double x = row[p];
        const double y = row[q];
        row[p] = cosine * x - sine * y;
        row[q] = sine * x + cosine * y;
    }
    rotate(vectors[p], vectors[q], cosine, sine);
}

/// Returns the sum of the squares of all entries, or of those off the diagonal.
double square_sum(const Rows& matrix, bool with_diagonal) {
    double sum = 0.0;
    for (int i = 0; i < kMostRows; ++i) {
        for (int j = 0; j < kMostRows; ++j) {
            sum += i == j && !with_diagonal ? 0.0 : matrix[i][j] * matrix[i][j];
        }
    }
    return sum;
}

}  // namespace

void make_semidefinite(double* matrix, int rows, int stride) {
    assert(rows <= kMostRows);
    Rows left{};
    Rows vectors{};
    for (int i = 0; i < rows; ++i) {
        vectors[i][i] = 1.0;
        for (int j = 0; j < rows; ++j) {
            left[i][j] = matrix[i + j * stride];
        }
    }
    const double small = kOffShare * square_sum(left, true);
    for (int sweep = 0; sweep < kMostRotationSweeps && square_sum(left, false) > small; ++sweep) {
        for (int p = 0; p < rows; ++p) {
            for (int q = p + 1; q < rows; ++q) {
                if (left[p][q] != 0.0) {
                    make_zero(left, vectors, p, q);
                }
            }
        }
    }
    for (int k = 0; k < rows; ++k) {
        const double value = left[k][k];
        if (!(value < 0.0)) {
            continue;
        }
        for (int j = 0; j < rows; ++j) {
            for (int i = 0; i < rows; ++i) {
                matrix[i + j * stride] -= value * vectors[k][i] * vectors[k][j];
            }
        }
    }
}

}  // namespace touchstone
