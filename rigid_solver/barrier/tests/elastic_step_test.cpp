// Steps of the barrier solver with elastic bodies: closed forms, contacts, and what must not
// happen.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <random>
#include <thread>

#include "methods/base/error.h"
#include "methods/elastic/box_tets.h"
#include "methods/mesh/mass_properties.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "rigid_solver/barrier/barrier_step.h"
#include "rigid_solver/barrier/energy/point_pair.h"

using namespace touchstone;

namespace {

const ElasticMaterial kRubber{ElasticModel::NeoHookean, 1e5, 0.3};

/// Solids in motion, some of them elastic.
class ElasticScene {
 public:
    /// Adds a solid of these tets at rest, 1000 kg/m³.
    RigidBody& add(const TetMesh& tets, const Vec3& position, const ElasticMaterial& material) {
        const OuterSurface outer = outer_surface(tets);
        ElasticShape& shape = shapes_.emplace_back();
        shape.rest = tets;
        shape.material = material;
        shape.density = 1000.0;
        shape.vertex_of = outer.vertex_of;
        return add_body(outer.surface, position, &shape);
    }

    RigidBody& add_rigid(const Vec3& size, const Vec3& position, bool fixed) {
        RigidBody& body = add_body(make_box(size), position, nullptr);
        body.fixed = fixed;
        return body;
    }

    /// Holds the vertices of the last elastic body whose x is smallest.
    void hold_left() {
        ElasticShape& shape = shapes_.back();
        double lowest = shape.rest.vertices.front().x();
        for (const Vec3& vertex : shape.rest.vertices) {
            lowest = std::min(lowest, vertex.x());
        }
        for (int v = 0; v < std::ssize(shape.rest.vertices); ++v) {
            if (shape.rest.vertices[v].x() < lowest + 1e-9) {
                shape.held.push_back(v);
            }
        }
    }

    BarrierState start(const BarrierSettings& settings) const {
        std::vector<BarrierShape> shapes;
        for (std::size_t i = 0; i < surfaces_.size(); ++i) {
            shapes.push_back({&surfaces_[i], mass_properties(surfaces_[i]).volume, elastic_[i]});
        }
        return make_barrier_state(bodies_, shapes, settings, 0.0);
    }

 private:
    RigidBody& add_body(const SurfaceMesh& surface, const Vec3& position,
                        const ElasticShape* elastic) {
        const MassProperties solid = mass_properties(surface);
        surfaces_.push_back(surface);
        elastic_.push_back(elastic);
        RigidBody& body = bodies_.emplace_back();
        body.name = "solid " + std::to_string(bodies_.size() - 1);
        body.mass = 1000.0 * solid.volume;
        body.inertia = 1000.0 * solid.inertia;
        body.state.center_of_mass = solid.center_of_mass;
        body.state.world_from_body.translation = position;
        return body;
    }

    std::vector<RigidBody> bodies_;
    std::deque<SurfaceMesh> surfaces_;
    std::deque<ElasticShape> shapes_;
    std::vector<const ElasticShape*> elastic_;
};

/// Returns settings with a barrier of 1 mm, and a proof after every iterate that nothing crosses.
BarrierSettings soft_settings() {
    BarrierSettings settings;
    settings.dhat = 1e-3;
    settings.check_iterates = true;
    return settings;
}

/// Takes steps, and requires each to converge without an inverted tet.
BarrierReport run_elastic(BarrierState& state, const BarrierSettings& settings, int steps) {
    BarrierReport report;
    for (int step = 0; step < steps; ++step) {
        report = barrier_step(state, settings);
        INFO("step " << step << ": " << report.trouble);
        REQUIRE(!is_failure(report.stop));
        REQUIRE(report.deformation.inverted == 0);
        if (report.pairs > 0) {
            REQUIRE(report.smallest_distance > 0.0);
        }
    }
    return report;
}

TetMesh cube_tets(double size, int cells) {
    return make_box_tets(Vec3::Constant(size), {cells, cells, cells});
}

double lowest_place(const ElasticBody& body) {
    double lowest = body.places.front().y();
    for (const Vec3& place : body.places) {
        lowest = std::min(lowest, place.y());
    }
    return lowest;
}

/// Returns how far the end with the largest x of the first body has moved since it was at rest, as
/// the mean over the end's vertices [m].
Vec3 end_motion(const BarrierState& state) {
    const ElasticBody& bar = state.elastic[0];
    double farthest = 0.0;
    for (const Vec3& rest : bar.rest) {
        farthest = std::max(farthest, rest.x());
    }
    Vec3 sum = Vec3::Zero();
    int count = 0;
    for (std::size_t v = 0; v < bar.rest.size(); ++v) {
        if (bar.rest[v].x() > farthest - 1e-9) {
            sum += bar.places[v] + state.origin - bar.rest[v];
            ++count;
        }
    }
    return sum / count;
}

/// Returns how far the free end of a bar of 4 m × 1 m × 1 m sinks that is held at the other end,
/// without Poisson's effect [m].
double tip_deflection(int cells) {
    ElasticScene scene;
    scene.add(make_box_tets(Vec3(4.0, 1.0, 1.0), {4 * cells, cells, cells}), Vec3::Zero(),
              {ElasticModel::FixedCorotated, 1e9, 0.0});
    scene.hold_left();
    BarrierSettings settings;
    settings.time_step = 10.0;  // far beyond its slowest swing: nearly static
    BarrierState state = scene.start(settings);
    run_elastic(state, settings, 3);
    return -end_motion(state).y();
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

Vec3 angular_momentum(const BarrierState& state) {
    Vec3 sum = Vec3::Zero();
    const ElasticBody& body = state.elastic[0];
    for (std::size_t v = 0; v < body.places.size(); ++v) {
        sum += body.solid.masses[v] * body.places[v].cross(body.velocities[v]);
    }
    return sum;
}

/// Returns the share of its angular momentum that a spinning cube loses in a second.
double lost_spin(double time_step) {
    ElasticScene scene;
    scene.add(cube_tets(1.0, 1), Vec3::Zero(), {ElasticModel::NeoHookean, 1e6, 0.3})
        .state.angular_velocity = Vec3(0.0, 1.0, 0.0);
    BarrierSettings settings;
    settings.gravity = Vec3::Zero();
    settings.time_step = time_step;
    BarrierState state = scene.start(settings);
    const double start = angular_momentum(state).norm();
    run_elastic(state, settings, static_cast<int>(std::lround(0.2 / time_step)));
    return 1.0 - angular_momentum(state).norm() / start;
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

TEST_CASE("a hanging bar grows by what its weight says", "[elastic]") {
    // Hung at its left end with gravity to the right, and without Poisson's effect: ρgL²/(2E).
    ElasticScene scene;
    const auto model = GENERATE(ElasticModel::NeoHookean, ElasticModel::FixedCorotated);
    scene.add(make_box_tets(Vec3(2.0, 0.5, 0.5), {8, 2, 2}), Vec3::Zero(), {model, 1e9, 0.0});
    scene.hold_left();
    BarrierSettings settings;
    settings.time_step = 10.0;
    settings.gravity = Vec3(9.82, 0.0, 0.0);
    BarrierState state = scene.start(settings);
    run_elastic(state, settings, 3);
    // The mean over the end is compared, since tets do not load its vertices evenly. Strains are
    // below 1e-4.
    CHECK(end_motion(state).x() == Approx(1000.0 * 9.82 * 4.0 / 2e9).epsilon(0.01));
}

TEST_CASE("a cantilever bends as a beam does, and tets half as large take most of the error",
          "[elastic]") {
    // Timoshenko's beam under its own weight w per length: w L⁴/(8 E I) + w L²/(2 k G A) with
    // k = 5/6, L = 4, I = 1/12, A = 1, G = E/2.
    const double w = 1000.0 * 9.82;
    const double exact = w * 256.0 * 12.0 / 8e9 + w * 16.0 / (2.0 * 5.0 / 6.0 * 0.5e9);
    const double coarse = 1.0 - tip_deflection(2) / exact;
    const double fine = 1.0 - tip_deflection(4) / exact;
    CAPTURE(coarse, fine);
    CHECK(coarse > 0.0);  // linear tets are too stiff in bending
    CHECK(fine > 0.0);
    CHECK(fine < 0.2);
    // 2.5 is measured from two to four cells, and 3.4 from four to eight; second order would be 4.
    CHECK(coarse / fine > 2.4);
}

TEST_CASE("a free elastic body keeps its momentum", "[elastic]") {
    ElasticScene scene;
    RigidBody& body = scene.add(cube_tets(1.0, 2), Vec3::Zero(), kRubber);
    body.state.linear_velocity = Vec3(1.0, -0.5, 0.25);
    body.state.angular_velocity = Vec3(0.5, 2.0, -1.0);
    BarrierSettings settings = soft_settings();
    settings.gravity = Vec3::Zero();
    BarrierState state = scene.start(settings);
    run_elastic(state, settings, 20);
    fit_affine(state.elastic[0], state.bodies[0]);
    // Each step is solved to 1e-7 m/s.
    CHECK((state.bodies[0].velocity.head<3>() - Vec3(1.0, -0.5, 0.25)).norm() < 20e-7);
    // Implicit Euler loses spin, half as much with half the step.
    const double loss = lost_spin(0.02);
    CHECK(loss > 0.0);
    CHECK(loss / lost_spin(0.01) == Approx(2.0).epsilon(0.1));
}

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
