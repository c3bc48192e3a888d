// Steps of the barrier solver with elastic bodies against closed forms.

#include <algorithm>
#include <cmath>

#include "methods/elastic/box_tets.h"
#include "methods/testing/catch.h"
#include "rigid_solver/barrier/tests/elastic_scene.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

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

/// Returns the growth of a bar of 2 m × 0.5 m × 0.5 m that hangs at one end, without Poisson's
/// effect and so soft that its upper end is stretched far, over ρgL²/μ [-].
double hanging_growth(int cells, double shear_modulus) {
    ElasticScene scene;
    scene.add(make_box_tets(Vec3(2.0, 0.5, 0.5), {4 * cells, cells, cells}), Vec3::Zero(),
              {ElasticModel::NeoHookean, 2.0 * shear_modulus, 0.0});
    scene.hold_left();
    BarrierSettings settings;
    settings.time_step = 100.0;  // far beyond its slowest swing: nearly static
    settings.gravity = Vec3(9.82, 0.0, 0.0);
    BarrierState state = scene.start(settings);
    run_elastic(state, settings, 4);
    return end_motion(state).x() * shear_modulus / (1000.0 * 9.82 * 4.0);
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

TEST_CASE("a soft bar that hangs grows as neo-Hookean rubber does, in second order", "[elastic]") {
    // With ν = 0 the sides stay, and the stretch s has μ (s − 1/s) = ρg (L − x). With p of that
    // over μ, s = p/2 + √(p²/4 + 1), whose integral over x is known.
    const double pull = 1.5;  // ρgL/μ at the upper end
    const double shear_modulus = 1000.0 * 9.82 * 2.0 / pull;
    const double half = 0.5 * pull;
    const double root = std::sqrt(half * half + 1.0);
    // ∫ (s − 1) dx = L/pull ∫₀^pull (p/2 + √(p²/4 + 1) − 1) dp, over L²ρg/μ = L pull.
    const double exact =
        (0.5 * half * pull + half * root + std::asinh(half) - pull) / (pull * pull);
    const double coarse = hanging_growth(1, shear_modulus) / exact - 1.0;
    const double middle = hanging_growth(2, shear_modulus) / exact - 1.0;
    const double fine = hanging_growth(4, shear_modulus) / exact - 1.0;
    CAPTURE(exact, coarse, middle, fine);
    CHECK(coarse < 0.0);  // linear tets are too stiff
    CHECK(std::abs(coarse) < 0.004);
    CHECK(coarse / middle == Approx(4.0).epsilon(0.2));
    CHECK(middle / fine == Approx(4.0).epsilon(0.2));
}
