#pragma once

#include <array>
#include <memory>
#include <vector>

#include "methods/base/types.h"

namespace touchstone {

/// A symmetric sparse matrix of 3 × 3 blocks, one row of them a node, and its Cholesky factor. The
/// order of all sums is fixed by which blocks there are, and one thread does the work: the same
/// matrix gives the same bits.
class NodeMatrix {
 public:
    NodeMatrix();
    ~NodeMatrix();
    /// A copy begins anew: what is kept between calls is for speed alone.
    NodeMatrix(const NodeMatrix& other);
    NodeMatrix& operator=(const NodeMatrix& other);

    /// Sets which blocks beside the diagonal there are: two nodes, the lower first, each once and
    /// in order. Orders the nodes by approximate minimum degree. Sets all blocks to 0.
    void set_blocks(int nodes, const std::vector<std::array<int, 2>>& blocks);

    /// Adds to the block of row `i` and column `j`. Of a block and its transpose only one counts:
    /// both must be added.
    void add(int i, int j, const Mat3& block);

    /// Factors. Returns false when the matrix is not positive definite.
    bool factor();

    /// Solves with the factor, in place.
    void solve(std::vector<Vec3>& right) const;

 private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace touchstone
