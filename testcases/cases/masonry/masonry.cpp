#include "testcases/cases/masonry/masonry.h"

#include <algorithm>
#include <utility>

#include "methods/mesh/shapes.h"

namespace touchstone {
namespace {

// Heights as shares of the pillar's, from the bottom: box, cone, shaft, cone, box.
constexpr double kBaseBox = 0.06;
constexpr double kBaseCone = 0.06;
constexpr double kShaft = 0.80;
constexpr double kTopCone = 0.05;
constexpr double kTopBox = 0.03;

// Radii as shares of half the width.
constexpr double kWide = 1.0;
constexpr double kShaftBottom = 0.8;
constexpr double kShaftTop = 0.6;

/// A pile of stones that grows upward.
class Stack {
 public:
    explicit Stack(std::vector<BodySetup>& bodies) : bodies_(bodies) {}

    void add(const std::string& name, double height, Shape shape,
             const Quat& rotation = Quat::Identity()) {
        const Vec3 center(0.0, top_ + 0.5 * height, 0.0);
        bodies_.push_back(make_stone(name, std::move(shape), {rotation, center}));
        top_ += height;
    }

 private:
    std::vector<BodySetup>& bodies_;
    double top_ = 0.0;  ///< height of the top [m]
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
    std::vector<BodySetup> bodies{
        make_ground({options.ground_width, options.ground_width / 10.0, options.ground_width})};
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
    // Made with its wide side down and turned over by π about x, as in the study: an exact
    // quaternion.
    const double top_cone = kTopCone * options.height;
    stack.add("top cone", top_cone, cone(kWide, kShaftTop, top_cone), Quat(0.0, 1.0, 0.0, 0.0));
    stack.add("top box", kTopBox * options.height, box(kTopBox * options.height));
    return bodies;
}

std::vector<BodySetup> make_wall_bodies(const WallOptions& options) {
    const Vec3 size(options.brick_width, options.brick_height, options.depth);
    const double width = options.span * size.x();
    std::vector<BodySetup> bodies{make_wide_ground(2.0 * width, 2.0 * options.depth)};
    for (int layer = 0; layer < options.layers; ++layer) {
        const double shift = layer % 2 == 1 ? 0.5 * size.x() : 0.0;
        for (int j = 0; j < options.span; ++j) {
            const Vec3 center(-0.5 * width + size.x() * j + shift, size.y() * (layer + 0.5), 0.0);
            bodies.push_back(
                make_stone("brick " + std::to_string(layer + 1) + "." + std::to_string(j + 1),
                           BoxShape{size}, {Quat::Identity(), center}));
        }
    }
    return bodies;
}

BodySetup make_ground(const Vec3& size) {
    BodySetup ground;
    ground.name = "ground";
    ground.shape = BoxShape{size};
    ground.world_from_shape.translation = Vec3(0.0, -0.5 * size.y(), 0.0);
    ground.fixed = true;
    return ground;
}

BodySetup make_wide_ground(double least_width, double least_depth) {
    return make_ground({std::max(10.0, least_width), 1.0, std::max(10.0, least_depth)});
}

BodySetup make_stone(const std::string& name, Shape shape, const Pose& world_from_shape) {
    BodySetup stone;
    stone.name = name;
    stone.shape = std::move(shape);
    stone.world_from_shape = world_from_shape;
    return stone;
}

Shape make_hexahedron(const std::array<Vec3, 8>& corners) {
    return TrianglesShape{{{corners.begin(), corners.end()}, make_box(Vec3::Ones()).triangles}};
}

TestCase make_masonry_case(std::string source, std::vector<BodySetup> bodies, Reference reference) {
    TestCase result;
    result.source = std::move(source);
    result.bodies = std::move(bodies);
    result.reference = std::move(reference);
    result.pose = QueryPose::HalfStep;
    return result;
}

}  // namespace touchstone
