#include "rigid_solver/events/tests/random_problems.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <vector>

#include "methods/base/random_share.h"

namespace touchstone::testing {

double Draws::between(double low, double high) { return low + (high - low) * random_share(engine); }

Vec3 Draws::direction() {
    const double height = between(-1.0, 1.0);
    const double angle = between(-M_PI, M_PI);
    const double across = std::sqrt(1.0 - height * height);
    return {across * std::cos(angle), height, across * std::sin(angle)};
}

ComplementarityProblem random_problem(const ProblemKind& kind, Draws& draws) {
    const int rows = 6 * kind.bodies;
    ComplementarityProblem problem;
    problem.factor = Eigen::MatrixXd::Zero(rows, kind.contacts);
    std::vector<double> masses;
    masses.reserve(static_cast<std::size_t>(kind.bodies));
    for (int i = 0; i < kind.bodies; ++i) {
        masses.push_back(std::exp(draws.between(-1.0, 1.0)));
    }
    for (int j = 0; j < kind.contacts; ++j) {
        const int a = static_cast<int>(draws.between(0.0, kind.bodies));
        const int b = static_cast<int>(draws.between(-1.0, kind.bodies));
        Vec3 normal = draws.direction();
        if (kind.aligned) {
            int largest = 0;
            normal.cwiseAbs().maxCoeff(&largest);
            normal = Vec3::Unit(largest);
        }
        const auto put = [&](int body, double sign) {
            Vec3 arm(draws.between(-1.0, 1.0), draws.between(-1.0, 1.0), draws.between(-1.0, 1.0));
            if (kind.aligned) {
                arm = arm.array().round();
            }
            const double root = 1.0 / std::sqrt(masses[body]);
            problem.factor.block<3, 1>(6 * body, j) += sign * root * normal;
            problem.factor.block<3, 1>(6 * body + 3, j) += sign * 1.6 * root * arm.cross(normal);
        };
        put(a, 1.0);
        if (b >= 0 && b != a) {
            put(b, -1.0);
        }
    }
    Eigen::VectorXd motion(rows);
    for (double& value : motion) {
        value = draws.between(-1.0, 1.0);
    }
    problem.offset = problem.factor.transpose() * motion;
    return problem;
}

bool is_answer(const ComplementarityProblem& problem, const Eigen::VectorXd& forces) {
    const Eigen::VectorXd opening =
        problem.factor.transpose() * (problem.factor * forces) + problem.offset;
    const double scale = 1.0 + forces.cwiseAbs().maxCoeff() + problem.offset.cwiseAbs().maxCoeff();
    return forces.minCoeff() >= 0.0 && opening.minCoeff() >= -1e-8 * scale &&
           std::abs(forces.dot(opening)) <= 1e-7 * scale * scale;
}

}  // namespace touchstone::testing
