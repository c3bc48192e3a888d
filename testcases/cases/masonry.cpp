#include "testcases/cases/masonry.h"

#include <array>

#include "methods/mesh/shapes.h"

namespace touchstone {
namespace {

// Shares of the pillar's height, from the bottom: box, cone, shaft, cone, box.
constexpr double kBaseBox = 0.06;
constexpr double kBaseCone = 0.06;
constexpr double kShaft = 0.80;
constexpr double kTopCone = 0.05;
constexpr double kTopBox = 0.03;

// Radii as shares of half the width.
constexpr double kWide = 1.0;
constexpr double kShaftBottom = 0.8;
constexpr double kShaftTop = 0.6;

BodySetup make_ground(double width, double depth) {
    BodySetup ground;
    ground.name = "ground";
    const double thickness = width / 10.0;
    ground.shape = BoxShape{Vec3(width, thickness, depth)};
    ground.world_from_shape.translation = Vec3(0.0, -0.5 * thickness, 0.0);
    ground.fixed = true;
    return ground;
}

BodySetup make_stone(const std::string& name, Shape shape, const Vec3& center) {
    BodySetup stone;
    stone.name = name;
    stone.shape = std::move(shape);
    stone.world_from_shape.translation = center;
    return stone;
}

/// Puts stones on top of each other.
class Stack {
 public:
    explicit Stack(std::vector<BodySetup>& bodies) : bodies_(bodies) {}

    void add(const std::string& name, double height, Shape shape,
             const Quat& rotation = Quat::Identity()) {
        bodies_.push_back(make_stone(name, std::move(shape), {0.0, top_ + 0.5 * height, 0.0}));
        bodies_.back().world_from_shape.rotation = rotation;
        top_ += height;
    }

 private:
    std::vector<BodySetup>& bodies_;
    double top_ = 0.0;  ///< [m]
};

}  // namespace

std::vector<BodySetup> make_pillar_bodies(const PillarOptions& options) {
    const double radius = 0.5 * options.width;
    const double shaft_height = kShaft * options.height / options.shaft_stones;
    const auto box = [&](double height) {
        return BoxShape{Vec3(options.width, height, options.width)};
    };
    const auto cone = [&](double bottom, double top, double height) {
        return TrianglesShape{make_frustum({.bottom_radius = bottom * radius,
                                            .top_radius = top * radius,
                                            .height = height,
                                            .sides = options.sides})};
    };
    std::vector<BodySetup> bodies{make_ground(options.ground_width, options.ground_width)};
    Stack stack(bodies);
    stack.add("base box", kBaseBox * options.height, box(kBaseBox * options.height));
    const double base_cone = kBaseCone * options.height;
    stack.add("base cone", base_cone, cone(kWide, kShaftBottom, base_cone));
    for (int i = 0; i < options.shaft_stones; ++i) {
        const auto radius_at = [&](int joint) {
            return kShaftBottom + (kShaftTop - kShaftBottom) * joint / options.shaft_stones;
        };
        stack.add("shaft " + std::to_string(i + 1), shaft_height,
                  cone(radius_at(i), radius_at(i + 1), shaft_height));
    }
    // Made wide side down and turned over by π about x, as the study does: an exact quaternion.
    const double top_cone = kTopCone * options.height;
    stack.add("top cone", top_cone, cone(kWide, kShaftTop, top_cone), Quat(0.0, 1.0, 0.0, 0.0));
    stack.add("top box", kTopBox * options.height, box(kTopBox * options.height));
    return bodies;
}

std::vector<BodySetup> make_wall_bodies(const WallOptions& options) {
    const Vec3 size(options.width / options.span, options.height / options.layers, options.depth);
    std::vector<BodySetup> bodies{make_ground(options.ground_width, options.ground_width)};
    for (int layer = 0; layer < options.layers; ++layer) {
        const double shift = layer % 2 == 1 ? 0.5 * size.x() : 0.0;
        for (int j = 0; j < options.span; ++j) {
            const Vec3 center(-0.5 * options.width + size.x() * j + shift, size.y() * (layer + 0.5),
                              0.0);
            bodies.push_back(
                make_stone("brick " + std::to_string(layer + 1) + "." + std::to_string(j + 1),
                           BoxShape{size}, center));
        }
    }
    return bodies;
}

}  // namespace touchstone
