#pragma once

#include <array>

#include "rigid_solver/barrier/energy/pair_energy.h"

// Sums of vectors and matrices over the pairs of two bodies. Private to the two energies.
//
// The loops run over plain numbers with constant lengths: they are fast, and light to compile.
// Matrices are summed in parts of 6 × 6 on and below the diagonal, and then copied above it.

namespace touchstone {

inline constexpr int kUnknowns = 24;  ///< unknowns of two bodies
inline constexpr int kTile = 6;       ///< rows of a part of a matrix

/// Adds factor · v vᵀ. `v`: 24 numbers.
inline void add_square(const double* v, double factor, PairMatrix& sum) {
    double* column = sum.data();
    for (int j = 0; j < kUnknowns; ++j, column += kUnknowns) {
        const double scaled = factor * v[j];
        for (int first = j - j % kTile; first < kUnknowns; first += kTile) {
            for (int i = 0; i < kTile; ++i) {
                column[first + i] += scaled * v[first + i];
            }
        }
    }
}

/// Makes a matrix symmetric, of which the part on and below the diagonal is given.
inline void copy_above_diagonal(PairMatrix& matrix) {
    for (int j = 0; j < kUnknowns; ++j) {
        for (int i = 0; i < j; ++i) {
            matrix(i, j) = matrix(j, i);
        }
    }
}

/// The entries xx, yx, zx, yy, zy, zz of a symmetric 3 × 3 matrix.
using Symmetric3 = std::array<double, 6>;

/// Returns factor · v vᵀ + share · 1.
inline Symmetric3 symmetric(double factor, const Vec3& v, double share) {
    const double x = factor * v.x();
    const double y = factor * v.y();
    return {x * v.x() + share, x * v.y(), x * v.z(),
            y * v.y() + share, y * v.z(), factor * v.z() * v.z() + share};
}

/// The sum of w wᵀ ⊗ B over pairs: for each entry of the 3 × 3 matrix B, the 36 products of
/// weights.
class OuterSum {
 public:
    void add(const PairWeights& weights, const Symmetric3& block) {
        std::array<double, kProducts> products;
        int at = 0;
        for (int j = 0; j < 8; ++j) {
            for (int i = j; i < 8; ++i) {
                products[at++] = weights[i] * weights[j];
            }
        }
        for (int entry = 0; entry < 6; ++entry) {
            const double factor = block[entry];
            std::array<double, kProducts>& sum = sums_[entry];
            for (int i = 0; i < kProducts; ++i) {
                sum[i] += factor * products[i];
            }
        }
    }

    /// Adds the blocks on and below the diagonal.
    void expand(PairMatrix& matrix) const {
        constexpr std::array<std::array<int, 3>, 3> kEntry{{{0, 1, 2}, {1, 3, 4}, {2, 4, 5}}};
        int at = 0;
        for (int j = 0; j < 8; ++j) {
            for (int i = j; i < 8; ++i, ++at) {
                for (int l = 0; l < 3; ++l) {
                    for (int k = 0; k < 3; ++k) {
                        matrix(3 * i + k, 3 * j + l) += sums_[kEntry[k][l]][at];
                    }
                }
            }
        }
    }

 private:
    static constexpr int kProducts = 36;
    std::array<std::array<double, kProducts>, 6> sums_{};
};

/// Adds w ⊗ v to `sum`.
inline void add_spread(const PairWeights& weights, const Vec3& v, PairVector& sum) {
    for (int j = 0; j < 8; ++j) {
        for (int i = 0; i < 3; ++i) {
            sum[3 * j + i] += weights[j] * v[i];
        }
    }
}

}  // namespace touchstone
