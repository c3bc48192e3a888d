#include "testcases/cases/masonry/stack.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "testcases/cases/masonry/joints.h"
#include "testcases/cases/masonry/masonry.h"

namespace touchstone {

std::span<const CaseParameter> stack_parameters() {
    static const std::array<CaseParameter, 3> kParameters{{
        {"boxes", 5, 1, 10'000, true, "", "on top of each other"},
        {"twist", 25.0, -180.0, 180.0, false, "°", "of each box against the one below"},
        {"size", 1.0, 0.01, 100.0, false, "m", "edge of a box"},
    }};
    return kParameters;
}

TestCase make_stack(const CaseValues& values) {
    const double size = values.number("size");
    const double twist = values.number("twist") * std::numbers::pi / 180.0;
    std::vector<BodySetup> bodies{make_wide_ground(2.0 * size, 2.0 * size)};
    for (int i = 0; i < values.whole("boxes"); ++i) {
        const double half_turn = 0.5 * twist * i;
        const Pose pose{Quat(std::cos(half_turn), 0.0, std::sin(half_turn), 0.0),
                        Vec3(0.0, size * (i + 0.5), 0.0)};
        bodies.push_back(
            make_stone("box " + std::to_string(i + 1), BoxShape{Vec3::Constant(size)}, pose));
    }
    Joints joints(bodies);
    for (int i = 0; i + 1 < std::ssize(bodies); ++i) {
        joints.add_face(i, i + 1, Vec3::UnitY());
    }
    return make_masonry_case("A scene of the study's code; regions by geometry", std::move(bodies),
                             joints.reference());
}

}  // namespace touchstone
