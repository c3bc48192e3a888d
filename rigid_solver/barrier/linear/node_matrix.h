#pragma once

#include <array>
#include <memory>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// A symmetric sparse matrix of 3 × 3 blocks, one row of them per node, and its Cholesky factor.
/// The pattern of blocks fixes the order of all sums, and one thread does the work, so the same
/// matrix gives the same bits.
class NodeMatrix {
 public:
    /// Makes a matrix without nodes.
    NodeMatrix();
    ~NodeMatrix();
    /// Makes a matrix without nodes, too: what is kept between calls is for speed alone.
    NodeMatrix(const NodeMatrix& other);
    /// Leaves a matrix without nodes.
    NodeMatrix& operator=(const NodeMatrix& other);

    /// Sets the pattern of blocks beside the diagonal, as pairs of nodes, the lower first, each
    /// once and in order. Orders the nodes by approximate minimum degree. Sets all blocks to 0.
    void set_blocks(int nodes, const std::vector<std::array<int, 2>>& blocks);

    /// Adds `block` to the block of row `i` and column `j`. Its transpose must be added to that of
    /// `j` and `i`, too; which of both is stored is left to the matrix.
    void add(int i, int j, const Mat3& block);

    /// Computes the Cholesky factor. Returns false when the matrix is not positive definite.
    bool factor();

    /// Replaces `right`, by node, by the solution of matrix · x = right. The matrix must be
    /// factored.
    void solve(std::vector<Vec3>& right) const;

 private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace touchstone
