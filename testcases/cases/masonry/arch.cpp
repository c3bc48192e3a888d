#include "testcases/cases/masonry/arch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "methods/mesh/filling/erosion.h"
#include "methods/mesh/mass_properties.h"
#include "methods/mesh/shapes.h"
#include "testcases/cases/masonry/joints.h"
#include "testcases/cases/masonry/masonry.h"
#include "testcases/cases/masonry/ring.h"

namespace touchstone {
namespace {

struct ArchOptions {
    double outer_radius = 2.0;   ///< R [m]
    double inner_radius = 1.5;   ///< r [m]
    double pillar_height = 2.0;  ///< [m]
    double depth = 2.0;          ///< [m]
    int slices = 7;              ///< number of stones in the arch
    int segments = 3;            ///< number of stones in a pillar
    double growth = 0.0;         ///< how far the stones' vertices are moved outward [m]

    double middle_radius() const { return 0.5 * (outer_radius + inner_radius); }
    double angle() const { return std::numbers::pi / slices; }  ///< angle of a stone [rad]
};

/// Makes a box that lies along x, turned up by π/2 about z. Its vertices are rotated, which is
/// exact; a quaternion of that angle is not.
Shape make_pillar_stone(const ArchOptions& options) {
    const double width = options.outer_radius - options.inner_radius;
    const double height = options.pillar_height / options.segments;
    SurfaceMesh box = make_box({height, width, options.depth});
    for (Vec3& vertex : box.vertices) {
        vertex = Vec3(-vertex.y(), vertex.x(), vertex.z());
    }
    return TrianglesShape{box};
}

/// Makes the topmost stone, with its origin at the middle radius. It has the triangles of the hull
/// of the study's stones.
Shape make_arch_stone(const ArchOptions& options) {
    const double half = 0.5 * options.angle();
    const double a = options.inner_radius * std::sin(half);
    const double c = options.outer_radius * std::sin(half);
    const double u = options.inner_radius * std::cos(half) - options.middle_radius();
    const double v = options.outer_radius * std::cos(half) - options.middle_radius();
    const double z = 0.5 * options.depth;
    return TrianglesShape{{{{-a, u, z},
                            {a, u, z},
                            {c, v, z},
                            {-c, v, z},
                            {-a, u, -z},
                            {a, u, -z},
                            {c, v, -z},
                            {-c, v, -z}},
                           {{7, 4, 0},
                            {0, 3, 7},
                            {2, 6, 7},
                            {7, 3, 2},
                            {2, 3, 1},
                            {1, 3, 0},
                            {5, 7, 6},
                            {4, 7, 5},
                            {0, 4, 5},
                            {5, 1, 0},
                            {5, 6, 2},
                            {2, 1, 5}}}};
}

Pose arch_stone_pose(const ArchOptions& options, int i) {
    const double angle = options.angle() * (i + 0.5);
    const double turn = angle - 0.5 * std::numbers::pi;
    const double radius = options.middle_radius();
    return {Quat(std::cos(0.5 * turn), 0.0, 0.0, std::sin(0.5 * turn)),
            Vec3(radius * std::cos(angle), options.pillar_height + radius * std::sin(angle), 0.0)};
}

std::vector<BodySetup> make_bodies(const ArchOptions& options) {
    std::vector<BodySetup> bodies{
        make_wide_ground(4.0 * options.outer_radius, 2.0 * options.depth)};
    const double x = options.middle_radius();
    for (int i = 0; i < options.segments; ++i) {
        const double y = options.pillar_height / options.segments * (i + 0.5);
        const std::string level = std::to_string(i + 1);
        bodies.push_back(make_stone("left " + level, make_pillar_stone(options),
                                    {Quat::Identity(), Vec3(-x, y, 0.0)}));
        bodies.push_back(make_stone("right " + level, make_pillar_stone(options),
                                    {Quat::Identity(), Vec3(x, y, 0.0)}));
    }
    for (int i = 0; i < options.slices; ++i) {
        bodies.push_back(make_stone("arch " + std::to_string(i + 1), make_arch_stone(options),
                                    arch_stone_pose(options, i)));
    }
    return bodies;
}

/// Adds the normals of Erleben [2018], Eq. (6): up where one body is the ground, otherwise along
/// the line between the centres of mass.
void add_paper_normals(const std::vector<BodySetup>& bodies, Reference& reference) {
    std::vector<Vec3> centers;
    for (const BodySetup& body : bodies) {
        const MassProperties mass = mass_properties(make_surface(body.shape));
        centers.push_back(body.world_from_shape * mass.center_of_mass);
    }
    for (PairReference& pair : reference) {
        const Vec3 line = centers[pair.body_b] - centers[pair.body_a];
        const bool on_ground = pair.body_a == 0 || pair.body_b == 0;
        pair.answers[0].paper_normals = {on_ground ? Vec3::UnitY() : line.normalized()};
    }
}

/// Makes the stones overlap their neighbours; the ground stays.
void grow_stones(std::vector<BodySetup>& bodies, double amount) {
    for (std::size_t i = 1; i < bodies.size(); ++i) {
        bodies[i].shape = TrianglesShape{grown(make_surface(bodies[i].shape), amount)};
    }
}

}  // namespace

std::span<const CaseParameter> arch_parameters() {
    static const ArchOptions kArch;
    static const std::array<CaseParameter, 7> kParameters{{
        {"outer_radius", kArch.outer_radius, 0.1, 100.0, false, "m", "of the arch"},
        {"inner_radius", kArch.inner_radius, 0.05, 100.0, false, "m",
         "of the arch; below the outer one"},
        {"pillar_height", kArch.pillar_height, 0.1, 1000.0, false, "m", "up to the springing"},
        {"depth", kArch.depth, 0.01, 100.0, false, "m", "of all stones"},
        {"slices", double(kArch.slices), 2, 1000, true, "", "stones of the arch"},
        {"segments", double(kArch.segments), 1, 1000, true, "", "stones of each pillar"},
        {"growth", kArch.growth, 0.0, 0.1, false, "m",
         "vertices of stones moved outward, so that stones overlap"},
    }};
    return kParameters;
}

TestCase make_arch(const CaseValues& values) {
    const ArchOptions options{.outer_radius = values.number("outer_radius"),
                              .inner_radius = values.number("inner_radius"),
                              .pillar_height = values.number("pillar_height"),
                              .depth = values.number("depth"),
                              .slices = values.whole("slices"),
                              .segments = values.whole("segments"),
                              .growth = values.number("growth")};
    require_shell(values);
    std::vector<BodySetup> bodies = make_bodies(options);
    Joints joints(bodies);
    const int first = 1 + 2 * options.segments;  // stone of the arch at the right springing
    const int last = first + options.slices - 1;
    joints.add_face(0, 1, Vec3::UnitY());
    joints.add_face(0, 2, Vec3::UnitY());
    for (int i = 1; i + 2 < first; ++i) {
        joints.add_face(i, i + 2, Vec3::UnitY());
    }
    joints.add_face(first - 1, first, Vec3::UnitY());
    joints.add_face(first - 2, last, Vec3::UnitY());
    for (int i = first; i < last; ++i) {
        const double angle = options.angle() * (i - first + 1);
        joints.add_face(i, i + 1, Vec3(-std::sin(angle), std::cos(angle), 0.0));
    }
    Reference reference = joints.reference();
    add_paper_normals(bodies, reference);
    if (options.growth > 0.0) {
        grow_stones(bodies, options.growth);
    }
    return make_masonry_case("Erleben [2018], §5.1.2", std::move(bodies), std::move(reference));
}

}  // namespace touchstone
