#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "methods/mesh/mass_properties.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "rigid_solver/barrier/energy/friction_energy.h"
#include "rigid_solver/barrier/linear/block_cholesky.h"
#include "rigid_solver/barrier/linear/semidefinite.h"

using namespace touchstone;

namespace {

constexpr PairScale kScale{0.2, 3.0, 0.01};

/// Two boxes of which B stands askew above A.
struct TwoBoxes {
    AffineBody a;
    AffineBody b;
};

AffineBody make_affine_box(const Vec3& size, const Vec3& position, const Quat& rotation) {
    const SurfaceMesh surface = make_box(size);
    const MassProperties solid = mass_properties(surface);
    RigidBody body;
    body.mass = solid.volume;
    body.inertia = solid.inertia;
    body.state.world_from_body = {rotation, position};
    body.state.center_of_mass = solid.center_of_mass;
    return make_affine_body(body, surface, solid.volume, BarrierPrimitives::Triangles);
}

TwoBoxes make_boxes(double angle) {
    const Quat turned(Eigen::AngleAxisd(angle, Vec3(0.3, 1.0, 0.2).normalized()));
    return {make_affine_box(Vec3(1.0, 1.0, 1.0), Vec3::Zero(), Quat::Identity()),
            make_affine_box(Vec3(0.8, 0.6, 0.9), Vec3(0.13, 0.9, 0.21), turned)};
}

std::vector<BarrierPair> pairs_at(const TwoBoxes& boxes, const Affine& a, const Affine& b) {
    const std::vector<Vec3> points_a = placed_points(boxes.a, a);
    const std::vector<Vec3> points_b = placed_points(boxes.b, b);
    const BarrierCandidates candidates = find_candidates(
        boxes.a.surface, swept_boxes(boxes.a.surface, points_a, points_a), boxes.b.surface,
        swept_boxes(boxes.b.surface, points_b, points_b), kScale.dhat);
    return near_pairs(boxes.a.surface, points_a, boxes.b.surface, points_b, candidates,
                      kScale.dhat);
}

PairEnergy barrier_at(const TwoBoxes& boxes, const PairVector& q) {
    PairEnergy sum;
    const Affine a = q.head<12>();
    const Affine b = q.tail<12>();
    add_barrier_energy(pairs_at(boxes, a, b), boxes.a, linear_part(a), boxes.b, linear_part(b),
                       kScale, sum);
    return sum;
}

/// Returns the gradient of the barrier's energy as it is found without second derivatives.
PairVector barrier_gradient_at(const TwoBoxes& boxes, const PairVector& q) {
    PairVector sum = PairVector::Zero();
    const Affine a = q.head<12>();
    const Affine b = q.tail<12>();
    add_barrier_gradient(pairs_at(boxes, a, b), boxes.a, linear_part(a), boxes.b, linear_part(b),
                         kScale, sum);
    return sum;
}

/// Checks a gradient that is found alone against the one that comes with the second derivatives.
void check_same(const PairVector& alone, const PairVector& gradient) {
    CHECK((alone - gradient).norm() <= 1e-12 * gradient.norm());
}

/// Returns the largest deviation of derivatives from central differences, relative to the largest
/// entry.
template <typename Energy>
void check_differences(const PairVector& q, const Energy& energy_at) {
    const PairEnergy here = energy_at(q);
    REQUIRE(here.value > 0.0);
    constexpr double kStep = 1e-6;
    PairVector gradient;
    PairMatrix hessian;
    for (int i = 0; i < 24; ++i) {
        PairVector low = q;
        PairVector high = q;
        low[i] -= kStep;
        high[i] += kStep;
        const PairEnergy below = energy_at(low);
        const PairEnergy above = energy_at(high);
        gradient[i] = (above.value - below.value) / (2.0 * kStep);
        hessian.col(i) = (above.gradient - below.gradient) / (2.0 * kStep);
    }
    // Of central differences over 1e-6, rounding leaves 1e-9 and the third derivative 1e-8.
    CHECK((gradient - here.gradient).cwiseAbs().maxCoeff() <
          1e-7 * here.gradient.cwiseAbs().maxCoeff());
    CHECK((hessian - here.hessian).cwiseAbs().maxCoeff() <
          1e-6 * here.hessian.cwiseAbs().maxCoeff());
}

}  // namespace

TEST_CASE("the barrier between bodies has the derivatives of its energy", "[barrier]") {
    // At 0.9 no edges are near parallel; at 0.02 most are, and mollified.
    for (const double angle : {0.9, 0.02}) {
        CAPTURE(angle);
        const TwoBoxes boxes = make_boxes(angle);
        const PairVector q = joined(boxes.a.placement, boxes.b.placement);
        int mollified = 0;
        for (const BarrierPair& pair : pairs_at(boxes, boxes.a.placement, boxes.b.placement)) {
            mollified += pair.edge_a[0] >= 0 ? 1 : 0;
        }
        CHECK((mollified > 0) == (angle < 0.1));
        check_differences(q, [&](const PairVector& at) { return barrier_at(boxes, at); });
        check_same(barrier_gradient_at(boxes, q), barrier_at(boxes, q).gradient);
    }
}

TEST_CASE("friction has the derivatives of its energy, sticking and sliding", "[barrier]") {
    const TwoBoxes boxes = make_boxes(0.9);
    const std::vector<FrictionPair> friction = make_friction(
        pairs_at(boxes, boxes.a.placement, boxes.b.placement), boxes.a, boxes.b, kScale, 0.5);
    REQUIRE_FALSE(friction.empty());
    for (const double slip : {0.3, 3.0}) {
        CAPTURE(slip);
        PairVector motion = PairVector::Zero();
        motion[0] = slip * kScale.slip;
        motion[14] = 0.5 * slip * kScale.slip;
        check_differences(motion, [&](const PairVector& at) {
            PairEnergy sum;
            add_friction_energy(friction, at, kScale, sum);
            CHECK(sum.value == Approx(friction_energy_value(friction, at, kScale)));
            PairVector alone = PairVector::Zero();
            add_friction_gradient(friction, at, kScale, alone);
            check_same(alone, sum.gradient);
            return sum;
        });
    }
}

TEST_CASE("friction's majorant touches its energy, and lies above it", "[barrier]") {
    const TwoBoxes boxes = make_boxes(0.9);
    std::vector<FrictionPair> friction = make_friction(
        pairs_at(boxes, boxes.a.placement, boxes.b.placement), boxes.a, boxes.b, kScale, 0.5);
    REQUIRE_FALSE(friction.empty());
    friction.resize(1);
    PairVector motion = PairVector::Zero();
    motion[0] = 3.0 * kScale.slip;
    motion[14] = 1.5 * kScale.slip;
    PairEnergy here;
    add_friction_energy(friction, motion, kScale, here, FrictionBend::Majorant);
    // The parabola touches once more where the slip is reversed, at a share of -2.
    for (const double share : {-1.5, -1.0, -0.5, 0.5, 2.0}) {
        CAPTURE(share);
        const PairVector step = share * motion;
        const double above =
            here.value + here.gradient.dot(step) + 0.5 * step.dot(here.hessian * step);
        CHECK(above > friction_energy_value(friction, motion + step, kScale));
    }
    // The parabola has its least value where the pair sticks.
    CHECK(here.gradient.dot(motion) == Approx(motion.dot(here.hessian * motion)));
}

TEST_CASE("a projected matrix has no negative eigenvalue", "[barrier]") {
    const TwoBoxes boxes = make_boxes(0.9);
    PairEnergy energy = barrier_at(boxes, joined(boxes.a.placement, boxes.b.placement));
    const auto smallest = [&] {
        return Eigen::SelfAdjointEigenSolver<PairMatrix>(energy.hessian).eigenvalues()[0];
    };
    const double scale = energy.hessian.cwiseAbs().maxCoeff();
    REQUIRE(smallest() < -1e-6 * scale);
    make_semidefinite(energy.hessian.data(), 24, 24);
    CHECK(smallest() > -1e-12 * scale);
}

TEST_CASE("the shape energy has the derivatives of its value", "[barrier]") {
    Mat3 linear;
    linear << 1.1, 0.02, -0.1, 0.05, 0.93, 0.08, -0.03, 0.12, 1.04;
    const ShapeEnergy here = shape_energy(linear, 2.0);
    CHECK(here.value == Approx(shape_energy_value(linear, 2.0)));
    constexpr double kStep = 1e-6;
    for (int i = 0; i < 9; ++i) {
        Mat3 low = linear;
        Mat3 high = linear;
        low.data()[i] -= kStep;
        high.data()[i] += kStep;
        const ShapeEnergy below = shape_energy(low, 2.0);
        const ShapeEnergy above = shape_energy(high, 2.0);
        CHECK(here.gradient[i] == Approx((above.value - below.value) / (2.0 * kStep)).margin(1e-7));
        CHECK((here.hessian.col(i) - (above.gradient - below.gradient) / (2.0 * kStep)).norm() <
              1e-6);
    }
}

TEST_CASE("a small strain meets Young's modulus of eight times the stiffness", "[barrier]") {
    // Ψ/V = 4 κ_⊥ ε² for a strain ε along one axis, which is E ε²/2 with E = 8 κ_⊥.
    const double strain = 1e-5;
    Mat3 linear = Mat3::Identity();
    linear(1, 1) += strain;
    CHECK(shape_energy_value(linear, 1.0) == Approx(0.5 * 8.0 * strain * strain).epsilon(1e-4));
}

TEST_CASE("the block Cholesky factor solves as a dense one does", "[barrier]") {
    const std::vector<std::array<int, 2>> graph{{0, 1}, {0, 3}, {1, 2}, {2, 3}, {3, 4}};
    constexpr int kBodies = 5;
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(12 * kBodies, 12 * kBodies);
    BlockCholesky cholesky;
    cholesky.set_graph(kBodies, graph);
    cholesky.clear();
    std::srand(3);
    for (int i = 0; i < kBodies; ++i) {
        const AffineMatrix block = 100.0 * AffineMatrix::Identity();
        cholesky.add_diagonal(i, block);
        dense.block(12 * i, 12 * i, 12, 12) += block;
    }
    for (const auto& [i, j] : graph) {
        const AffineMatrix block = AffineMatrix::Random();
        cholesky.add_pair(i, j, block);
        dense.block(12 * i, 12 * j, 12, 12) += block;
        dense.block(12 * j, 12 * i, 12, 12) += block.transpose();
    }
    std::vector<Affine> right;
    Eigen::VectorXd dense_right(12 * kBodies);
    for (int i = 0; i < kBodies; ++i) {
        right.push_back(Affine::Random());
        dense_right.segment(12 * i, 12) = right.back();
    }
    REQUIRE(cholesky.factor());
    cholesky.solve(right);
    const Eigen::VectorXd expected = dense.llt().solve(dense_right);
    for (int i = 0; i < kBodies; ++i) {
        CHECK((right[i] - expected.segment(12 * i, 12)).norm() < 1e-13);
    }
}

TEST_CASE("a block matrix that is not positive definite is found out", "[barrier]") {
    BlockCholesky cholesky;
    const std::vector<std::array<int, 2>> graph{{0, 1}};
    cholesky.set_graph(2, graph);
    cholesky.clear();
    cholesky.add_diagonal(0, AffineMatrix::Identity());
    cholesky.add_diagonal(1, AffineMatrix::Identity());
    cholesky.add_pair(0, 1, 2.0 * AffineMatrix::Identity());
    CHECK_FALSE(cholesky.factor());
}
