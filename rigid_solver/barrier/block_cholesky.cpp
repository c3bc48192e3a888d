#include "rigid_solver/barrier/block_cholesky.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cassert>
#include <set>

namespace touchstone {

void BlockCholesky::set_graph(int bodies, std::span<const std::array<int, 2>> pairs) {
    if (bodies == bodies_ && std::ranges::equal(pairs, pairs_)) {
        return;
    }
    bodies_ = bodies;
    pairs_.assign(pairs.begin(), pairs.end());
    std::vector<std::set<int>> neighbours(bodies);
    for (const auto& [i, j] : pairs_) {
        neighbours[i].insert(j);
        neighbours[j].insert(i);
    }
    place_.assign(bodies, -1);
    body_.clear();
    std::vector<std::vector<int>> eliminated(bodies);  // neighbours that each had then, by body
    for (int place = 0; place < bodies; ++place) {
        int next = -1;
        for (int body = 0; body < bodies; ++body) {
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
    columns_.assign(bodies, {});
    int count = 0;
    for (int place = 0; place < bodies; ++place) {
        Column& column = columns_[place];
        for (const int body : eliminated[body_[place]]) {
            column.rows.push_back(place_[body]);
        }
        std::ranges::sort(column.rows);
        column.first = count;
        count += static_cast<int>(column.rows.size());
    }
    diagonal_.resize(bodies);
    below_.resize(count);
}

void BlockCholesky::clear() {
    std::ranges::fill(diagonal_, AffineMatrix::Zero());
    std::ranges::fill(below_, AffineMatrix::Zero());
}

void BlockCholesky::add_diagonal(int body, const AffineMatrix& block) {
    diagonal_[place_[body]] += block;
}

void BlockCholesky::add_pair(int i, int j, const AffineMatrix& block) {
    if (place_[i] > place_[j]) {
        below_[block_at(place_[i], place_[j])] += block;
    } else {
        below_[block_at(place_[j], place_[i])] += block.transpose();
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
        const Eigen::LLT<AffineMatrix> llt(diagonal_[k]);
        if (llt.info() != Eigen::Success) {
            return false;
        }
        diagonal_[k] = llt.matrixL();
        const Column& column = columns_[k];
        const int count = static_cast<int>(column.rows.size());
        for (int i = 0; i < count; ++i) {
            AffineMatrix& block = below_[column.first + i];
            diagonal_[k].triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(
                block);
        }
        for (int i = 0; i < count; ++i) {
            const AffineMatrix& block = below_[column.first + i];
            diagonal_[column.rows[i]].noalias() -= block * block.transpose();
            for (int j = 0; j < i; ++j) {
                below_[block_at(column.rows[i], column.rows[j])].noalias() -=
                    block * below_[column.first + j].transpose();
            }
        }
    }
    return true;
}

void BlockCholesky::solve(std::vector<Affine>& right) const {
    for (int k = 0; k < bodies_; ++k) {
        Affine& part = right[body_[k]];
        diagonal_[k].triangularView<Eigen::Lower>().solveInPlace(part);
        const Column& column = columns_[k];
        for (std::size_t i = 0; i < column.rows.size(); ++i) {
            right[body_[column.rows[i]]].noalias() -=
                below_[column.first + static_cast<int>(i)] * part;
        }
    }
    for (int k = bodies_ - 1; k >= 0; --k) {
        Affine& part = right[body_[k]];
        const Column& column = columns_[k];
        for (std::size_t i = 0; i < column.rows.size(); ++i) {
            part.noalias() -= below_[column.first + static_cast<int>(i)].transpose() *
                              right[body_[column.rows[i]]];
        }
        diagonal_[k].triangularView<Eigen::Lower>().transpose().solveInPlace(part);
    }
}

}  // namespace touchstone
