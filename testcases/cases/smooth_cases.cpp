#include "testcases/cases/smooth_cases.h"

#include <array>
#include <cmath>
#include <string>

#include "methods/base/files/embedded_file.h"
#include "testcases/files/scene_file.h"

namespace touchstone {
namespace {

constexpr const char* kSource = "after the scenes of Baraff [1990], with sizes of its own";

constexpr std::array<SmoothCase, 9> kSmoothCases{{
    {"falling_jack", "A jack of three capsules falls on a floor"},
    {"jack_on_hills", "A jack of three ellipsoids falls between two ellipsoid hills"},
    {"jack_in_bowl", "A jack of three ellipsoids falls into a bowl"},
    {"two_dice", "Two dice, one on the other's way down"},
    {"five_dice", "Five dice thrown together"},
    {"ball_on_hill", "A ball slides off a ball of twice its size"},
    {"ellipsoid_on_hill", "An ellipsoid slides and turns over an ellipsoid hill"},
    {"ball_in_bowl", "A ball swings in a paraboloid bowl"},
    {"spinning_top", "A top that precesses on a smooth floor"},
}};

BodySetup make_floor(const Vec3& size, double rounding) {
    BodySetup floor;
    floor.name = "floor";
    floor.shape = rounding > 0.0 ? Shape(CurvedShape{{{{SmoothRoundBox{size, rounding}, {}}}}, {}})
                                 : Shape(BoxShape{size});
    floor.world_from_shape.translation.y() = -0.5 * size.y();
    floor.fixed = true;
    return floor;
}

BodySetup make_ball(const std::string& name, double radius, const Vec3& place) {
    BodySetup ball;
    ball.name = name;
    ball.shape = CurvedShape{{{{SmoothBall{radius}, {}}}}, {}};
    ball.world_from_shape.translation = place;
    return ball;
}

}  // namespace

std::span<const SmoothCase> all_smooth_cases() { return kSmoothCases; }

TestCase make_smooth_case(std::string_view id) {
    const std::string name = std::string(id) + ".json";
    TestCase test_case = parse_scene(find_embedded(smooth_files(), name).bytes, name, {});
    test_case.source = kSource;
    return test_case;
}

std::span<const CaseParameter> dice_parameters() {
    static const std::array<CaseParameter, 3> kParameters{{
        {"count", 3, 1, 100, true, "", "thrown one above the other"},
        {"size", 0.5, 0.01, 100.0, false, "m", "edge of a die"},
        {"rounding", 0.16, 0.01, 0.45, false, "", "radius of its edges, as a share of the size"},
    }};
    return kParameters;
}

TestCase make_dice(const CaseValues& values) {
    const int count = values.whole("count");
    values.require_body_count(count + 1);
    const double size = values.number("size");
    const double rounding = values.number("rounding") * size;
    TestCase test_case;
    test_case.source = kSource;
    test_case.friction = 0.0;
    test_case.time_step = 0.002 * std::sqrt(size);
    test_case.solver = {{"restitution", "0.3"}};
    test_case.bodies.push_back(make_floor(size * Vec3(24.0, 4.0, 24.0), 0.4 * size));
    for (int i = 0; i < count; ++i) {
        // Turned and moved by angles that do not repeat.
        const double angle = 2.4 * (i + 1);
        BodySetup& die = test_case.bodies.emplace_back();
        die.name = "die " + std::to_string(i + 1);
        die.shape = CurvedShape{{{{SmoothRoundBox{Vec3::Constant(size), rounding}, {}}}}, {}};
        die.world_from_shape.rotation =
            Quat(std::cos(angle), 0.5 * std::sin(angle), std::cos(1.7 * angle), 0.3).normalized();
        die.world_from_shape.translation =
            size * Vec3(0.3 * std::cos(angle), 1.2 + 2.0 * i, 0.3 * std::sin(angle));
        die.linear_velocity = std::sqrt(size) * Vec3(0.6 * std::sin(angle), 0.0, -0.3);
        die.angular_velocity = Vec3(std::cos(angle), 1.0, -std::sin(angle)) / std::sqrt(size);
    }
    return test_case;
}

std::span<const CaseParameter> cradle_parameters() {
    static const std::array<CaseParameter, 2> kParameters{{
        {"balls", 4, 1, 100, true, "", "at rest, in a row"},
        {"moving", 1, 1, 100, true, "", "run into them"},
    }};
    return kParameters;
}

TestCase make_cradle(const CaseValues& values) {
    const int moving = values.whole("moving");
    const int balls = moving + values.whole("balls");
    TestCase test_case;
    test_case.source = kSource;
    test_case.gravity = Vec3::Zero();
    test_case.friction = 0.0;
    test_case.solver = {{"restitution", "1"}};
    for (int i = 0; i < balls; ++i) {
        const double gap = i < moving ? 0.5 : 0.0;
        BodySetup ball = make_ball("ball " + std::to_string(i + 1), 0.5,
                                   Vec3(static_cast<double>(i - moving) - gap, 0.0, 0.0));
        ball.linear_velocity.x() = i < moving ? 1.0 : 0.0;
        test_case.bodies.push_back(std::move(ball));
    }
    return test_case;
}

std::span<const CaseParameter> rolling_ball_parameters() {
    static const std::array<CaseParameter, 3> kParameters{{
        {"radius", 0.5, 0.01, 100.0, false, "m", "of the ball"},
        {"speed", 2.0, 0.0, 100.0, false, "m/s", "of its centre"},
        {"level", 3, 0, 5, true, "", "of the mesh by which methods of meshes meet it"},
    }};
    return kParameters;
}

TestCase make_rolling_ball(const CaseValues& values) {
    const double radius = values.number("radius");
    const double speed = values.number("speed");
    TestCase test_case;
    test_case.source = kSource;
    test_case.bodies.push_back(make_floor(radius * Vec3(120.0, 2.0, 16.0), 0.0));
    BodySetup ball = make_ball("ball", radius, radius * Vec3(-40.0, 1.0, 0.6));
    std::get<CurvedShape>(ball.shape).tessellation = {values.whole("level"),
                                                      Quat(0.8, 0.3, 0.4, 0.33).normalized()};
    ball.linear_velocity.x() = speed;
    ball.angular_velocity.z() = -speed / radius;
    test_case.bodies.push_back(std::move(ball));
    return test_case;
}

}  // namespace touchstone
