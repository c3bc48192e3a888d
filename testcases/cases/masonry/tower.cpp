#include "testcases/cases/masonry/tower.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "testcases/cases/masonry/joints.h"
#include "testcases/cases/masonry/masonry.h"
#include "testcases/cases/masonry/ring.h"

namespace touchstone {
namespace {

/// Width of a box as a share of the wedge's inner width: it must not touch its neighbours.
constexpr double kBoxShare = 0.95;

struct TowerOptions {
    double outer_radius = 3.0;  ///< radius of the stones' outer corners [m]
    double inner_radius = 2.5;  ///< [m]
    double height = 3.0;        ///< [m]
    int slices = 12;            ///< number of stones in a ring
    int rings = 4;
    bool wedges = false;

    double half_angle() const {
        return std::numbers::pi / slices;
    }  ///< half the angle of a
       ///< stone [rad]
    double ring_height() const { return height / rings; }
    /// Returns the radius at a stone's middle. The sides are flat, so their middle is nearer than
    /// their corners.
    double middle_radius() const {
        return 0.5 * (outer_radius + inner_radius) * std::cos(half_angle());
    }
};

/// Makes a stone in the frame of azimuth 0: x away from the axis, y up.
Shape make_tower_stone(const TowerOptions& options) {
    const double s = std::sin(options.half_angle());
    const double x =
        0.5 * (options.outer_radius - options.inner_radius) * std::cos(options.half_angle());
    const double y = 0.5 * options.ring_height();
    const double z = options.inner_radius * s;  // half width on the inside
    if (!options.wedges) {
        return BoxShape{2.0 * Vec3(x, y, kBoxShare * z)};
    }
    const double w = options.outer_radius * s;  // half width on the outside
    return make_hexahedron({{{-x, -y, z},
                             {x, -y, w},
                             {x, y, w},
                             {-x, y, z},
                             {-x, -y, -z},
                             {x, -y, -w},
                             {x, y, -w},
                             {-x, y, -z}}});
}

}  // namespace

std::span<const CaseParameter> tower_parameters() {
    static const TowerOptions kTower;
    static const std::array<CaseParameter, 6> kParameters{{
        {"outer_radius", kTower.outer_radius, 0.1, 100.0, false, "m", "to the outer corners"},
        {"inner_radius", kTower.inner_radius, 0.05, 100.0, false, "m",
         "to the inner corners; below the outer one"},
        {"height", kTower.height, 0.1, 1000.0, false, "m", "of all rings"},
        {"slices", double(kTower.slices), 3, 1000, true, "", "stones of a ring"},
        {"rings", double(kTower.rings), 1, 1000, true, "", "on top of each other"},
        {"wedges", double(kTower.wedges), 0, 1, true, "",
         "1: exact wedge stones that touch their neighbours; 0: boxes that do not"},
    }};
    return kParameters;
}

TestCase make_tower(const CaseValues& values) {
    const TowerOptions options{.outer_radius = values.number("outer_radius"),
                               .inner_radius = values.number("inner_radius"),
                               .height = values.number("height"),
                               .slices = values.whole("slices"),
                               .rings = values.whole("rings"),
                               .wedges = values.whole("wedges") == 1};
    require_shell(values);
    values.require_body_count(1.0 + double(options.rings) * options.slices);
    const auto azimuth = [&](int ring, int i) { return options.half_angle() * (2 * i + ring); };
    std::vector<BodySetup> bodies{
        make_wide_ground(3.0 * options.outer_radius, 3.0 * options.outer_radius)};
    for (int ring = 0; ring < options.rings; ++ring) {
        for (int i = 0; i < options.slices; ++i) {
            bodies.push_back(
                make_stone("stone " + std::to_string(ring + 1) + "." + std::to_string(i + 1),
                           make_tower_stone(options),
                           ring_pose(options.middle_radius(), options.ring_height() * (ring + 0.5),
                                     azimuth(ring, i))));
        }
    }
    const auto stone = [&](int ring, int i) {
        return 1 + ring * options.slices + i % options.slices;
    };
    Joints joints(bodies);
    for (int i = 0; i < options.slices; ++i) {
        joints.add_face(0, stone(0, i), Vec3::UnitY());
    }
    for (int ring = 0; ring < options.rings; ++ring) {
        for (int i = 0; options.wedges && i < options.slices; ++i) {
            joints.add_face(stone(ring, i), stone(ring, i + 1),
                            onward(azimuth(ring, i) + options.half_angle()));
        }
        // The ring above is half a stone ahead: its stone i rests on stones i and i + 1.
        for (int i = 0; ring + 1 < options.rings && i < options.slices; ++i) {
            joints.add_face(stone(ring, i), stone(ring + 1, i), Vec3::UnitY());
            joints.add_face(stone(ring, i + 1), stone(ring + 1, i), Vec3::UnitY());
        }
    }
    return make_masonry_case("A scene of the study's code; regions by geometry", std::move(bodies),
                             joints.reference());
}

}  // namespace touchstone
