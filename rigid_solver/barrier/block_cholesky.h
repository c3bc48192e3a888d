#pragma once

#include <array>
#include <span>
#include <vector>

#include "rigid_solver/barrier/affine_body.h"

namespace touchstone {

/// A block of 12 × 12 numbers, which may be part of a larger matrix.
using BlockPart = Eigen::Ref<const AffineMatrix, 0, Eigen::OuterStride<>>;

/// A symmetric matrix of 12 × 12 blocks, of which the lower triangle is stored, and its Cholesky
/// factor. The order of all sums is fixed by the graph of blocks, so the same matrix gives the same
/// bits wherever it is factored.
class BlockCholesky {
 public:
    /// Sets the graph: `pairs` are the bodies with a block beside the diagonal, each once, no body
    /// with itself. Orders the bodies by the fewest neighbours that are left (ties: the lowest
    /// number) and finds the blocks that fill in. Does nothing when the graph is the same as
    /// before.
    void set_graph(int bodies, std::span<const std::array<int, 2>> pairs);

    /// Sets all blocks to 0.
    void clear();
    /// Adds to a block of the diagonal.
    void add_diagonal(int body, const BlockPart& block);
    /// Adds to the block of row `i` and column `j`, and its transpose to the other.
    void add_pair(int i, int j, const BlockPart& block);

    /// Factors in place. Returns false when the matrix is not positive definite.
    bool factor();

    /// Solves with the factor, in place.
    void solve(std::vector<Affine>& right) const;

 private:
    /// A block's numbers, column by column.
    using Block = std::array<double, 144>;
    struct Column {
        std::vector<int> rows;     ///< places below the diagonal, ascending
        std::vector<int> targets;  ///< block of each two of its rows, (1, 0), (2, 0), (2, 1), …
        int first = 0;             ///< number of its first block in `below_`
    };
    void eliminate(std::vector<std::vector<int>>& eliminated);
    /// Number in `below_` of a block at places i > j.
    int block_at(int i, int j) const;

    int bodies_ = 0;
    std::vector<std::array<int, 2>> pairs_;
    std::vector<int> place_;  ///< of each body in the order of elimination
    std::vector<int> body_;   ///< at each place
    std::vector<Column> columns_;
    std::vector<Block> diagonal_;
    std::vector<Block> below_;
};

}  // namespace touchstone
