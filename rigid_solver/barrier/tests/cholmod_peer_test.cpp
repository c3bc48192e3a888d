// CHOLMOD as a peer of the block Cholesky factor; compiled where SuiteSparse is installed.

#include <cholmod.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "methods/testing/catch.h"
#include "rigid_solver/barrier/linear/block_cholesky.h"

using namespace touchstone;

namespace {

/// A symmetric matrix of CHOLMOD's, of which the lower triangle is given entry by entry.
class PeerMatrix {
 public:
    explicit PeerMatrix(int rows) {
        cholmod_start(&common_);
        const auto size = static_cast<std::size_t>(rows);
        entries_ = cholmod_allocate_triplet(size, size, 400 * size, -1, CHOLMOD_REAL, &common_);
    }
    ~PeerMatrix() {
        cholmod_free_triplet(&entries_, &common_);
        cholmod_finish(&common_);
    }
    PeerMatrix(const PeerMatrix&) = delete;
    PeerMatrix& operator=(const PeerMatrix&) = delete;

    void add(int i, int j, double value) {
        if (i >= j) {
            static_cast<int*>(entries_->i)[entries_->nnz] = i;
            static_cast<int*>(entries_->j)[entries_->nnz] = j;
            static_cast<double*>(entries_->x)[entries_->nnz++] = value;
        }
    }

    std::vector<double> solve(const std::vector<double>& right) {
        cholmod_sparse* matrix = cholmod_triplet_to_sparse(entries_, entries_->nnz, &common_);
        cholmod_factor* factor = cholmod_analyze(matrix, &common_);
        cholmod_factorize(matrix, factor, &common_);
        cholmod_dense* b =
            cholmod_allocate_dense(right.size(), 1, right.size(), CHOLMOD_REAL, &common_);
        std::copy(right.begin(), right.end(), static_cast<double*>(b->x));
        cholmod_dense* x = cholmod_solve(CHOLMOD_A, factor, b, &common_);
        const auto* numbers = static_cast<const double*>(x->x);
        std::vector<double> result(numbers, numbers + right.size());
        cholmod_free_dense(&x, &common_);
        cholmod_free_dense(&b, &common_);
        cholmod_free_factor(&factor, &common_);
        cholmod_free_sparse(&matrix, &common_);
        return result;
    }

 private:
    cholmod_common common_{};
    cholmod_triplet* entries_ = nullptr;
};

}  // namespace

TEST_CASE("the block Cholesky factor of a wall of bodies solves as CHOLMOD's does", "[barrier]") {
    constexpr int kWide = 8;
    constexpr int kBodies = kWide * kWide;
    std::vector<std::array<int, 2>> graph;
    for (int i = 0; i < kBodies; ++i) {
        for (const int step : {1, kWide, kWide + 1}) {
            if (i + step < kBodies && (step == kWide || i % kWide < kWide - 1)) {
                graph.push_back({i, i + step});
            }
        }
    }
    BlockCholesky cholesky;
    cholesky.set_graph(kBodies, graph);
    cholesky.clear();
    PeerMatrix peer(12 * kBodies);
    std::srand(5);
    const auto add = [&](int i, int j, const AffineMatrix& block) {
        i == j ? cholesky.add_diagonal(i, block) : cholesky.add_pair(j, i, block.transpose());
        for (int k = 0; k < 12; ++k) {
            for (int l = 0; l < 12; ++l) {
                peer.add(12 * i + l, 12 * j + k, block(l, k));
            }
        }
    };
    for (int i = 0; i < kBodies; ++i) {
        add(i, i, AffineMatrix(100.0 * AffineMatrix::Identity()));
    }
    for (const auto& [i, j] : graph) {
        add(j, i, AffineMatrix(AffineMatrix::Random()));
    }
    std::vector<Affine> ours;
    std::vector<double> right;
    ours.reserve(kBodies);
    for (int i = 0; i < kBodies; ++i) {
        ours.emplace_back(Affine::Random());
        right.insert(right.end(), ours.back().data(), ours.back().data() + 12);
    }
    REQUIRE(cholesky.factor());
    cholesky.solve(ours);
    const std::vector<double> theirs = peer.solve(right);
    for (int i = 0; i < kBodies; ++i) {
        CHECK((ours[i] - Eigen::Map<const Affine>(theirs.data() + 12 * i)).norm() < 1e-14);
    }
}
