#include "testcases/cases/masonry/wall.h"

#include <algorithm>
#include <array>

#include "testcases/cases/masonry/joints.h"
#include "testcases/cases/masonry/masonry.h"

namespace touchstone {

std::span<const CaseParameter> wall_parameters() {
    static const WallOptions kWall;
    static const std::array<CaseParameter, 6> kParameters{{
        {"layers", double(kWall.layers), 1, 10'000, true, "", "of bricks"},
        {"span", double(kWall.span), 1, 10'000, true, "", "bricks in a layer"},
        {"brick_width", kWall.brick_width, 0.01, 10.0, false, "m", "of a brick, along the wall"},
        {"brick_height", kWall.brick_height, 0.01, 10.0, false, "m", "of a brick and its layer"},
        {"depth", kWall.depth, 0.01, 10.0, false, "m", "of the wall and its bricks"},
        {"balanced", 1.0, 0.0, 1.0, true, "",
         "bricks that are balanced on an edge at the end of the top layer, 0 leaves it out"},
    }};
    return kParameters;
}

TestCase make_wall(const CaseValues& values) {
    const WallOptions options{.layers = values.whole("layers"),
                              .span = values.whole("span"),
                              .brick_width = values.number("brick_width"),
                              .brick_height = values.number("brick_height"),
                              .depth = values.number("depth")};
    values.require_body_count(1.0 + double(options.layers) * options.span);
    std::vector<BodySetup> bodies = make_wall_bodies(options);
    // The end brick of the top layer that hangs over by half, with nothing on top to hold it.
    const int top = options.layers - 1;
    const int balanced = options.layers % 2 == 0 ? options.span - 1 : 0;
    const bool left_out = values.whole("balanced") == 0 && top > 0;
    const auto is_laid = [&](int layer, int j) {
        return !(left_out && layer == top && j == balanced);
    };
    const auto brick = [&](int layer, int j) {
        const int before = left_out && layer == top && j > balanced ? 1 : 0;
        return 1 + layer * options.span + j - before;
    };
    if (left_out) {
        bodies.erase(bodies.begin() + 1 + top * options.span + balanced);
    }
    Joints joints(bodies);
    for (int j = 0; j < options.span; ++j) {
        joints.add_face(0, brick(0, j), Vec3::UnitY());
    }
    for (int layer = 0; layer < options.layers; ++layer) {
        for (int j = 0; j + 1 < options.span; ++j) {
            if (is_laid(layer, j) && is_laid(layer, j + 1)) {
                joints.add_face(brick(layer, j), brick(layer, j + 1), Vec3::UnitX());
            }
        }
        if (layer + 1 == options.layers) {
            break;
        }
        // The layer above is shifted by half a brick to the right of an even layer, to the left of
        // an odd one: brick j carries one half of brick j above and one half of its neighbour on
        // that side, where there is one.
        const int shift = layer % 2 == 0 ? -1 : 1;
        for (int j = 0; j < options.span; ++j) {
            for (const int above : {std::min(j, j + shift), std::max(j, j + shift)}) {
                if (above >= 0 && above < options.span && is_laid(layer + 1, above)) {
                    joints.add_face(brick(layer, j), brick(layer + 1, above), Vec3::UnitY());
                }
            }
        }
    }
    return make_masonry_case("Erleben [2018], §5.1.1", std::move(bodies), joints.reference());
}

}  // namespace touchstone
