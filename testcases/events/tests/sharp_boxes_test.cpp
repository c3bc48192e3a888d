#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>
#include <string>

#include "methods/base/error.h"
#include "methods/base/random_share.h"
#include "methods/testing/catch.h"
#include "testcases/events/box_gap.h"
#include "testcases/events/event_motion.h"
#include "testcases/files/scene_file.h"
#include "testcases/settings/study_settings.h"

using namespace touchstone;

namespace {

EventSettings moving_settings(const TestCase& scene) {
    return event_settings(scene, solver_settings({}, scene));
}

/// Three boxes of random sizes that fall turning on each other and on a floor.
TestCase random_pile(int seed) {
    std::mt19937_64 engine(static_cast<std::uint64_t>(seed));
    const auto draw = [&](double low, double high) {
        return std::to_string(low + (high - low) * random_share(engine));
    };
    const auto list = [&](double low, double high, int count) {
        std::string text = "[" + draw(low, high);
        for (int i = 1; i < count; ++i) {
            text += ", " + draw(low, high);
        }
        return text + "]";
    };
    std::string text =
        R"({"schema": "touchstone-scene-1", "name": "pile", "gravity": [0, -9.82, 0], "friction": 0, )"
        R"("solver": {"restitution": 0.3}, "bodies": [{"name": "floor", "shape": {"box": {"size": )"
        R"([8, 1, 8]}}, "position": [0, -0.5, 0], "fixed": true})";
    for (int i = 0; i < 3; ++i) {
        text += R"(, {"name": "box )" + std::to_string(i) + R"(", "shape": {"box": {"size": )" +
                list(0.3, 0.8, 3);
        text += R"(}}, "position": [)" + draw(-0.2, 0.2) + ", " + std::to_string(0.8 + 1.2 * i);
        text += ", " + draw(-0.2, 0.2) + R"(], "orientation": )" + list(-1.0, 1.0, 4);
        text += R"(, "linear_velocity": )" + list(-0.5, 0.5, 3);
        text += R"(, "angular_velocity": )" + list(-2.0, 2.0, 3) + "}";
    }
    return parse_scene(text + "]}", "pile.json", {});
}

/// The totals of 1.5 s, and the drift of the energy as a share of what comes of a fall of 1 m.
struct Fall {
    EventTotals totals;
    double drift = 0.0;
};

Fall fall_of(int seed, double time_step) {
    const TestCase scene = random_pile(seed);
    EventSettings settings = moving_settings(scene);
    settings.time_step = time_step;
    EventMotion motion(scene, settings);
    double scale = energy(motion.bodies(), settings.gravity).kinetic;
    for (const RigidBody& body : motion.bodies()) {
        scale += body.fixed ? 0.0 : body.mass * settings.gravity.norm();
    }
    const int steps = static_cast<int>(std::lround(1.5 / time_step));
    for (int i = 0; i < steps; ++i) {
        motion.step();
    }
    return {motion.totals(), motion.energy_drift() / scale};
}

void check_fall(const Fall& fall) {
    CAPTURE(fall.totals.least_separation, fall.totals.largest_gain, fall.drift);
    CHECK(fall.totals.events > 5);
    CHECK(fall.totals.least_separation >= -1e-9);
    CHECK(fall.totals.largest_gain < 1e-9);
    CHECK(std::abs(fall.drift) < 1e-6);
}

}  // namespace

TEST_CASE("boxes with sharp edges fall on each other and come to rest", "[events]") {
    const TestCase scene = parse_scene(
        R"({"schema": "touchstone-scene-1", "name": "boxes", "gravity": [0, -9.82, 0], "bodies": [)"
        R"({"name": "floor", "shape": {"box": {"size": [6, 1, 6]}}, "position": [0, -0.5, 0],)"
        R"( "fixed": true},)"
        R"({"name": "crate", "shape": {"box": {"size": [1, 0.6, 0.8]}}, "position": [0, 1, 0],)"
        R"( "orientation": [0.9, 0.2, 0.3, -0.1]},)"
        R"({"name": "other", "shape": {"box": {"size": [0.5, 0.5, 0.5]}},)"
        R"( "position": [0.1, 2, 0.05], "orientation": [0.8, -0.3, 0.2, 0.4]}]})",
        "boxes.json", {});
    EventSettings settings = moving_settings(scene);
    settings.time_step = 0.002;
    EventMotion motion(scene, settings);
    EventReport report;
    for (int i = 0; i < 1000; ++i) {
        report = motion.step();
    }
    CAPTURE(motion.totals().events, motion.totals().least_separation, motion.energy_drift());
    CHECK(motion.totals().events > 5);
    CHECK(motion.totals().least_separation >= -1e-9);
    CHECK(motion.totals().largest_gain < 1e-9);
    // Of 1,250 kg that fall a metre.
    CHECK(std::abs(motion.energy_drift()) < 1e-6 * 1250.0 * 9.82);
    CHECK(report.contacts.size() >= 4);
    CHECK(motion.bodies()[1].state.world_from_body.translation.y() > 0.29);
}

TEST_CASE("sharp boxes touch by the heights and distances that geometry has", "[events]") {
    const SmoothSolid cube = make_smooth_solid(SmoothRoundBox{Vec3::Ones(), 0.0});
    const CorePart core = *core_part(cube.primitive);
    const PlacedSolid below{&cube, Mat3::Identity(), Vec3::Zero()};
    for (const double gap : {0.01, 0.0, -0.01}) {
        // Face on face: four corners of each.
        const PlacedSolid above{&cube, Mat3::Identity(), Vec3(0.2, 1.0 + gap, 0.1)};
        const auto flat = core_contacts(below, core, above, core, 0.1);
        REQUIRE(flat);
        CHECK(flat->size() >= 2);
        for (const CoreContact& contact : *flat) {
            CHECK(std::abs(contact.contact.separation - gap) < 1e-12);
            CHECK((contact.contact.normal - Vec3::UnitY()).norm() < 1e-12);
        }
        // Edge across edge: both turned by 45 degrees about axes that cross.
        const PlacedSolid ridge{&cube, Mat3(Eigen::AngleAxisd(0.25 * M_PI, Vec3::UnitX())),
                                Vec3::Zero()};
        const PlacedSolid keel{&cube, Mat3(Eigen::AngleAxisd(0.25 * M_PI, Vec3::UnitZ())),
                               Vec3(0.1, std::sqrt(2.0) + gap, 0.2)};
        const auto crossed = core_contacts(ridge, core, keel, core, 0.1);
        REQUIRE(crossed);
        REQUIRE(crossed->size() == 1);
        CHECK(std::abs((*crossed)[0].contact.separation - gap) < 1e-12);
        CHECK((*crossed)[0].contact.normal.y() > 0.999999);
    }
}

TEST_CASE("the gap of two boxes is the shortest way out of each other", "[events]") {
    std::mt19937_64 engine(6);
    const auto draw = [&] { return 2.0 * random_share(engine) - 1.0; };
    const SmoothSolid one = make_smooth_solid(SmoothRoundBox{Vec3(1.0, 0.6, 0.4), 0.0});
    const SmoothSolid two = make_smooth_solid(SmoothRoundBox{Vec3(0.3, 0.9, 0.5), 0.0});
    const CorePart core_a = *core_part(one.primitive);
    const CorePart core_b = *core_part(two.primitive);
    int overlaps = 0;
    int edges = 0;
    for (int i = 0; i < 500; ++i) {
        const auto turn = [&] {
            return Quat(draw(), draw(), draw(), draw()).normalized().toRotationMatrix();
        };
        const PlacedSolid a{&one, turn(), Vec3::Zero()};
        PlacedSolid b{&two, turn(), 0.8 * Vec3(draw(), draw(), draw())};
        const CoreContact found = box_gap(a, core_a, b, core_b);
        const SmoothContact& contact = found.contact;
        CHECK(std::abs((contact.point_b - contact.point_a).dot(contact.normal) -
                       contact.separation) < 1e-12);
        // Exchanged, the normal turns.
        const SmoothContact back = box_gap(b, core_b, a, core_a).contact;
        CHECK(std::abs(back.separation - contact.separation) < 1e-12);
        CHECK((back.normal + contact.normal).norm() < 1e-9);
        if (contact.separation >= 0.0) {
            continue;
        }
        ++overlaps;
        edges += found.surface_a.form == found.surface_b.form ? 1 : 0;
        const Vec3 start = b.centre;
        const auto gap_after = [&](const Vec3& way) {
            b.centre = start + way;
            return box_gap(a, core_a, b, core_b).contact.separation;
        };
        CHECK(gap_after((1e-6 - contact.separation) * contact.normal) > 0.0);
        for (int k = 0; k < 20; ++k) {
            const Vec3 way = Vec3(draw(), draw(), draw()).normalized();
            CHECK(gap_after((-1e-6 - contact.separation) * way) < 0.0);
        }
    }
    CHECK(overlaps > 100);
    CHECK(edges > 10);
}

TEST_CASE("a corner that comes in over an edge is met in time", "[events][regression]") {
    // Piles that ended in an overlap which no corner over a face, and no two edges, had told.
    for (const int seed : {0, 10, 34, 53}) {
        CAPTURE(seed);
        check_fall(fall_of(seed, 0.002));
    }
}

TEST_CASE("random piles of sharp boxes in full", "[.full]") {
    for (const double step : {0.005, 0.002}) {
        EventTotals sum;
        double drift = 0.0;
        constexpr int kPiles = 55;
        int errors = 0;
        for (int seed = 0; seed < kPiles; ++seed) {
            try {
                const Fall fall = fall_of(seed, step);
                check_fall(fall);
                sum.events += fall.totals.events;
                sum.evaluations += fall.totals.evaluations;
                sum.least_separation = std::min(sum.least_separation, fall.totals.least_separation);
                sum.largest_gain = std::max(sum.largest_gain, fall.totals.largest_gain);
                drift = std::max(drift, std::abs(fall.drift));
            } catch (const Error& error) {
                ++errors;
                std::cout << "pile " << seed << ": " << error.what() << '\n';
            }
        }
        std::cout << kPiles << " piles, step " << step << " s: " << errors << " end in an error, "
                  << sum.events << " collisions, " << sum.evaluations
                  << " evaluations, least separation " << sum.least_separation << " m, drift "
                  << drift << ", gain " << sum.largest_gain << std::endl;
        CHECK(errors == 0);
    }
}
