#include "rigid_solver/barrier/linear/block_cholesky.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

namespace touchstone {
namespace {

// The loops over columns have a constant length: they are fast without unrolling, which would cost
// the compiler minutes. A column is worked on as a copy, so that nothing can alias.

constexpr int kSize = 12;
using BlockColumn = std::array<double, kSize>;

BlockColumn load_column(const double* block, int j) {
    BlockColumn column;
    std::copy_n(block + kSize * j, kSize, column.begin());
    return column;
}

void store_column(const BlockColumn& column, double* block, int j) {
    std::copy_n(column.begin(), kSize, block + kSize * j);
}

/// Replaces a block by its factor L, L Lᵀ = block. Entries above the diagonal have no meaning then.
/// Returns false when the block is not positive definite.
bool factor_diagonal(double* block) {
    for (int j = 0; j < kSize; ++j) {
        BlockColumn column = load_column(block, j);
        if (!(column[j] > 0.0) || !std::isfinite(column[j])) {
            return false;
        }
        const double inverse = 1.0 / std::sqrt(column[j]);
        for (int i = 0; i < kSize; ++i) {
            column[i] *= inverse;
        }
        store_column(column, block, j);
        for (int k = j + 1; k < kSize; ++k) {
            double* other = block + kSize * k;
            const double factor = column[k];
            for (int i = 0; i < kSize; ++i) {
                other[i] -= factor * column[i];
            }
        }
    }
    return true;
}

/// Replaces a block by block · L⁻ᵀ. `lower`: L.
void divide_by_factor(const double* lower, double* block) {
    for (int j = 0; j < kSize; ++j) {
        BlockColumn column = load_column(block, j);
        for (int k = 0; k < j; ++k) {
            const double factor = lower[kSize * k + j];
            const double* other = block + kSize * k;
            for (int i = 0; i < kSize; ++i) {
                column[i] -= factor * other[i];
            }
        }
        const double inverse = 1.0 / lower[kSize * j + j];
        for (int i = 0; i < kSize; ++i) {
            column[i] *= inverse;
        }
        store_column(column, block, j);
    }
}

/// Subtracts first · secondᵀ from a block.
void subtract_product(const double* first, const double* second, double* block) {
    using Part = Eigen::Matrix<double, kSize, 1>;
    for (int j = 0; j < kSize; ++j) {
        Part column = Eigen::Map<const Part>(block + kSize * j);
        for (int k = 0; k < kSize; ++k) {
            column -= second[kSize * k + j] * Eigen::Map<const Part>(first + kSize * k);
        }
        Eigen::Map<Part>(block + kSize * j) = column;
    }
}

/// Replaces 12 numbers by L⁻¹ times them. `lower`: L.
void solve_forward(const double* lower, double* part) {
    for (int j = 0; j < kSize; ++j) {
        part[j] /= lower[kSize * j + j];
        for (int i = j + 1; i < kSize; ++i) {
            part[i] -= lower[kSize * j + i] * part[j];
        }
    }
}

/// Replaces 12 numbers by L⁻ᵀ times them. `lower`: L.
void solve_backward(const double* lower, double* part) {
    for (int j = kSize - 1; j >= 0; --j) {
        double sum = part[j];
        for (int i = j + 1; i < kSize; ++i) {
            sum -= lower[kSize * j + i] * part[i];
        }
        part[j] = sum / lower[kSize * j + j];
    }
}

void subtract_block_times(const double* block, const double* part, double* result) {
    BlockColumn sum = load_column(result, 0);
    for (int j = 0; j < kSize; ++j) {
        for (int i = 0; i < kSize; ++i) {
            sum[i] -= block[kSize * j + i] * part[j];
        }
    }
    store_column(sum, result, 0);
}

void subtract_transpose_times(const double* block, const double* part, double* result) {
    for (int j = 0; j < kSize; ++j) {
        double sum = 0.0;
        for (int i = 0; i < kSize; ++i) {
            sum += block[kSize * j + i] * part[i];
        }
        result[j] -= sum;
    }
}

}  // namespace

void BlockCholesky::set_graph(int bodies, std::span<const std::array<int, 2>> pairs) {
    if (bodies == bodies_ && std::ranges::equal(pairs, pairs_)) {
        return;
    }
    bodies_ = bodies;
    pairs_.assign(pairs.begin(), pairs.end());
    std::vector<std::vector<int>> eliminated(bodies);  // by body: neighbours when its turn came
    eliminate(eliminated);
    columns_.assign(bodies, {});
    int count = 0;
    for (int place = 0; place < bodies; ++place) {
        Column& column = columns_[place];
        column.rows.reserve(eliminated[body_[place]].size());
        for (const int body : eliminated[body_[place]]) {
            column.rows.push_back(place_[body]);
        }
        std::ranges::sort(column.rows);
        column.first = count;
        count += static_cast<int>(column.rows.size());
    }
    for (Column& column : columns_) {
        column.targets.reserve(column.rows.size() * column.rows.size() / 2);
        for (int i = 1; i < std::ssize(column.rows); ++i) {
            for (int j = 0; j < i; ++j) {
                column.targets.push_back(block_at(column.rows[i], column.rows[j]));
            }
        }
    }
    diagonal_.resize(bodies);
    below_.resize(count);
}

// Eliminating a body joins its remaining neighbours pairwise: these blocks fill in.
void BlockCholesky::eliminate(std::vector<std::vector<int>>& eliminated) {
    std::vector<std::set<int>> neighbours(bodies_);
    for (const auto& [i, j] : pairs_) {
        neighbours[i].insert(j);
        neighbours[j].insert(i);
    }
    place_.assign(bodies_, -1);
    body_.clear();
    body_.reserve(bodies_);
    for (int place = 0; place < bodies_; ++place) {
        int next = -1;
        for (int body = 0; body < bodies_; ++body) {
            if (place_[body] < 0 &&
                (next < 0 || neighbours[body].size() < neighbours[next].size())) {
                next = body;
            }
        }
        place_[next] = place;
        body_.push_back(next);
        eliminated[next].assign(neighbours[next].begin(), neighbours[next].end());
        for (const int i : eliminated[next]) {
            neighbours[i].erase(next);
            for (const int j : eliminated[next]) {
                if (i != j) {
                    neighbours[i].insert(j);
                }
            }
        }
    }
}

void BlockCholesky::clear() {
    std::ranges::fill(diagonal_, Block{});
    std::ranges::fill(below_, Block{});
}

void BlockCholesky::add_diagonal(int body, const BlockPart& block) {
    Block& sum = diagonal_[place_[body]];
    for (int j = 0; j < kSize; ++j) {
        const double* column = block.data() + j * block.outerStride();
        for (int i = 0; i < kSize; ++i) {
            sum[kSize * j + i] += column[i];
        }
    }
}

void BlockCholesky::add_pair(int i, int j, const BlockPart& block) {
    const bool is_below = place_[i] > place_[j];
    Block& sum = below_[is_below ? block_at(place_[i], place_[j]) : block_at(place_[j], place_[i])];
    for (int k = 0; k < kSize; ++k) {
        const double* column = block.data() + k * block.outerStride();
        for (int l = 0; l < kSize; ++l) {
            sum[is_below ? kSize * k + l : kSize * l + k] += column[l];
        }
    }
}

int BlockCholesky::block_at(int i, int j) const {
    const Column& column = columns_[j];
    const auto found = std::ranges::lower_bound(column.rows, i);
    assert(found != column.rows.end() && *found == i);
    return column.first + static_cast<int>(found - column.rows.begin());
}

bool BlockCholesky::factor() {
    for (int k = 0; k < bodies_; ++k) {
        double* diagonal = diagonal_[k].data();
        if (!factor_diagonal(diagonal)) {
            return false;
        }
        const Column& column = columns_[k];
        const int count = static_cast<int>(column.rows.size());
        for (int i = 0; i < count; ++i) {
            divide_by_factor(diagonal, below_[column.first + i].data());
        }
        int target = 0;
        for (int i = 0; i < count; ++i) {
            const double* block = below_[column.first + i].data();
            subtract_product(block, block, diagonal_[column.rows[i]].data());
            for (int j = 0; j < i; ++j) {
                subtract_product(block, below_[column.first + j].data(),
                                 below_[column.targets[target++]].data());
            }
        }
    }
    return true;
}

void BlockCholesky::solve(std::vector<Affine>& right) const {
    for (int k = 0; k < bodies_; ++k) {
        double* part = right[body_[k]].data();
        solve_forward(diagonal_[k].data(), part);
        const Column& column = columns_[k];
        for (int i = 0; i < std::ssize(column.rows); ++i) {
            subtract_block_times(below_[column.first + i].data(), part,
                                 right[body_[column.rows[i]]].data());
        }
    }
    for (int k = bodies_ - 1; k >= 0; --k) {
        double* part = right[body_[k]].data();
        const Column& column = columns_[k];
        for (int i = 0; i < std::ssize(column.rows); ++i) {
            subtract_transpose_times(below_[column.first + i].data(),
                                     right[body_[column.rows[i]]].data(), part);
        }
        solve_backward(diagonal_[k].data(), part);
    }
}

}  // namespace touchstone
