#include "rigid_solver/barrier/linear/node_matrix.h"

#include <Eigen/SparseCholesky>
#include <algorithm>

namespace touchstone {

using Sparse = Eigen::SparseMatrix<double>;

struct NodeMatrix::Parts {
    int nodes = -1;
    std::vector<std::array<int, 2>> blocks;
    std::vector<int> place;               ///< place of each node in the order of elimination
    std::vector<std::vector<int>> below;  ///< rows of the blocks below the diagonal, by place
    Sparse lower;                         ///< lower triangle in the order of elimination
    Eigen::SimplicialLLT<Sparse, Eigen::Lower, Eigen::NaturalOrdering<int>> cholesky;

    /// Orders the nodes by approximate minimum degree, so that little fills in.
    void order_nodes();
    /// Allocates the lower triangle for the pattern of blocks.
    void lay_out();
};

void NodeMatrix::Parts::order_nodes() {
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(2 * blocks.size() + static_cast<std::size_t>(nodes));
    for (int i = 0; i < nodes; ++i) {
        entries.emplace_back(i, i, 1.0);
    }
    for (const auto& [i, j] : blocks) {
        entries.emplace_back(i, j, 1.0);
        entries.emplace_back(j, i, 1.0);
    }
    Sparse graph(nodes, nodes);
    graph.setFromTriplets(entries.begin(), entries.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::AMDOrdering<int>()(graph, order);
    place.resize(nodes);
    for (int i = 0; i < nodes; ++i) {
        place[order.indices()[i]] = i;
    }
}

// Each column has the entries of its own block from the diagonal down, then three for each block
// below.
void NodeMatrix::Parts::lay_out() {
    below.assign(nodes, {});
    for (const auto& [i, j] : blocks) {
        const auto& [low, high] = std::minmax(place[i], place[j]);
        below[low].push_back(high);
    }
    std::vector<int> counts(3 * nodes);
    for (int p = 0; p < nodes; ++p) {
        std::ranges::sort(below[p]);
        for (int c = 0; c < 3; ++c) {
            counts[3 * p + c] = 3 - c + 3 * static_cast<int>(below[p].size());
        }
    }
    lower.resize(3 * nodes, 3 * nodes);
    lower.reserve(counts);
    for (int p = 0; p < nodes; ++p) {
        for (int c = 0; c < 3; ++c) {
            for (int r = c; r < 3; ++r) {
                lower.insert(3 * p + r, 3 * p + c) = 0.0;
            }
            for (const int row : below[p]) {
                for (int r = 0; r < 3; ++r) {
                    lower.insert(3 * row + r, 3 * p + c) = 0.0;
                }
            }
        }
    }
    lower.makeCompressed();
    cholesky.analyzePattern(lower);
}

NodeMatrix::NodeMatrix() : parts_(std::make_unique<Parts>()) {}
NodeMatrix::~NodeMatrix() = default;
NodeMatrix::NodeMatrix(const NodeMatrix&) : NodeMatrix() {}
NodeMatrix& NodeMatrix::operator=(const NodeMatrix& other) {
    if (this != &other) {
        parts_ = std::make_unique<Parts>();
    }
    return *this;
}

void NodeMatrix::set_blocks(int nodes, const std::vector<std::array<int, 2>>& blocks) {
    if (parts_->nodes != nodes || parts_->blocks != blocks) {
        parts_->nodes = nodes;
        parts_->blocks = blocks;
        parts_->order_nodes();
        parts_->lay_out();
    }
    std::fill_n(parts_->lower.valuePtr(), parts_->lower.nonZeros(), 0.0);
}

void NodeMatrix::add(int i, int j, const Mat3& block) {
    const int row = parts_->place[i];
    const int column = parts_->place[j];
    if (row < column) {
        return;
    }
    const std::vector<int>& below = parts_->below[column];
    // In the first column of a place three entries of the diagonal block stand before the blocks
    // below, in the second two, in the third one.
    const int number =
        row == column ? -1 : static_cast<int>(std::ranges::lower_bound(below, row) - below.begin());
    for (int c = 0; c < 3; ++c) {
        double* numbers = parts_->lower.valuePtr() + parts_->lower.outerIndexPtr()[3 * column + c];
        if (number < 0) {
            for (int r = c; r < 3; ++r) {
                numbers[r - c] += block(r, c);
            }
            continue;
        }
        numbers += 3 - c + 3 * number;
        for (int r = 0; r < 3; ++r) {
            numbers[r] += block(r, c);
        }
    }
}

bool NodeMatrix::factor() {
    parts_->cholesky.factorize(parts_->lower);
    return parts_->cholesky.info() == Eigen::Success;
}

void NodeMatrix::solve(std::vector<Vec3>& right) const {
    Eigen::VectorXd numbers(3 * parts_->nodes);
    for (int i = 0; i < parts_->nodes; ++i) {
        numbers.segment<3>(3 * parts_->place[i]) = right[i];
    }
    const Eigen::VectorXd solution = parts_->cholesky.solve(numbers);
    for (int i = 0; i < parts_->nodes; ++i) {
        right[i] = solution.segment<3>(3 * parts_->place[i]);
    }
}

}  // namespace touchstone
