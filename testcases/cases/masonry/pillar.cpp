#include "testcases/cases/masonry/pillar.h"

#include <algorithm>
#include <array>

#include "testcases/cases/masonry/joints.h"
#include "testcases/cases/masonry/masonry.h"

namespace touchstone {

std::span<const CaseParameter> pillar_parameters() {
    static const PillarOptions kPillar;
    static const std::array<CaseParameter, 4> kParameters{{
        {"height", kPillar.height, 0.1, 1000.0, false, "m", "without the ground"},
        {"width", kPillar.width, 0.01, 100.0, false, "m",
         "of the boxes, and the cones' widest diameter"},
        // TetGen takes more than a second for a stone of 256 sides, and five for one of 512.
        {"segments", double(kPillar.shaft_stones), 1, 200, true, "", "stones of the shaft"},
        {"sides", double(kPillar.sides), 3, 256, true, "", "of cones and shaft stones"},
    }};
    return kParameters;
}

TestCase make_pillar(const CaseValues& values) {
    PillarOptions options;
    options.height = values.number("height");
    options.width = values.number("width");
    options.shaft_stones = values.whole("segments");
    options.sides = values.whole("sides");
    options.ground_width = std::max(options.ground_width, 2.0 * options.width);
    std::vector<BodySetup> bodies = make_pillar_bodies(options);
    Joints joints(bodies);
    for (int i = 0; i + 1 < std::ssize(bodies); ++i) {
        joints.add_face(i, i + 1, Vec3::UnitY());
    }
    return make_masonry_case("Erleben [2018], §5", std::move(bodies), joints.reference());
}

}  // namespace touchstone
