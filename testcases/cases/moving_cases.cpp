#include "testcases/cases/moving_cases.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

namespace touchstone {
namespace {

BodySetup make_moving_box(const std::string& name, const Vec3& size, const Vec3& center) {
    BodySetup body;
    body.name = name;
    body.shape = BoxShape{size};
    body.world_from_shape.translation = center;
    body.density = 1000.0;
    return body;
}

BodySetup make_slab(const std::string& name, const Vec3& size, double x) {
    BodySetup slab = make_moving_box(name, size, Vec3(x, -0.5 * size.y(), 0.0));
    slab.fixed = true;
    return slab;
}

/// Returns the answer for a body on, or above, a floor: contacts point up wherever there are any.
PairReference make_upward(int floor, int body) {
    PairReference pair;
    pair.body_a = floor;
    pair.body_b = body;
    Answer answer;
    answer.normals = {Vec3::UnitY()};
    pair.answers = {answer};
    pair.none_is_right = true;
    return pair;
}

}  // namespace

TestCase make_dropped_cubes() {
    constexpr double kSize = 0.1;
    constexpr std::array kHeights{0.03, 0.05, 0.08, 0.12, 0.2};  // of the bottoms [m]
    TestCase scene;
    scene.source =
        "Cubes that methods which see contacts within an envelope drop through the floor";
    scene.bodies.push_back(make_slab("floor", {2.0, 0.5, 2.0}, 0.0));
    scene.ends.push_back(scene.bodies[0].world_from_shape.translation);
    for (int i = 0; i < std::ssize(kHeights); ++i) {
        Vec3 center(0.3 * (i - 2), 0.5 * kSize + kHeights[i], 0.0);
        scene.bodies.push_back(
            make_moving_box("cube " + std::to_string(i + 1), Vec3::Constant(kSize), center));
        center.y() = 0.5 * kSize;
        scene.ends.push_back(center);
        scene.reference.push_back(make_upward(0, i + 1));
    }
    return scene;
}

TestCase make_sliding_boxes() {
    struct Slider {
        double speed;    // [m/s]
        double heading;  // from x towards -z [degrees]
        double turn;     // of the box against its heading [degrees]
    };
    constexpr std::array kSliders{Slider{2.5, 0.0, 0.0}, Slider{2.8, 20.0, 0.0},
                                  Slider{2.2, 0.0, 30.0}};
    const Vec3 size(0.2, 0.1, 0.15);
    const Vec3 slab(4.0, 0.5, 6.0);
    TestCase scene;
    scene.source = "Bodies that hop, or stop, at the flush joint of two others";
    scene.bodies.push_back(make_slab("left slab", slab, -0.5 * slab.x()));
    scene.bodies.push_back(make_slab("right slab", slab, 0.5 * slab.x()));
    for (const BodySetup& body : scene.bodies) {
        scene.ends.push_back(body.world_from_shape.translation);
    }
    for (int i = 0; i < std::ssize(kSliders); ++i) {
        const auto turned = [](double degrees) {
            return Quat(Eigen::AngleAxisd(degrees * std::numbers::pi / 180.0, Vec3::UnitY()));
        };
        const Slider& slider = kSliders[i];
        const Vec3 start(-0.3, 0.5 * size.y(), i - 1.0);
        BodySetup body = make_moving_box("box " + std::to_string(i + 1), size, start);
        body.world_from_shape.rotation = turned(slider.heading + slider.turn);
        const Vec3 along = turned(slider.heading) * Vec3::UnitX();
        body.linear_velocity = slider.speed * along;
        const double way =
            slider.speed * slider.speed / (2.0 * scene.friction * scene.gravity.norm());
        scene.ends.emplace_back(start + way * along);
        const int index = static_cast<int>(scene.bodies.size());
        scene.bodies.push_back(std::move(body));
        scene.reference.push_back(make_upward(0, index));
        scene.reference.push_back(make_upward(1, index));
    }
    return scene;
}

}  // namespace touchstone
