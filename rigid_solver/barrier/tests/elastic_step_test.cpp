// Steps of the barrier solver with elastic bodies: contacts, and what must not happen.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

#include "methods/base/error.h"
#include "methods/elastic/box_tets.h"
#include "methods/testing/catch.h"
#include "rigid_solver/barrier/barrier_step.h"
#include "rigid_solver/barrier/energy/point_pair.h"
#include "rigid_solver/barrier/tests/elastic_scene.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

double lowest_place(const ElasticBody& body) {
    double lowest = body.places.front().y();
    for (const Vec3& place : body.places) {
        lowest = std::min(lowest, place.y());
    }
    return lowest;
}

/// Returns all positions and velocities after some steps of a cube that falls on a board.
std::vector<double> falling_bits() {
    ElasticScene scene;
    scene.add_rigid(Vec3(4.0, 0.5, 4.0), Vec3(0.0, -0.25, 0.0), true);
    scene.add(cube_tets(1.0, 2), Vec3(0.0, 0.52, 0.0), kRubber);
    const BarrierSettings settings = soft_settings();
    BarrierState state = scene.start(settings);
    run_elastic(state, settings, 12);
    std::vector<double> numbers;
    for (std::size_t v = 0; v < state.elastic[1].places.size(); ++v) {
        for (int i = 0; i < 3; ++i) {
            numbers.push_back(state.elastic[1].places[v][i]);
            numbers.push_back(state.elastic[1].velocities[v][i]);
        }
    }
    return numbers;
}

/// Returns the surface of the tet in a corner of a unit cube.
BarrierSurface corner_surface() {
    const std::vector<Vec3> rest{Vec3(0.0, 0.0, 0.0), Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0),
                                 Vec3(0.0, 0.0, 1.0)};
    const std::vector<Triangle> faces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    return make_barrier_surface(rest, faces, BarrierPrimitives::Triangles);
}

/// The barrier between two bodies of four points, by their 24 coordinates.
struct SummedEnergy {
    double value = 0.0;
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(24);
    Eigen::MatrixXd hessian = Eigen::MatrixXd::Zero(24, 24);
    int mollified = 0;
};

SummedEnergy summed_energy(const BarrierSurface& surface, std::span<const Vec3> points) {
    const PairScale scale{0.2, 3.0, 1e-3};
    const PairPlaces bodies{&surface, &surface, points.first(4), points.last(4)};
    const BarrierCandidates candidates =
        find_candidates(surface, swept_boxes(surface, bodies.points_a, bodies.points_a), surface,
                        swept_boxes(surface, bodies.points_b, bodies.points_b), scale.dhat);
    const std::vector<BarrierPair> pairs =
        near_pairs(surface, bodies.points_a, surface, bodies.points_b, candidates, scale.dhat);
    SummedEnergy sum;
    sum.value = barrier_energy_value(pairs, scale);
    for (const BarrierPair& pair : pairs) {
        sum.mollified += pair.edge_a[0] >= 0 ? 1 : 0;
        const PairPoints of = points_of(pair);
        PointEnergy energy;
        add_barrier_energy(pair, of, bodies, scale, energy);
        const auto first = [&](int i) { return 3 * (of.place[i] + (i < of.of_a ? 0 : 4)); };
        for (int i = 0; i < of.count; ++i) {
            sum.gradient.segment<3>(first(i)) += energy.gradient.segment<3>(3 * i);
            for (int j = 0; j < of.count; ++j) {
                sum.hessian.block<3, 3>(first(i), first(j)) +=
                    energy.hessian.block<3, 3>(3 * i, 3 * j);
            }
        }
    }
    return sum;
}

}  // namespace

TEST_CASE("an elastic cube dropped on a board comes to rest above it", "[elastic]") {
    const auto model = GENERATE(ElasticModel::NeoHookean, ElasticModel::FixedCorotated);
    ElasticScene scene;
    scene.add_rigid(Vec3(4.0, 0.5, 4.0), Vec3(0.0, -0.25, 0.0), true);
    scene.add(cube_tets(1.0, 2), Vec3(0.1, 0.6, 0.05), {model, 5e5, 0.3});
    BarrierSettings settings = soft_settings();
    settings.time_step = 0.02;  // takes the energy of its swinging within a second or two
    BarrierState state = scene.start(settings);
    const BarrierReport report = run_elastic(state, settings, 80);
    CHECK(lowest_place(state.elastic[1]) + state.origin.y() > 0.0);
    CHECK(kinetic_energy(state.elastic[1]) < 1e-3);  // of 982 J that it fell by
    double force = 0.0;
    for (const BarrierContact& contact : report.contacts) {
        force += contact.contact.force * contact.contact.normal.y();
    }
    CHECK(force == Approx(1000.0 * 9.82).epsilon(1e-3));
    CHECK(report.deformation.strain > 0.005);  // it gives way under its weight
}

TEST_CASE("an elastic cube rests on a block that can move", "[elastic]") {
    ElasticScene scene;
    scene.add_rigid(Vec3(4.0, 0.5, 4.0), Vec3(0.0, -0.25, 0.0), true);
    scene.add_rigid(Vec3(1.2, 0.3, 1.2), Vec3(0.0, 0.1505, 0.0), false);
    scene.add(cube_tets(1.0, 1), Vec3(0.0, 0.801, 0.0), {ElasticModel::NeoHookean, 5e5, 0.3});
    BarrierSettings settings = soft_settings();
    settings.time_step = 0.02;
    BarrierState state = scene.start(settings);
    const BarrierReport report = run_elastic(state, settings, 80);
    double on_board = 0.0;
    for (const BarrierContact& contact : report.contacts) {
        on_board += contact.contact.body_a == 0 ? contact.contact.force : 0.0;
    }
    CHECK(on_board == Approx(9.82 * (1000.0 + 1000.0 * 1.2 * 1.2 * 0.3)).epsilon(1e-2));
}

namespace {

/// Returns a clamp: 5 × 3 cells without those in the middle of the right side.
TetMesh clamp_tets() {
    TetMesh tets = make_box_tets(Vec3(1.5, 0.5, 0.3), {5, 3, 1});
    std::erase_if(tets.tets, [&](const Tet& tet) {
        Vec3 middle = Vec3::Zero();
        for (const int v : tet) {
            middle += 0.25 * tets.vertices[v];
        }
        return middle.x() > -0.45 && std::abs(middle.y()) < 0.25 / 3.0;
    });
    return tets;
}

}  // namespace

TEST_CASE("an elastic body does not pass through itself", "[elastic]") {
    // The upper arm is so soft that it comes down on the lower one.
    ElasticScene scene;
    scene.add_rigid(Vec3(4.0, 0.5, 4.0), Vec3(0.0, -0.25, 0.0), true);
    scene.add(clamp_tets(), Vec3(0.0, 0.2505, 0.0), {ElasticModel::NeoHookean, 1.5e4, 0.3});
    BarrierSettings settings = soft_settings();
    settings.time_step = 0.02;
    BarrierState state = scene.start(settings);
    settings.check_iterates = false;
    const BarrierReport report = run_elastic(state, settings, 25);
    const auto own = std::ranges::count_if(report.contacts, [](const BarrierContact& contact) {
        return contact.contact.body_a == 1 && contact.contact.body_b == 1;
    });
    CHECK(own > 0);
}

TEST_CASE("elastic steps have the same bytes in any thread", "[elastic]") {
    const std::vector<double> alone = falling_bits();
    std::vector<double> first;
    std::vector<double> second;
    std::thread one([&] { first = falling_bits(); });
    std::thread two([&] { second = falling_bits(); });
    one.join();
    two.join();
    REQUIRE(first.size() == alone.size());
    REQUIRE(second.size() == alone.size());
    CHECK(std::memcmp(alone.data(), first.data(), alone.size() * sizeof(double)) == 0);
    CHECK(std::memcmp(alone.data(), second.data(), alone.size() * sizeof(double)) == 0);
}

TEST_CASE("an elastic step that does not converge leaves the state and says why", "[elastic]") {
    ElasticScene scene;
    scene.add_rigid(Vec3(4.0, 0.5, 4.0), Vec3(0.0, -0.25, 0.0), true);
    scene.add(cube_tets(1.0, 1), Vec3(0.0, 0.501, 0.0), kRubber).state.linear_velocity =
        Vec3(0.0, -5.0, 0.0);
    BarrierSettings settings = soft_settings();
    settings.max_iterations = 1;
    BarrierState state = scene.start(settings);
    const std::vector<Vec3> places = state.elastic[1].places;
    const std::vector<Vec3> velocities = state.elastic[1].velocities;
    const BarrierReport report = barrier_step(state, settings);
    CHECK(report.stop == BarrierStop::IterationLimit);
    CHECK(report.trouble.find("solid 1") != std::string::npos);
    CHECK(state.elastic[1].places == places);
    CHECK(state.elastic[1].velocities == velocities);
    settings.max_iterations = 200;
    CHECK(barrier_step(state, settings).stop == BarrierStop::Converged);
}

TEST_CASE("a step that fails where a body is near itself names it once", "[elastic]") {
    ElasticScene scene;
    scene.add(clamp_tets(), Vec3::Zero(), kRubber);
    BarrierSettings settings = soft_settings();
    BarrierState state = scene.start(settings);
    settings.dhat = 0.2;  // beyond the gap between the arms
    settings.max_iterations = 1;
    const BarrierReport report = barrier_step(state, settings);
    CHECK(is_failure(report.stop));
    CHECK_THAT(report.trouble, Catch::Contains("two parts of body 'solid 0'"));
}

TEST_CASE("an elastic body has a pose however it is deformed", "[elastic]") {
    ElasticScene scene;
    scene.add(cube_tets(1.0, 1), Vec3(1.0, 2.0, 3.0), {ElasticModel::FixedCorotated, 1e5, 0.3});
    BarrierState state = scene.start(soft_settings());
    const Quat turn(Eigen::AngleAxisd(0.7, Vec3(2.0, -1.0, 0.5).normalized()));
    const Vec3 spin(0.3, -2.0, 1.0);
    // Sheared, flat and mirrored; then a line, whose rotation about itself is not determined.
    for (const Vec3& stretches : {Vec3(1.2, 0.9, 0.5), Vec3(1.2, 0.9, 0.0), Vec3(1.2, 0.9, -0.5),
                                  Vec3(1.2, 1e-9, -1e-9), Vec3(0.0, 0.0, 0.0)}) {
        CAPTURE(stretches);
        const Mat3 linear = turn.toRotationMatrix() * stretches.asDiagonal();
        state.bodies[0].placement.tail<9>() = linear.reshaped();
        for (int j = 0; j < 3; ++j) {
            state.bodies[0].velocity.segment<3>(3 + 3 * j) = spin.cross(Vec3(linear.col(j)));
        }
        const BodyState pose = world_state(state, 0);
        CHECK(std::abs(pose.world_from_body.rotation.norm() - 1.0) < 1e-15);
        CHECK(pose.world_from_body.translation.allFinite());
        CHECK(pose.angular_velocity.allFinite());
        CHECK(pose.angular_velocity.norm() < 10.0);
        if (stretches[1] > 0.5) {
            CHECK(pose.world_from_body.rotation.angularDistance(turn) < 1e-14);
            CHECK((pose.angular_velocity - spin).norm() < 1e-14);
        }
    }
}

TEST_CASE("elastic bodies that cannot start are refused in words", "[elastic]") {
    const BarrierSettings settings = soft_settings();
    ElasticScene wide;
    wide.add(cube_tets(0.01, 20), Vec3::Zero(), kRubber);
    CHECK_THROWS_WITH(wide.start(settings), Catch::Contains("parts of elastic body 'solid 0'"));
    ElasticScene stiff;
    stiff.add(cube_tets(1.0, 1), Vec3::Zero(), {ElasticModel::NeoHookean, 1e5, 0.5});
    CHECK_THROWS_WITH(stiff.start(settings), Catch::Contains("'solid 0': elastic, poisson"));
    ElasticScene overlapping;
    overlapping.add(cube_tets(1.0, 1), Vec3::Zero(), kRubber);
    overlapping.add(cube_tets(1.0, 1), Vec3(0.5, 0.5, 0.5), kRubber);
    CHECK_THROWS_WITH(overlapping.start(settings), Catch::Contains("overlap"));
    ElasticScene touching;  // face on face, at the distance 0
    touching.add(cube_tets(1.0, 1), Vec3::Zero(), kRubber);
    touching.add(cube_tets(1.0, 1), Vec3(1.0, 0.0, 0.0), kRubber);
    CHECK_THROWS_WITH(touching.start(settings),
                      Catch::Contains("'solid 0'") && Catch::Contains("'solid 1'"));
    ElasticScene inverted;
    TetMesh mirrored = cube_tets(1.0, 1);
    std::swap(mirrored.tets[3][0], mirrored.tets[3][1]);
    inverted.add(mirrored, Vec3::Zero(), kRubber);
    CHECK_THROWS_WITH(inverted.start(settings),
                      Catch::Contains("'solid 0'") && Catch::Contains("tet 3 is inverted"));
}

TEST_CASE("a pair's energy by points agrees with differences", "[elastic]") {
    const BarrierSurface surface = corner_surface();
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    int mollified = 0;
    for (int round = 0; round < 30; ++round) {
        // The second tet lies below the first, an edge of it nearly parallel to one of the first.
        std::vector<Vec3> points;
        points.reserve(surface.points.size());
        for (const Vec3& point : surface.points) {
            points.emplace_back(point + 0.01 * Vec3(number(random), number(random), 0.0));
        }
        for (const Vec3& point : surface.points) {
            points.emplace_back(Vec3(point.x(), -point.z(), point.y()) +
                                Vec3(0.1 * number(random), -0.1, -0.3 * number(random)));
        }
        const SummedEnergy exact = summed_energy(surface, points);
        mollified += exact.mollified;
        CHECK((exact.hessian - exact.hessian.transpose()).norm() < 1e-12 * exact.hessian.norm());
        constexpr double kStep = 1e-7;
        for (int k = 0; k < 24; ++k) {
            std::vector<Vec3> up = points;
            std::vector<Vec3> down = points;
            up[k / 3][k % 3] += kStep;
            down[k / 3][k % 3] -= kStep;
            const SummedEnergy above = summed_energy(surface, up);
            const SummedEnergy below = summed_energy(surface, down);
            CAPTURE(round, k);
            const double slope = (above.value - below.value) / (2.0 * kStep);
            CHECK(exact.gradient[k] == Approx(slope).margin(1e-6 * exact.gradient.norm()));
            const Eigen::VectorXd bend = (above.gradient - below.gradient) / (2.0 * kStep);
            CHECK((exact.hessian.col(k) - bend).norm() < 1e-5 * exact.hessian.norm());
        }
    }
    CHECK(mollified > 0);
}
