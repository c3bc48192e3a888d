// Steps of the barrier solver in which scripts drive vertices of elastic bodies, and obstacles.

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>

#include "methods/base/error.h"
#include "methods/elastic/box_tets.h"
#include "methods/elastic/scripted_motion.h"
#include "methods/mesh/mass_properties.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "rigid_solver/barrier/barrier_step.h"

using namespace touchstone;

namespace {

/// Solids, some of which a script drives.
class DrivenScene {
 public:
    /// Adds an elastic bar of these cells, at rest.
    ElasticShape& add_bar(const Vec3& size, const std::array<int, 3>& cells, const Vec3& position,
                          const ElasticMaterial& material) {
        ElasticShape& shape = shapes_.emplace_back();
        shape.rest = make_box_tets(size, cells);
        shape.material = material;
        shape.density = 1000.0;
        const OuterSurface outer = outer_surface(shape.rest);
        shape.vertex_of = outer.vertex_of;
        add(outer.surface, position, false);
        elastic_.back() = &shape;
        return shape;
    }

    /// Adds a box that is fixed, but for its script, or that moves by itself.
    void add_box(const Vec3& size, const Vec3& position, bool fixed,
                 std::vector<ScriptedMotion> script) {
        add(make_box(size), position, fixed);
        scripts_.back() = std::move(script);
    }

    BarrierState start(const BarrierSettings& settings) const {
        std::vector<BarrierShape> shapes;
        for (std::size_t i = 0; i < surfaces_.size(); ++i) {
            shapes.push_back(
                {&surfaces_[i], mass_properties(surfaces_[i]).volume, elastic_[i], scripts_[i]});
        }
        return make_barrier_state(bodies_, shapes, settings, 0.0);
    }

 private:
    void add(const SurfaceMesh& surface, const Vec3& position, bool fixed) {
        const MassProperties solid = mass_properties(surface);
        surfaces_.push_back(surface);
        elastic_.push_back(nullptr);
        scripts_.emplace_back();
        RigidBody& body = bodies_.emplace_back();
        body.name = "solid " + std::to_string(bodies_.size() - 1);
        body.fixed = fixed;
        body.mass = 1000.0 * solid.volume;
        body.inertia = 1000.0 * solid.inertia;
        body.state.center_of_mass = solid.center_of_mass;
        body.state.world_from_body.translation = position;
    }

    std::vector<RigidBody> bodies_;
    std::deque<SurfaceMesh> surfaces_;
    std::deque<ElasticShape> shapes_;
    std::vector<const ElasticShape*> elastic_;
    std::vector<std::vector<ScriptedMotion>> scripts_;
};

const ElasticMaterial kSoft{ElasticModel::NeoHookean, 1e5, 0.3};

/// Returns the vertices whose x is least, or greatest.
std::vector<int> end_of(const TetMesh& mesh, bool right) {
    double most = -std::numeric_limits<double>::infinity();
    const double sign = right ? 1.0 : -1.0;
    for (const Vec3& vertex : mesh.vertices) {
        most = std::max(most, sign * vertex.x());
    }
    std::vector<int> end;
    for (int v = 0; v < std::ssize(mesh.vertices); ++v) {
        if (sign * mesh.vertices[v].x() > most - 1e-9) {
            end.push_back(v);
        }
    }
    return end;
}

BarrierSettings driven_settings() {
    BarrierSettings settings;
    settings.dhat = 1e-3;
    settings.gravity = Vec3::Zero();
    settings.friction = 0.0;
    settings.check_iterates = true;
    return settings;
}

void take_steps(BarrierState& state, const BarrierSettings& settings, int steps) {
    for (int i = 0; i < steps; ++i) {
        const BarrierReport report = barrier_step(state, settings);
        INFO("step " << i << ": " << barrier_stop_id(report.stop) << ", " << report.trouble);
        REQUIRE(!is_failure(report.stop));
        REQUIRE(report.deformation.least_share > 0.0);
    }
}

ScriptedMotion pulling(const Vec3& velocity, double until) {
    ScriptedMotion motion;
    motion.velocity = velocity;
    motion.until = until;
    return motion;
}

}  // namespace

TEST_CASE("a driven end goes the way of its script, and is free after it", "[driven]") {
    DrivenScene scene;
    ElasticShape& bar = scene.add_bar(Vec3(2.0, 0.4, 0.4), {5, 1, 1}, Vec3::Zero(), kSoft);
    const std::vector<int> left = end_of(bar.rest, false);
    const std::vector<int> right = end_of(bar.rest, true);
    bar.driven = {{left, {}}, {right, pulling(Vec3(0.5, 0.0, 0.0), 0.3)}};
    const BarrierSettings settings = driven_settings();
    BarrierState state = scene.start(settings);
    const std::vector<Vec3> start = state.elastic[0].places;
    take_steps(state, settings, 30);
    for (const int v : left) {
        CHECK(state.elastic[0].places[v] == start[v]);  // held to the last bit
    }
    for (const int v : right) {
        const Vec3 way = state.elastic[0].places[v] - start[v];
        CHECK((way - Vec3(0.15, 0.0, 0.0)).norm() < 1e-12);
        CHECK((state.elastic[0].velocities[v] - Vec3(0.5, 0.0, 0.0)).norm() < 1e-9);
    }
    CHECK(state.time == Approx(0.3));
    take_steps(state, settings, 20);
    // Let go, the stretched bar pulls its end back.
    CHECK((state.elastic[0].places[right[0]] - start[right[0]]).x() < 0.13);
}

TEST_CASE("a slow script is followed however coarse the accuracy is", "[driven]") {
    DrivenScene scene;
    ElasticShape& bar = scene.add_bar(Vec3(1.0, 0.5, 0.5), {2, 1, 1}, Vec3::Zero(), kSoft);
    const std::vector<int> right = end_of(bar.rest, true);
    bar.driven = {{right, pulling(Vec3(1e-3, 0.0, 0.0), 10.0)}};
    BarrierSettings settings = driven_settings();
    settings.accuracy = 0.1;
    BarrierState state = scene.start(settings);
    const Vec3 start = state.elastic[0].places[right[0]];
    take_steps(state, settings, 5);
    CHECK((state.elastic[0].places[right[0]] - start).x() == Approx(5e-5));
}

TEST_CASE("ends that turn against each other twist a bar and keep their distance from its axis",
          "[driven]") {
    DrivenScene scene;
    ElasticShape& bar = scene.add_bar(Vec3(2.0, 0.3, 0.3), {6, 1, 1}, Vec3(1.0, 2.0, 3.0),
                                      {ElasticModel::FixedCorotated, 1e5, 0.3});
    ScriptedMotion turn;
    turn.spin = Vec3(2.0, 0.0, 0.0);
    turn.pivot = Vec3(0.0, 2.0, 3.0);
    ScriptedMotion back = turn;
    back.spin = -turn.spin;
    const std::vector<int> right = end_of(bar.rest, true);
    bar.driven = {{end_of(bar.rest, false), back}, {right, turn}};
    const BarrierSettings settings = driven_settings();
    BarrierState state = scene.start(settings);
    const Vec3 axis = turn.pivot - state.origin;
    const auto arm = [&] {
        const Vec3 from = state.elastic[0].places[right[0]] - axis;
        return Vec3(0.0, from.y(), from.z());
    };
    const Vec3 before = arm();
    take_steps(state, settings, 30);
    CHECK(arm().norm() == Approx(before.norm()).epsilon(1e-12));
    const double angle = std::atan2(before.cross(arm()).x(), before.dot(arm()));
    CHECK(angle == Approx(0.6).epsilon(1e-9));
}

TEST_CASE("a script turns an end and an obstacle by 2 rad in one step", "[driven]") {
    DrivenScene scene;
    ElasticShape& bar = scene.add_bar(Vec3(2.0, 0.3, 0.3), {6, 1, 1}, Vec3::Zero(), kSoft);
    ScriptedMotion turn;
    turn.spin = Vec3(2.0, 0.0, 0.0);
    const std::vector<int> right = end_of(bar.rest, true);
    bar.driven = {{end_of(bar.rest, false), {}}, {right, turn}};
    scene.add_box(Vec3(0.5, 0.2, 0.2), Vec3(3.0, 0.0, 0.0), true, {turn});
    BarrierSettings settings = driven_settings();
    settings.time_step = 1.0;
    BarrierState state = scene.start(settings);
    const Eigen::AngleAxisd rotation(2.0, Vec3::UnitX());
    const std::vector<Vec3> start = state.elastic[0].places;
    take_steps(state, settings, 1);
    for (const int v : right) {
        const Vec3 end = rotation * (start[v] + state.origin);
        CHECK((state.elastic[0].places[v] + state.origin - end).norm() < 1e-12);
    }
    CHECK(world_state(state, 1).world_from_body.rotation.isApprox(Quat(rotation), 1e-12));
    CHECK((linear_part(state.bodies[1].placement) - rotation.toRotationMatrix()).norm() < 1e-12);
}

TEST_CASE("a vertex that a script turns about itself costs no Newton step", "[driven]") {
    DrivenScene scene;
    ElasticShape& bar = scene.add_bar(Vec3(1.0, 1.0, 1.0), {1, 1, 1}, Vec3::Zero(), kSoft);
    ScriptedMotion turn;
    turn.spin = Vec3(3.0, 0.0, 0.0);  // in three parts
    turn.pivot = bar.rest.vertices[0];
    bar.driven = {{{0}, turn}};
    BarrierSettings settings = driven_settings();
    settings.gravity = Vec3::Zero();
    settings.time_step = 1.0;
    BarrierState state = scene.start(settings);
    const Vec3 start = state.elastic[0].places[0];
    REQUIRE(start == turn.pivot - state.origin);
    const BarrierReport report = barrier_step(state, settings);
    CHECK(report.stop == BarrierStop::Converged);
    CHECK(report.iterations == 0);
    CHECK(state.elastic[0].places[0] == start);
}

TEST_CASE("an obstacle that moves by a script pushes what is in its way", "[driven]") {
    const bool elastic = GENERATE(true, false);
    CAPTURE(elastic);
    DrivenScene scene;
    scene.add_box(Vec3(0.2, 1.0, 1.0), Vec3(-0.7, 0.0, 0.0), true,
                  {pulling(Vec3(1.0, 0.0, 0.0), 0.5)});
    if (elastic) {
        scene.add_bar(Vec3::Constant(1.0), {2, 2, 2}, Vec3::Zero(), kSoft);
    } else {
        scene.add_box(Vec3::Constant(1.0), Vec3::Zero(), false, {});
    }
    const BarrierSettings settings = driven_settings();
    BarrierState state = scene.start(settings);
    take_steps(state, settings, 50);
    const Vec3 pusher = world_state(state, 0).world_from_body.translation;
    CHECK(pusher.x() == Approx(-0.2));
    CHECK(world_state(state, 0).linear_velocity.x() == Approx(1.0));
    // Its face is at -0.1, and the other is beyond it.
    CHECK(world_state(state, 1).world_from_body.translation.x() > 0.35);
    take_steps(state, settings, 2);
    CHECK(world_state(state, 0).world_from_body.translation.x() == Approx(pusher.x()));
    CHECK(world_state(state, 0).linear_velocity.norm() == 0.0);
}

TEST_CASE("a script that cannot be followed leaves the state and says so", "[driven]") {
    DrivenScene scene;
    // In one step from before the bar to beyond the wall behind it.
    scene.add_box(Vec3(0.2, 2.0, 2.0), Vec3(-0.7, 0.0, 0.0), true,
                  {pulling(Vec3(200.0, 0.0, 0.0), 1.0)});
    scene.add_box(Vec3(0.2, 2.0, 2.0), Vec3(0.7, 0.0, 0.0), true, {});
    scene.add_bar(Vec3::Constant(1.0), {1, 1, 1}, Vec3::Zero(), kSoft);
    BarrierSettings settings = driven_settings();
    settings.max_iterations = 40;
    BarrierState state = scene.start(settings);
    const std::vector<Vec3> places = state.elastic[2].places;
    const BarrierReport report = barrier_step(state, settings);
    CHECK(is_failure(report.stop));
    CHECK_THAT(report.trouble, Catch::Contains("mm short of its way"));
    CHECK(state.elastic[2].places == places);
    CHECK(state.time == 0.0);
    CHECK(world_state(state, 0).world_from_body.translation.x() == Approx(-0.7));
}

TEST_CASE("Newmark's rule keeps the energy of a swing that implicit Euler takes", "[driven]") {
    const auto kept = [](TimeIntegration integration) {
        DrivenScene scene;
        ElasticShape& bar = scene.add_bar(Vec3(2.0, 0.4, 0.4), {5, 1, 1}, Vec3::Zero(), kSoft);
        bar.driven = {{end_of(bar.rest, false), {}}};
        BarrierSettings settings = driven_settings();
        settings.integration = integration;
        settings.time_step = 0.1;  // some sixty a swing, or fewer
        BarrierState state = scene.start(settings);
        for (Vec3& velocity : state.elastic[0].velocities) {
            velocity.y() = 0.5;
        }
        const double start = kinetic_energy(state.elastic[0]);
        take_steps(state, settings, 100);
        return (kinetic_energy(state.elastic[0]) +
                elastic_energy(state.elastic[0].solid, state.elastic[0].places)) /
               start;
    };
    const double newmark = kept(TimeIntegration::Newmark);
    CHECK(newmark > 0.8);  // the held end loses its share in the first step
    CHECK(newmark < 1.1);
    CHECK(kept(TimeIntegration::ImplicitEuler) < 0.5);
}

TEST_CASE("a body falls under Newmark's rule as a stone does, without a step's error", "[driven]") {
    DrivenScene scene;
    scene.add_bar(Vec3::Constant(1.0), {1, 1, 1}, Vec3::Zero(), kSoft);
    BarrierSettings settings = driven_settings();
    settings.gravity = Vec3(0.0, -10.0, 0.0);
    settings.integration = TimeIntegration::Newmark;
    BarrierState state = scene.start(settings);
    take_steps(state, settings, 100);
    CHECK(world_state(state, 0).world_from_body.translation.y() == Approx(-5.0).epsilon(1e-9));
    CHECK(world_state(state, 0).linear_velocity.y() == Approx(-10.0).epsilon(1e-9));
}

TEST_CASE("Newmark's rule is refused for bodies that are not elastic", "[driven]") {
    DrivenScene scene;
    scene.add_box(Vec3::Constant(1.0), Vec3::Zero(), false, {});
    BarrierSettings settings = driven_settings();
    settings.integration = TimeIntegration::Newmark;
    CHECK_THROWS_WITH(scene.start(settings),
                      Catch::Contains("solid 0") && Catch::Contains("implicit_euler"));
}

TEST_CASE("a script holds in steps whose middle is within its time", "[driven]") {
    ScriptedMotion first;
    first.until = 0.1;
    ScriptedMotion second;
    second.from = 0.1;
    second.spin = Vec3(0.0, 0.0, std::numbers::pi);
    second.pivot = Vec3(1.0, 0.0, 0.0);
    const std::vector<ScriptedMotion> script{first, second};
    CHECK(find_motion(script, 0.0, 0.01) == script.data());
    CHECK(find_motion(script, 0.094, 0.01) == script.data());
    CHECK(find_motion(script, 0.096, 0.01) == script.data() + 1);
    const ScriptedStep half = step_of(second, 0.1, 0.5, Vec3::Zero());
    CHECK((half(Vec3(2.0, 0.0, 0.0)) - Vec3(1.0, 1.0, 0.0)).norm() < 1e-15);
    first.until = 0.0;
    CHECK_THROWS_AS(validate(first), UsageError);
    second.from = -1.0;
    CHECK_THROWS_AS(validate(second), UsageError);
}
