#include "rigid_solver/events/complementarity.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "rigid_solver/events/nonnegative_least_squares.h"
#include "rigid_solver/events/tests/random_problems.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

struct Tally {
    int asked = 0;
    int answered = 0;
    int wrong = 0;
    int by_lemke = 0;
    double worst = 0.0;
};

Tally solve_random(const ProblemKind& kind, int count, std::uint64_t seed) {
    Draws draws{std::mt19937_64(seed)};
    Tally tally;
    for (int i = 0; i < count; ++i) {
        const ComplementarityProblem problem = random_problem(kind, draws);
        ++tally.asked;
        try {
            const ComplementaritySolution found = solve_complementarity(problem);
            ++tally.answered;
            tally.by_lemke += found.solver == ComplementaritySolver::Lemke ? 1 : 0;
            tally.worst = std::max(tally.worst, complementarity_residual(problem, found.forces));
            tally.wrong += is_answer(problem, found.forces) ? 0 : 1;
        } catch (const Error&) {
        }
    }
    return tally;
}

void check_all_answered(const ProblemKind& kind, int count, std::uint64_t seed) {
    const Tally tally = solve_random(kind, count, seed);
    CAPTURE(kind.bodies, kind.contacts, tally.answered, tally.by_lemke, tally.worst);
    CHECK(tally.answered == tally.asked);
    CHECK(tally.wrong == 0);
    CHECK(tally.worst <= kComplementarityTolerance);
}

ComplementarityProblem problem_of(const Eigen::MatrixXd& factor, const Eigen::VectorXd& offset) {
    return {factor, offset};
}

}  // namespace

TEST_CASE("contact problems to 240 contacts are solved, redundant ones too", "[events]") {
    check_all_answered(kKinds[0], 300, 1);
    check_all_answered(kKinds[1], 60, 2);
    check_all_answered(kKinds[2], 4, 3);
    check_all_answered(kKinds[3], 2, 4);
    check_all_answered(kKinds[4], 60, 5);
}

TEST_CASE("least squares end where rounding keeps a column off zero", "[events][regression]") {
    Draws draws{std::mt19937_64(11)};
    ComplementarityProblem problem;
    for (int i = 0; i <= 2087; ++i) {
        problem = random_problem(kKinds[1], draws);
    }
    const Eigen::VectorXd forces = solve_complementarity(problem).forces;
    CHECK(is_answer(problem, forces));
    CHECK(is_answer(problem, solve_by_least_squares(problem).forces));
}

TEST_CASE("10,000 contact problems to 240 contacts", "[.full]") {
    const int counts[]{6000, 2500, 400, 100, 1000};
    for (int i = 0; i < std::ssize(kKinds); ++i) {
        const Tally tally = solve_random(kKinds[i], counts[i], 10 + i);
        std::cout << kKinds[i].bodies << " bodies, " << kKinds[i].contacts
                  << " contacts: " << tally.answered << " of " << tally.asked << " answered, "
                  << tally.by_lemke << " by Lemke's method, " << tally.wrong
                  << " wrong, largest residual " << tally.worst << std::endl;
        CHECK(tally.answered == tally.asked);
        CHECK(tally.wrong == 0);
        CHECK(tally.worst <= kComplementarityTolerance);
    }
}

TEST_CASE("equal contacts are told apart by the order of their rows", "[events]") {
    // A box on a grid of equal contacts: every ratio is a tie.
    for (const int side : {2, 3, 5}) {
        Eigen::MatrixXd factor(3, side * side);
        for (int i = 0; i < side * side; ++i) {
            const int row = i / side;
            factor.col(i) << 1.0, i % side - 0.5 * (side - 1), row - 0.5 * (side - 1);
        }
        const Eigen::VectorXd offset = Eigen::VectorXd::Constant(side * side, -10.0);
        const ComplementaritySolution found = solve_complementarity(problem_of(factor, offset));
        CAPTURE(side, found.pivots);
        CHECK(found.solver == ComplementaritySolver::Lemke);
        CHECK(found.pivots <= 2 * side * side);
        CHECK(std::abs(found.forces.sum() - 10.0) < 1e-9);
    }
}

TEST_CASE("Lemke's method and least squares agree on what the forces do", "[events]") {
    Draws draws{std::mt19937_64(5)};
    for (int i = 0; i < 20; ++i) {
        const ComplementarityProblem problem = random_problem({3, 10}, draws);
        const ComplementaritySolution one = solve_by_lemke(problem);
        const ComplementaritySolution other = solve_by_least_squares(problem);
        REQUIRE(one.forces.size() == 10);
        // Forces may differ where contacts are redundant, accelerations may not.
        CHECK((problem.factor * (one.forces - other.forces)).norm() < 1e-10);
    }
}

TEST_CASE("a weight on two supports is shared by the lever rule", "[events]") {
    // A beam of mass 1 and inertia 1 with contacts at -1 and 3 m of its centre, gravity 10.
    Eigen::MatrixXd factor(2, 2);
    factor << 1.0, 1.0, -1.0, 3.0;
    const ComplementaritySolution found =
        solve_complementarity(problem_of(factor, Eigen::Vector2d(-10.0, -10.0)));
    CHECK(std::abs(found.forces[0] - 7.5) < 1e-12);
    CHECK(std::abs(found.forces[1] - 2.5) < 1e-12);
}

TEST_CASE("a contact that opens by itself has no force", "[events]") {
    const Eigen::MatrixXd factor = Eigen::MatrixXd::Identity(2, 2);
    const ComplementaritySolution found =
        solve_complementarity(problem_of(factor, Eigen::Vector2d(3.0, -2.0)));
    CHECK(found.forces[0] == 0.0);
    CHECK(std::abs(found.forces[1] - 2.0) < 1e-13);
    CHECK(solve_complementarity(problem_of(factor, Eigen::Vector2d(1.0, 0.0))).forces.isZero());
}

TEST_CASE("redundant contacts whose curvature rates do not fit are solved", "[events]") {
    // One direction, two contacts: the one that closes faster carries all.
    Eigen::MatrixXd factor(1, 2);
    factor << 1.0, 1.0;
    const ComplementaritySolution found =
        solve_complementarity(problem_of(factor, Eigen::Vector2d(-1.0, -3.0)));
    CHECK(std::abs(found.forces.sum() - 3.0) < 1e-8);
    const ComplementaritySolution squares =
        solve_by_least_squares(problem_of(factor, Eigen::Vector2d(-1.0, -3.0)));
    CHECK(squares.residual < 1e-8);
}

TEST_CASE("what is impossible is an error, never an answer", "[events]") {
    // Between two walls that both come nearer.
    Eigen::MatrixXd factor(1, 2);
    factor << 1.0, -1.0;
    CHECK_THROWS_AS(solve_complementarity(problem_of(factor, Eigen::Vector2d(-1.0, -1.0))), Error);
    CHECK_THROWS_AS(solve_complementarity(problem_of(factor, Eigen::Vector2d(-1.0, NAN))), Error);
}

TEST_CASE("answers keep their residual in any unit", "[events]") {
    for (const double unit : {1e-9, 1e-3, 1e6}) {
        Draws draws{std::mt19937_64(7)};
        ComplementarityProblem problem = random_problem({2, 12}, draws);
        const Eigen::VectorXd forces = solve_complementarity(problem).forces;
        problem.factor *= unit;
        problem.offset *= unit;
        const Eigen::VectorXd scaled = solve_complementarity(problem).forces;
        CHECK((problem.factor * (unit * scaled - forces)).norm() < 1e-9 * unit);
    }
}

TEST_CASE("non-negative least squares leaves out what would be negative", "[events]") {
    Eigen::MatrixXd matrix(2, 2);
    matrix << 1.0, 1.0, 0.0, 1.0;
    // Without bounds: x = (3, -1).
    const NonnegativeSolution found = nonnegative_least_squares(matrix, Eigen::Vector2d(-2.0, 1.0));
    CHECK(found.converged);
    CHECK(std::abs(found.values[0] - 2.0) < 1e-14);
    CHECK(found.values[1] == 0.0);
}
