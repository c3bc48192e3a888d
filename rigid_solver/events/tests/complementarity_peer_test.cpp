// Compares the solver of contact problems with two that others wrote: CGAL's quadratic programs,
// which are exact, and where it is installed Siconos' own method of Lemke.

#include <CGAL/Gmpzf.h>
#include <CGAL/QP_functions.h>
#include <CGAL/QP_models.h>
#ifdef TOUCHSTONE_HAS_SICONOS
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
#endif

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "rigid_solver/events/complementarity.h"
#include "rigid_solver/events/tests/random_problems.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// The least ½ ‖y‖² with Fᵀ y ≥ −b − ease; nothing: no y does that.
std::optional<Eigen::VectorXd> exact_least(const ComplementarityProblem& problem, double ease) {
    CGAL::Quadratic_program<double> program(CGAL::LARGER, false, 0.0, false, 0.0);
    const int rows = static_cast<int>(problem.factor.rows());
    for (int i = 0; i < rows; ++i) {
        program.set_d(i, i, 1.0);  // CGAL takes 2 D
    }
    for (int j = 0; j < problem.offset.size(); ++j) {
        for (int i = 0; i < rows; ++i) {
            if (problem.factor(i, j) != 0.0) {
                program.set_a(i, j, problem.factor(i, j));
            }
        }
        program.set_b(j, -problem.offset[j] - ease);
    }
    const CGAL::Quadratic_program_solution<CGAL::Gmpzf> found =
        CGAL::solve_quadratic_program(program, CGAL::Gmpzf());
    if (found.is_infeasible()) {
        return std::nullopt;
    }
    Eigen::VectorXd least(rows);
    int i = 0;
    for (auto value = found.variable_values_begin(); value != found.variable_values_end();
         ++value) {
        least[i++] = CGAL::to_double(*value);
    }
    return least;
}

/// The accelerations F f that forces cause, whichever forces they are; nothing: there are none. Of
/// contacts that depend on each other the rounding of b alone can make a problem impossible.
std::optional<Eigen::VectorXd> exact_effect(const ComplementarityProblem& problem) {
    const auto found = exact_least(problem, 0.0);
    return found ? found : exact_least(problem, 1e-12 * problem.offset.cwiseAbs().maxCoeff());
}

/// How far what our forces do is from the exact answer, relative to the larger of it and 1.
double difference(const ComplementarityProblem& problem, const Eigen::VectorXd& forces,
                  const Eigen::VectorXd& effect) {
    return (problem.factor * forces - effect).norm() / std::max(1.0, effect.norm());
}

struct Agreement {
    int asked = 0;
    int impossible = 0;    ///< for the exact solver
    int wrongly_done = 0;  ///< answered though they are impossible
    int wrongly_left = 0;  ///< not answered though they are possible
    double largest = 0.0;  ///< largest relative difference of accelerations
};

template <typename Make>
Agreement agreement(int count, const Make& make) {
    Agreement result;
    for (int i = 0; i < count; ++i) {
        const ComplementarityProblem problem = make();
        const std::optional<Eigen::VectorXd> effect = exact_effect(problem);
        ++result.asked;
        result.impossible += effect ? 0 : 1;
        try {
            const Eigen::VectorXd forces = solve_complementarity(problem).forces;
            result.wrongly_done += effect ? 0 : 1;
            if (effect) {
                result.largest = std::max(result.largest, difference(problem, forces, *effect));
            }
        } catch (const Error&) {
            result.wrongly_left += effect ? 1 : 0;
        }
    }
    return result;
}

void check_agreement(const Agreement& found, double tolerance) {
    CAPTURE(found.asked, found.impossible, found.wrongly_done, found.wrongly_left, found.largest);
    CHECK(found.wrongly_done == 0);
    CHECK(found.wrongly_left == 0);
    CHECK(found.largest <= tolerance);
}

Agreement random_agreement(const ProblemKind& kind, int count, std::uint64_t seed) {
    Draws draws{std::mt19937_64(seed)};
    return agreement(count, [&] { return random_problem(kind, draws); });
}

/// Contacts with rates of their own beside those of the bodies, as curvature gives: of redundant
/// ones some cannot all be kept.
Agreement curved_agreement(const ProblemKind& kind, int count, std::uint64_t seed) {
    Draws draws{std::mt19937_64(seed)};
    return agreement(count, [&] {
        ComplementarityProblem problem = random_problem(kind, draws);
        for (double& value : problem.offset) {
            value += draws.between(-1.0, 1.0);
        }
        return problem;
    });
}

#ifdef TOUCHSTONE_HAS_SICONOS

/// The forces of Siconos; nothing where it reports that it found none.
std::optional<Eigen::VectorXd> siconos_forces(const ComplementarityProblem& problem) {
    const int size = static_cast<int>(problem.offset.size());
    Eigen::MatrixXd matrix =
        problem.factor.transpose() * problem.factor;  // columns first, as there
    Eigen::VectorXd offset = problem.offset;
    LinearComplementarityProblem theirs;
    theirs.size = size;
    const auto free_matrix = [](NumericsMatrix* m) {
        m->matrix0 = nullptr;  // it is Eigen's
        NM_clear(m);
        free(m);
    };
    const std::unique_ptr<NumericsMatrix, decltype(free_matrix)> wrapped(
        NM_create_from_data(NM_DENSE, size, size, matrix.data()), free_matrix);
    theirs.M = wrapped.get();
    theirs.q = offset.data();
    const auto free_options = [](SolverOptions* options) {
        solver_options_delete(options);
        free(options);
    };
    const std::unique_ptr<SolverOptions, decltype(free_options)> options(
        solver_options_create(SICONOS_LCP_LEMKE), free_options);
    options->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
    Eigen::VectorXd forces = Eigen::VectorXd::Zero(size);
    Eigen::VectorXd opening = Eigen::VectorXd::Zero(size);
    const int status =
        linearComplementarity_driver(&theirs, forces.data(), opening.data(), options.get());
    return status == 0 ? std::optional(forces) : std::nullopt;
}

struct PeerTally {
    int asked = 0;
    int answered = 0;      ///< by Siconos, with what is an answer by our own formulas
    double largest = 0.0;  ///< largest relative difference of the accelerations
};

PeerTally compare_with_siconos(const ProblemKind& kind, int count, std::uint64_t seed) {
    Draws draws{std::mt19937_64(seed)};
    PeerTally tally;
    for (int i = 0; i < count; ++i) {
        const ComplementarityProblem problem = random_problem(kind, draws);
        const Eigen::VectorXd own = solve_complementarity(problem).forces;
        const std::optional<Eigen::VectorXd> theirs = siconos_forces(problem);
        ++tally.asked;
        if (theirs && theirs->allFinite() && is_answer(problem, theirs->cwiseMax(0.0))) {
            ++tally.answered;
            tally.largest =
                std::max(tally.largest, difference(problem, own, problem.factor * *theirs));
        }
    }
    return tally;
}

#endif

}  // namespace

TEST_CASE("contact forces do what an exact quadratic program does", "[events]") {
    check_agreement(random_agreement({2, 12}, 200, 21), 1e-9);
    check_agreement(random_agreement({3, 18, true}, 100, 22), 1e-9);
    check_agreement(random_agreement({4, 24}, 20, 23), 1e-9);
}

TEST_CASE("curved contacts have forces where an exact program has, and no others", "[events]") {
    const Agreement found = curved_agreement({1, 10}, 100, 24);
    CHECK(found.impossible > 0);
    CHECK(found.impossible < found.asked);
    check_agreement(found, 1e-9);
    check_agreement(curved_agreement({2, 12}, 100, 25), 1e-9);
}

TEST_CASE("contact forces beside an exact program in full", "[.full]") {
    const auto print = [](const char* title, const Agreement& found) {
        std::cout << title << ": " << found.asked << " problems, " << found.impossible
                  << " impossible, " << found.wrongly_done << " of them answered, "
                  << found.wrongly_left << " possible ones not answered, largest difference "
                  << found.largest << std::endl;
        check_agreement(found, 1e-9);
    };
    print("2 bodies, 12 contacts", random_agreement({2, 12}, 1000, 31));
    print("6 bodies, 40 contacts, redundant", random_agreement({6, 40, true}, 20, 32));
    print("4 bodies, 48 contacts", random_agreement({4, 48}, 5, 33));
    print("1 body, 10 contacts, curved", curved_agreement({1, 10}, 1000, 34));
    print("2 bodies, 12 contacts, curved", curved_agreement({2, 12}, 300, 35));
    print("3 bodies, 18 contacts, redundant and curved", curved_agreement({3, 18, true}, 100, 36));
}

#ifdef TOUCHSTONE_HAS_SICONOS

TEST_CASE("contact forces do what those of Siconos do", "[events]") {
    const PeerTally plain = compare_with_siconos({2, 12}, 100, 41);
    CAPTURE(plain.answered, plain.largest);
    CHECK(plain.answered > 90);
    CHECK(plain.largest < 1e-8);
    const PeerTally redundant = compare_with_siconos({4, 48}, 20, 42);
    CAPTURE(redundant.answered, redundant.largest);
    CHECK(redundant.answered > 10);
    CHECK(redundant.largest < 1e-6);
}

TEST_CASE("contact forces beside those of Siconos in full", "[.full]") {
    const int counts[]{1000, 200, 20, 20, 200};
    for (int i = 0; i < std::ssize(kKinds); ++i) {
        const PeerTally found = compare_with_siconos(kKinds[i], counts[i], 51 + i);
        std::cout << kKinds[i].bodies << " bodies, " << kKinds[i].contacts
                  << " contacts: Siconos has " << found.answered << " of " << found.asked
                  << ", largest difference " << found.largest << std::endl;
        CHECK(found.largest < 1e-6);
    }
}

#endif
