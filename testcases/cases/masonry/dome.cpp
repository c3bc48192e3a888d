#include "testcases/cases/masonry/dome.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "testcases/cases/masonry/joints.h"
#include "testcases/cases/masonry/masonry.h"
#include "testcases/cases/masonry/ring.h"

namespace touchstone {
namespace {

struct DomeOptions {
    double outer_radius = 3.0;  ///< R: radius of the stones' outer corners [m]
    double inner_radius = 2.5;  ///< r [m]
    int slices = 10;            ///< number of stones in a ring
    int segments = 8;           ///< number of rings
    double opening = 10.0;      ///< angle between the axis and the uppermost corners [degrees]

    double half_angle() const {
        return std::numbers::pi / slices;
    }  ///< half the angle of a
       ///< stone in azimuth [rad]
    /// Returns the elevation of the corners of the k-th joint from below, seen from the centre
    /// [rad].
    double elevation(int k) const {
        return (90.0 - opening) * std::numbers::pi / 180.0 * k / segments;
    }
    double middle_radius() const { return 0.5 * (outer_radius + inner_radius); }
};

/// Returns a corner of the stones at azimuth 0, on the side where z > 0. Frame of the dome.
Vec3 corner(const DomeOptions& options, double radius, int joint) {
    const double elevation = options.elevation(joint);
    const double across = radius * std::cos(elevation);
    return {across * std::cos(options.half_angle()), radius * std::sin(elevation),
            across * std::sin(options.half_angle())};
}

/// Returns the middle of the stones of a ring at azimuth 0, where their own frame has its origin.
Vec3 middle(const DomeOptions& options, int ring) {
    const double elevation = 0.5 * (options.elevation(ring) + options.elevation(ring + 1));
    return options.middle_radius() * Vec3(std::cos(elevation), std::sin(elevation), 0.0);
}

Shape make_dome_stone(const DomeOptions& options, int ring) {
    const std::array<Vec3, 4> front{corner(options, options.inner_radius, ring),
                                    corner(options, options.outer_radius, ring),
                                    corner(options, options.outer_radius, ring + 1),
                                    corner(options, options.inner_radius, ring + 1)};
    std::array<Vec3, 8> corners;
    for (std::size_t i = 0; i < front.size(); ++i) {
        corners[i] = front[i] - middle(options, ring);
        corners[i + 4] = corners[i].cwiseProduct(Vec3(1.0, 1.0, -1.0));
    }
    return make_hexahedron(corners);
}

/// Returns the normal of a joint, from the stone below to the one above. The joint's corners have
/// equal elevations, so its plane is steeper in the middle.
Vec3 joint_normal(const DomeOptions& options, int joint, double azimuth) {
    const double elevation = options.elevation(joint);
    const Vec3 normal(-std::sin(elevation), std::cos(elevation) * std::cos(options.half_angle()),
                      0.0);
    return ring_pose(0.0, 0.0, azimuth).rotation * normal.normalized();
}

std::vector<BodySetup> make_bodies(const DomeOptions& options) {
    std::vector<BodySetup> bodies{
        make_wide_ground(3.0 * options.outer_radius, 3.0 * options.outer_radius)};
    for (int ring = 0; ring < options.segments; ++ring) {
        const Vec3 origin = middle(options, ring);
        for (int i = 0; i < options.slices; ++i) {
            bodies.push_back(
                make_stone("stone " + std::to_string(ring + 1) + "." + std::to_string(i + 1),
                           make_dome_stone(options, ring),
                           ring_pose(origin.x(), origin.y(), 2.0 * options.half_angle() * i)));
        }
    }
    return bodies;
}

Reference make_reference(const DomeOptions& options, const std::vector<BodySetup>& bodies) {
    const auto stone = [&](int ring, int i) {
        return 1 + ring * options.slices + i % options.slices;
    };
    Joints joints(bodies);
    for (int i = 0; i < options.slices; ++i) {
        joints.add_face(0, stone(0, i), Vec3::UnitY());
    }
    for (int ring = 0; ring < options.segments; ++ring) {
        for (int i = 0; i < options.slices; ++i) {
            const double azimuth = 2.0 * options.half_angle() * i;
            const double border = azimuth + options.half_angle();
            joints.add_face(stone(ring, i), stone(ring, i + 1), onward(border));
            if (ring + 1 == options.segments) {
                continue;
            }
            const Vec3 up = joint_normal(options, ring + 1, azimuth);
            const Vec3 next_up =
                joint_normal(options, ring + 1, azimuth + 2.0 * options.half_angle());
            joints.add_face(stone(ring, i), stone(ring + 1, i), up);
            // Four stones meet here. Of the planes of joints through their edge, the radial one and
            // that of the lower stone have the two stones on different sides.
            const double elevation = options.elevation(ring + 1);
            const Vec3 edge = ring_pose(0.0, 0.0, border).rotation *
                              Vec3(std::cos(elevation), std::sin(elevation), 0.0);
            const std::vector<Vec3> ends{options.inner_radius * edge, options.outer_radius * edge};
            joints.add_edge(stone(ring, i), stone(ring + 1, i + 1), ends, {onward(border), up});
            joints.add_edge(stone(ring, i + 1), stone(ring + 1, i), ends,
                            {-onward(border), next_up});
        }
    }
    return joints.reference();
}

}  // namespace

std::span<const CaseParameter> dome_parameters() {
    static const DomeOptions kDome;
    static const std::array<CaseParameter, 5> kParameters{{
        {"outer_radius", kDome.outer_radius, 0.1, 100.0, false, "m", "to the outer corners"},
        {"inner_radius", kDome.inner_radius, 0.05, 100.0, false, "m",
         "to the inner corners; below the outer one"},
        {"slices", double(kDome.slices), 3, 1000, true, "", "stones of a ring"},
        {"segments", double(kDome.segments), 1, 1000, true, "", "rings"},
        {"opening", kDome.opening, 1.0, 80.0, false, "°",
         "between the axis and the uppermost corners"},
    }};
    return kParameters;
}

TestCase make_dome(const CaseValues& values) {
    const DomeOptions options{.outer_radius = values.number("outer_radius"),
                              .inner_radius = values.number("inner_radius"),
                              .slices = values.whole("slices"),
                              .segments = values.whole("segments"),
                              .opening = values.number("opening")};
    require_shell(values);
    values.require_body_count(1.0 + double(options.segments) * options.slices);
    std::vector<BodySetup> bodies = make_bodies(options);
    Reference reference = make_reference(options, bodies);
    return make_masonry_case("A scene of the study's code; regions by geometry", std::move(bodies),
                             std::move(reference));
}

}  // namespace touchstone
