#pragma once

#include <array>
#include <span>
#include <vector>

#include "rigid_solver/barrier/bodies/affine_body.h"

namespace touchstone {

/// A 12 × 12 block, which may be part of a larger matrix.
using BlockPart = Eigen::Ref<const AffineMatrix, 0, Eigen::OuterStride<>>;

/// A symmetric matrix of 12 × 12 blocks, one row of them per body, and its Cholesky factor L Lᵀ.
/// The lower triangle is stored. The graph of blocks fixes the order of all sums, so the same
/// matrix gives the same bits wherever it is factored.
class BlockCholesky {
 public:
    /// Sets the graph. `pairs`: bodies with a block beside the diagonal, each pair once, no body
    /// with itself. Orders the bodies by minimum degree (ties: the lowest number) and finds the
    /// blocks that fill in. Does nothing when the graph is the same as before.
    void set_graph(int bodies, std::span<const std::array<int, 2>> pairs);

    /// Sets all blocks to 0.
    void clear();
    /// Adds `block` to a body's block on the diagonal.
    void add_diagonal(int body, const BlockPart& block);
    /// Adds `block` to the block of row `i` and column `j`, and its transpose to that of `j` and
    /// `i`.
    void add_pair(int i, int j, const BlockPart& block);

    /// Replaces the matrix by its factor. Returns false when it is not positive definite.
    bool factor();

    /// Replaces `right`, by body, by the solution of matrix · x = right. The matrix must be
    /// factored.
    void solve(std::vector<Affine>& right) const;

 private:
    /// A block's numbers, column by column.
    using Block = std::array<double, 144>;
    /// The blocks of one column of the factor below the diagonal.
    struct Column {
        std::vector<int> rows;     ///< places of its rows in the order of elimination, ascending
        std::vector<int> targets;  ///< block changed by the product of two of its rows, in the
                                   ///< order (1, 0), (2, 0), (2, 1) and so on
        int first = 0;             ///< number of its first block in `below_`
    };
    /// Orders the bodies. Sets `eliminated` to the neighbours that each body still has at its turn.
    void eliminate(std::vector<std::vector<int>>& eliminated);
    /// Returns the number in `below_` of the block at places i > j.
    int block_at(int i, int j) const;

    int bodies_ = 0;
    std::vector<std::array<int, 2>> pairs_;  ///< graph that was set last
    std::vector<int> place_;                 ///< place of each body in the order of elimination
    std::vector<int> body_;                  ///< body at each place
    std::vector<Column> columns_;            ///< columns, by place
    std::vector<Block> diagonal_;            ///< blocks on the diagonal, by place
    std::vector<Block> below_;               ///< blocks below the diagonal, column by column
};

}  // namespace touchstone
