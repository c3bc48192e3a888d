// Derivatives compared with differences, rotations, and tets that would be inverted.

#include <cmath>
#include <random>

#include "methods/base/error.h"
#include "methods/elastic/box_tets.h"
#include "methods/elastic/elastic_tets.h"
#include "methods/elastic/principal_stretches.h"
#include "methods/elastic/scripted_motion.h"
#include "methods/elastic/tet_strain.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

constexpr double kDifference = 1e-6;  // step of central differences: error 1e-12, rounding 1e-10

Mat3 random_matrix(std::mt19937& random, double share) {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Mat3 matrix = Mat3::Identity();
    for (int i = 0; i < 9; ++i) {
        matrix.data()[i] += share * number(random);
    }
    return matrix;
}

ElasticMaterial material_of(ElasticModel model) { return {model, 10.0, 0.3}; }

Mat3 quarter_turn() {
    const Quat turn(Eigen::AngleAxisd(1.3, Vec3(1.0, 2.0, -1.0).normalized()));
    return turn.toRotationMatrix();
}

std::vector<Vec3> moved(const TetMesh& mesh, const Mat3& linear) {
    std::vector<Vec3> points;
    points.reserve(mesh.vertices.size());
    for (const Vec3& vertex : mesh.vertices) {
        points.emplace_back(linear * vertex + Vec3(3.0, -1.0, 0.5));
    }
    return points;
}

/// Returns dP for a change of F.
Mat3 stress_change(const DensityDerivatives& density, const Mat3& change) {
    const Mat3 along = density.u.transpose() * change * density.v;
    Mat3 result;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            result(i, j) =
                i == j ? density.scaling.row(i).dot(along.diagonal())
                       : density.along(i, j) * along(i, j) + density.across(i, j) * along(j, i);
        }
    }
    return density.u * result * density.v.transpose();
}

TetMesh one_tet() {
    return {{Vec3(0.0, 0.0, 0.0), Vec3(1.0, 0.1, 0.0), Vec3(0.2, 0.9, 0.1), Vec3(0.0, 0.2, 1.1)},
            {{0, 1, 2, 3}}};
}

}  // namespace

TEST_CASE("principal stretches multiply to the matrix, with two rotations", "[elastic]") {
    std::mt19937 random(1);
    std::vector<Mat3> matrices{Mat3::Identity(), Mat3::Zero(), Vec3(1.0, 1.0, -1.0).asDiagonal(),
                               Vec3(2.0, 0.0, 0.0).asDiagonal(), quarter_turn()};
    for (int i = 0; i < 100; ++i) {
        matrices.push_back(random_matrix(random, 2.0));
    }
    for (const Mat3& matrix : matrices) {
        CAPTURE(matrix);
        const PrincipalStretches parts = principal_stretches(matrix);
        const Mat3 product = parts.u * parts.stretches.asDiagonal() * parts.v.transpose();
        CHECK((product - matrix).norm() <= 1e-14 * (1.0 + matrix.norm()));
        CHECK((parts.u.transpose() * parts.u - Mat3::Identity()).norm() < 1e-14);
        CHECK((parts.v.transpose() * parts.v - Mat3::Identity()).norm() < 1e-14);
        CHECK(parts.u.determinant() > 0.0);
        CHECK(parts.v.determinant() > 0.0);
        CHECK(parts.stretches[0] >= parts.stretches[1]);
        CHECK(parts.stretches[1] >= std::abs(parts.stretches[2]) - 1e-14);
    }
}

TEST_CASE("principal stretches end as soon as rounding is all that is left", "[elastic]") {
    std::mt19937 random(6);
    int most = 0;
    for (int i = 0; i < 3000; ++i) {
        const Mat3 matrix = random_matrix(random, i % 2 == 0 ? 2.0 : 0.1);
        most = std::max(most, principal_stretches(matrix).sweeps);
        most = std::max(most, eigen_parts(matrix + matrix.transpose(), false).sweeps);
    }
    CHECK(most > 2);
    CHECK(most < 12);  // five are usual; with a bound below rounding some take all 40
}

TEST_CASE("energy densities agree with differences of their values", "[elastic]") {
    const auto model = GENERATE(ElasticModel::NeoHookean, ElasticModel::FixedCorotated);
    const LameCoefficients lame = lame_coefficients(material_of(model));
    std::mt19937 random(2);
    for (int round = 0; round < 20; ++round) {
        const Mat3 gradient = quarter_turn() * random_matrix(random, round < 10 ? 0.3 : 0.01);
        CAPTURE(round, gradient);
        const DensityDerivatives exact = density_derivatives(model, lame, gradient, false);
        CHECK(exact.stress == density_stress(model, lame, gradient));
        for (int i = 0; i < 9; ++i) {
            Mat3 up = gradient;
            Mat3 down = gradient;
            up.data()[i] += kDifference;
            down.data()[i] -= kDifference;
            const double slope =
                (density_value(model, lame, up) - density_value(model, lame, down)) /
                (2.0 * kDifference);
            CHECK(exact.stress.data()[i] == Approx(slope).margin(1e-7));
            const Mat3 bend =
                (density_stress(model, lame, up) - density_stress(model, lame, down)) /
                (2.0 * kDifference);
            Mat3 change = Mat3::Zero();
            change.data()[i] = 1.0;
            CHECK((stress_change(exact, change) - bend).norm() < 1e-6 * (1.0 + bend.norm()));
        }
    }
}

TEST_CASE("the neo-Hookean energy keeps its digits far from rest", "[elastic]") {
    const LameCoefficients lame = lame_coefficients(material_of(ElasticModel::NeoHookean));
    for (const Vec3& s : {Vec3(10.0, 1.0, 1e-4), Vec3(1.0, 1.0, 1e-8), Vec3(1e4, 1.0, 1e-4),
                          Vec3(1.2, 0.9, 1.0), Vec3(0.5, 0.4, 0.3), Vec3(3.0, 4.0, 5.0)}) {
        CAPTURE(s);
        const double log_volume = std::log(s[0]) + std::log(s[1]) + std::log(s[2]);
        const double exact = 0.5 * lame.mu * (s.squaredNorm() - 3.0) - lame.mu * log_volume +
                             0.5 * lame.lambda * log_volume * log_volume;
        const auto value_of = [&](const Mat3& gradient) {
            return density_value(ElasticModel::NeoHookean, lame, gradient);
        };
        CHECK(value_of(s.asDiagonal()) == Approx(exact).epsilon(1e-13));
        // A matrix turned on both sides has lost digits of its smallest stretch, 1e-16 s₁/s₃ of it.
        const Mat3 turned = quarter_turn() * s.asDiagonal() * quarter_turn().transpose();
        const double lost = 1e-15 * s.maxCoeff() / s.minCoeff();
        CHECK(value_of(turned) == Approx(exact).epsilon(1e-13 + lost));
    }
}

TEST_CASE("a fixed corotated tet turned inside out has the right derivatives", "[elastic]") {
    const LameCoefficients lame = lame_coefficients(material_of(ElasticModel::FixedCorotated));
    const Mat3 gradient = quarter_turn() * Vec3(1.1, 0.9, -0.4).asDiagonal();
    const DensityDerivatives exact =
        density_derivatives(ElasticModel::FixedCorotated, lame, gradient, false);
    for (int i = 0; i < 9; ++i) {
        Mat3 up = gradient;
        Mat3 down = gradient;
        up.data()[i] += kDifference;
        down.data()[i] -= kDifference;
        const double slope = (density_value(ElasticModel::FixedCorotated, lame, up) -
                              density_value(ElasticModel::FixedCorotated, lame, down)) /
                             (2.0 * kDifference);
        CHECK(exact.stress.data()[i] == Approx(slope).margin(1e-7));
    }
}

TEST_CASE("a tet's derivatives agree with differences", "[elastic]") {
    const auto model = GENERATE(ElasticModel::NeoHookean, ElasticModel::FixedCorotated);
    const bool semidefinite = GENERATE(false, true);
    const TetMesh mesh = one_tet();
    const ElasticTets solid = make_elastic_tets(mesh, material_of(model), 1.0);
    // Stretched on all sides, so that nothing bends downwards and the projection changes nothing.
    std::vector<Vec3> points =
        moved(mesh, quarter_turn() * Vec3(1.3, 1.2, 1.1).asDiagonal() * quarter_turn());
    const TetDerivatives exact = tet_derivatives(solid, 0, points, semidefinite);
    for (int i = 0; i < 12; ++i) {
        const Vec3 place = points[i / 3];
        points[i / 3][i % 3] = place[i % 3] + kDifference;
        const double up = elastic_energy(solid, points);
        const TetDerivatives above = tet_derivatives(solid, 0, points, semidefinite);
        points[i / 3][i % 3] = place[i % 3] - kDifference;
        const double down = elastic_energy(solid, points);
        const TetDerivatives below = tet_derivatives(solid, 0, points, semidefinite);
        points[i / 3] = place;
        CHECK(exact.gradient[i] == Approx((up - down) / (2.0 * kDifference)).margin(1e-7));
        const Eigen::Matrix<double, 12, 1> bend =
            (above.gradient - below.gradient) / (2.0 * kDifference);
        CHECK((exact.hessian.col(i) - bend).norm() < 1e-6 * (1.0 + bend.norm()));
    }
    CHECK((exact.hessian - exact.hessian.transpose()).norm() < 1e-12);
}

TEST_CASE("a projected tet bends in no direction downwards", "[elastic]") {
    const auto model = GENERATE(ElasticModel::NeoHookean, ElasticModel::FixedCorotated);
    const TetMesh mesh = one_tet();
    const ElasticTets solid = make_elastic_tets(mesh, material_of(model), 1.0);
    const std::vector<Vec3> points = moved(mesh, Vec3(0.3, 1.2, 0.4).asDiagonal());
    const TetDerivatives plain = tet_derivatives(solid, 0, points, false);
    const TetDerivatives projected = tet_derivatives(solid, 0, points, true);
    std::mt19937 random(3);
    std::normal_distribution<double> number;
    double lowest = 0.0;
    for (int round = 0; round < 2000; ++round) {
        Eigen::Matrix<double, 12, 1> direction;
        for (double& entry : direction) {
            entry = number(random);
        }
        lowest = std::min(lowest, direction.dot(plain.hessian * direction));
        CHECK(direction.dot(projected.hessian * direction) >= -1e-12 * direction.squaredNorm());
    }
    CHECK(lowest < 0.0);  // otherwise nothing was projected
    CHECK(plain.gradient == projected.gradient);
}

TEST_CASE("an elastic solid that only turns has no energy and no force", "[elastic]") {
    const auto model = GENERATE(ElasticModel::NeoHookean, ElasticModel::FixedCorotated);
    const TetMesh mesh = one_tet();
    const ElasticTets solid = make_elastic_tets(mesh, material_of(model), 1.0);
    const std::vector<Vec3> points = moved(mesh, quarter_turn());
    CHECK(std::abs(elastic_energy(solid, points)) < 1e-14);
    CHECK(tet_derivatives(solid, 0, points, false).gradient.norm() < 1e-13);
    // The energy of a strained tet does not change as it turns.
    const Mat3 strain = Vec3(1.1, 0.8, 1.2).asDiagonal();
    CHECK(elastic_energy(solid, moved(mesh, quarter_turn() * strain)) ==
          Approx(elastic_energy(solid, moved(mesh, strain))).epsilon(1e-13));
}

TEST_CASE("a tet under pressure has what its energy gives up with its volume", "[elastic]") {
    const auto model = GENERATE(ElasticModel::NeoHookean, ElasticModel::FixedCorotated);
    const TetMesh mesh = one_tet();
    const LameCoefficients lame = lame_coefficients(material_of(model));
    const auto pressure_at = [&](double stretch) {
        const std::vector<Vec3> points = moved(mesh, stretch * quarter_turn());
        return tet_pressures(mesh, material_of(model), points).at(0);
    };
    // p = −dψ/dJ for a tet that keeps its form, with J = s³.
    for (const double s : {0.7, 0.95, 1.0, 1.2}) {
        const auto value_at = [&](double stretch) {
            return density_value(model, lame, stretch * Mat3::Identity());
        };
        const double slope =
            (value_at(s + kDifference) - value_at(s - kDifference)) / (2.0 * kDifference);
        CHECK(pressure_at(s) == Approx(-slope / (3.0 * s * s)).margin(1e-7));
    }
    CHECK(pressure_at(0.9) > 0.0);
    CHECK(tet_pressures(mesh, material_of(model), std::vector<Vec3>(4, Vec3::Zero())).at(0) == 0.0);
    const TetMesh unit{{Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}, {{0, 1, 2, 3}}};
    const Mat3 pressed = Vec3(1.1, 1.2, 1e-320).asDiagonal();  // its volume divides nothing
    CHECK(tet_pressures(unit, material_of(model), moved(unit, pressed)).at(0) == 0.0);
    CHECK(vertex_means(mesh, std::vector{2.5}) == std::vector<double>(4, 2.5));
}

TEST_CASE("a scripted velocity is the rate of the scripted displacement", "[elastic]") {
    const ScriptedMotion motion{Vec3(0.3, -0.2, 0.5), Vec3(1.0, -2.0, 0.5), Vec3(0.1, 0.4, -0.3),
                                0.25};
    const Vec3 point(0.7, -0.6, 0.9);
    for (const double time : {0.25, 1.5}) {
        constexpr double kShort = 1e-7;  // [s]
        const Vec3 moved_point = step_of(motion, time, kShort, Vec3::Zero())(point);
        const Vec3 rate = (moved_point - point) / kShort;
        CHECK((rate - scripted_velocity(motion, time, point)).norm() < 1e-5);
    }
}

TEST_CASE("small strains cost what linear elasticity says", "[elastic]") {
    const auto model = GENERATE(ElasticModel::NeoHookean, ElasticModel::FixedCorotated);
    const ElasticMaterial material = material_of(model);
    const LameCoefficients lame = lame_coefficients(material);
    // A bar pulled by ε that narrows by νε has the energy E ε²/2 per volume.
    const double pull = 1e-5;
    const Mat3 gradient = Vec3(1.0 + pull, 1.0 - 0.3 * pull, 1.0 - 0.3 * pull).asDiagonal();
    CHECK(density_value(model, lame, gradient) ==
          Approx(0.5 * material.young * pull * pull).epsilon(1e-4));
}

TEST_CASE("a neo-Hookean tet turned inside out has an infinite energy", "[elastic]") {
    const TetMesh mesh = one_tet();
    const Mat3 mirror = Vec3(1.0, 1.0, -1.0).asDiagonal();
    const Mat3 flat = Vec3(1.0, 1.0, 0.0).asDiagonal();
    const ElasticTets rubber = make_elastic_tets(mesh, material_of(ElasticModel::NeoHookean), 1.0);
    CHECK(std::isinf(elastic_energy(rubber, moved(mesh, mirror))));
    CHECK(std::isinf(elastic_energy(rubber, moved(mesh, flat))));
    const ElasticTets corotated =
        make_elastic_tets(mesh, material_of(ElasticModel::FixedCorotated), 1.0);
    CHECK(std::isfinite(elastic_energy(corotated, moved(mesh, mirror))));
    CHECK(deformation_of(corotated, moved(mesh, mirror)).inverted == 1);
}

TEST_CASE("no tet loses more than four fifths of its volume within the bound", "[elastic]") {
    const TetMesh mesh = one_tet();
    const ElasticTets solid = make_elastic_tets(mesh, material_of(ElasticModel::NeoHookean), 1.0);
    std::mt19937 random(4);
    int bounded = 0;
    for (int round = 0; round < 200; ++round) {
        const std::vector<Vec3> end = moved(mesh, random_matrix(random, 3.0));
        const double bound = inversion_bound(solid, mesh.vertices, end, 1.0);
        CAPTURE(round, bound);
        REQUIRE(bound > 0.0);
        bounded += bound < 1.0 ? 1 : 0;
        double least = 1.0;
        for (int i = 0; i <= 200; ++i) {
            const double time = bound * i / 200.0;
            std::vector<Vec3> points;
            for (std::size_t v = 0; v < end.size(); ++v) {
                points.emplace_back(mesh.vertices[v] + time * (end[v] - mesh.vertices[v]));
            }
            least = std::min(least, deformation_gradient(solid, 0, points).determinant());
        }
        CHECK(least > 0.2 - 1e-12);
        if (bound < 1.0) {
            CHECK(least < 0.2 + 1e-9);  // no farther from it than rounding
        }
    }
    CHECK(bounded > 50);
}

TEST_CASE("a box of tets has the box's volume, mass and surface", "[elastic]") {
    const TetMesh mesh = make_box_tets(Vec3(1.0, 2.0, 3.0), {2, 3, 4});
    validate(mesh);
    CHECK(mesh.tets.size() == 6U * 24U);
    const ElasticTets solid =
        make_elastic_tets(mesh, material_of(ElasticModel::NeoHookean), 1000.0);
    double mass = 0.0;
    for (const double each : solid.masses) {
        mass += each;
    }
    CHECK(mass == Approx(6000.0).epsilon(1e-13));
    const OuterSurface outer = outer_surface(mesh);
    validate(outer.surface);
    CHECK(signed_volume(outer.surface) == Approx(6.0).epsilon(1e-13));
    CHECK(outer.surface.triangles.size() == 4U * (6U + 8U + 12U));
    for (std::size_t v = 0; v < outer.vertex_of.size(); ++v) {
        CHECK(outer.surface.vertices[v] == mesh.vertices[outer.vertex_of[v]]);
    }
}

TEST_CASE("materials out of range and inverted tets are refused in words", "[elastic]") {
    const TetMesh mesh = one_tet();
    const auto refused = [&](double young, double poisson, const std::string& word) {
        CHECK_THROWS_WITH(make_elastic_tets(mesh, {ElasticModel::NeoHookean, young, poisson}, 1.0),
                          Catch::Contains(word));
    };
    refused(0.0, 0.3, "young");
    refused(-1.0, 0.3, "young");
    refused(1.0, 0.5, "poisson");
    refused(1.0, -1.0, "poisson");
    refused(1.0, kUnset, "poisson");
    TetMesh inverted = mesh;
    std::swap(inverted.tets[0][0], inverted.tets[0][1]);
    CHECK_THROWS_WITH(make_elastic_tets(inverted, material_of(ElasticModel::NeoHookean), 1.0),
                      Catch::Contains("tet 0 is inverted"));
}
