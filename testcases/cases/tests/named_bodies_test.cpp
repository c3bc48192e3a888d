#include "testcases/cases/named_bodies.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "methods/mesh/mass_properties.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

constexpr double kSumRounding = 1e-13;  // rounding of sums over at most
                                        // a hundred triangles of size 1

const SpikeSize kSize = spike_size(20.0);

Vec3 face_normal(const SurfaceMesh& surface, const Triangle& triangle) {
    const Vec3& p = surface.vertices[triangle[0]];
    const Vec3 u = surface.vertices[triangle[1]] - p;
    const Vec3 v = surface.vertices[triangle[2]] - p;
    return u.cross(v).normalized();
}

/// Returns the normal of the face with these corners, listed in this order or a rotation of it.
Vec3 normal_of(const SurfaceMesh& surface, Triangle corners) {
    for (int turn = 0; turn < 3; ++turn) {
        if (std::ranges::find(surface.triangles, corners) != surface.triangles.end()) {
            return face_normal(surface, corners);
        }
        std::ranges::rotate(corners, corners.begin() + 1);
    }
    FAIL("no such face");
    return Vec3::Zero();
}

std::set<std::pair<int, int>> edges_of(const SurfaceMesh& surface) {
    std::set<std::pair<int, int>> edges;
    for (const Triangle& t : surface.triangles) {
        for (int i = 0; i < 3; ++i) {
            edges.insert(std::minmax(t[i], t[(i + 1) % 3]));
        }
    }
    return edges;
}

void check_near(const Vec3& value, const Vec3& expected) {
    INFO("got " << value.transpose() << ", expected " << expected.transpose());
    CHECK((value - expected).norm() <= kSumRounding);
}

struct BodyFacts {
    const char* name;
    SurfaceMesh surface;
    int vertex_count;
    int face_count;
    double volume;
    Vec3 center_of_mass;
};

std::vector<BodyFacts> all_facts() {
    const double h = kSize.height;
    const double b = kSize.half_width;
    const double c = 1.6;  // the cliff's h
    // A frustum of squares ±1.5c, ±c, of height 2c: areas 9c², 6c² (mean), 4c².
    const double pedestal_volume = 2.0 * c / 3.0 * (9.0 + 6.0 + 4.0) * c * c;
    const double pedestal_center = 2.0 * c * (9.0 + 2.0 * 6.0 + 3.0 * 4.0) / (4.0 * 19.0) - c;
    return {
        {"spike", make_spike(kSize), 5, 6, 4.0 * b * b * h / 3.0, {0.0, h / 4.0, 0.0}},
        {"wedge", make_wedge(kSize), 6, 8, 4.0 * b * b * h, {0.0, h / 3.0, 0.0}},
        // Minus a prism of triangles 1 wide, 1/2 high, 4 long, whose centre is at y = 1/3.
        {"crack", make_crack(), 20, 36, 7.0, {0.0, -1.0 / 3.0 / 7.0, 0.0}},
        // Minus a pyramid 1 x 1 x 1/2, whose centre is at y = 3/8.
        {"hole", make_hole(), 46, 88, 23.0 / 6.0, {0.0, -3.0 / 8.0 / 23.0, 0.0}},
        {"pedestal", make_pedestal(c), 8, 12, pedestal_volume, {0.0, pedestal_center, 0.0}},
        {"cube", make_cube(c), 8, 12, 8.0 * c * c * c, Vec3::Zero()},
        {"internal edge base", make_internal_edge_base(2.0, 1.0), 14, 24, 32.0, Vec3::Zero()},
    };
}

}  // namespace

TEST_CASE("the named bodies are closed, outward spheres of the right volume and centre") {
    for (const BodyFacts& facts : all_facts()) {
        INFO(facts.name);
        const SurfaceMesh& surface = facts.surface;
        REQUIRE_NOTHROW(validate(surface));
        CHECK(std::ssize(surface.vertices) == facts.vertex_count);
        CHECK(std::ssize(surface.triangles) == facts.face_count);
        const auto edge_count = std::ssize(edges_of(surface));
        CHECK(facts.vertex_count - edge_count + facts.face_count == 2);
        const MassProperties mass = mass_properties(surface);
        CHECK(mass.volume == Approx(facts.volume).epsilon(kSumRounding));
        check_near(mass.center_of_mass, facts.center_of_mass);
    }
}

TEST_CASE("the named bodies have the volumes that the study states") {
    CHECK(signed_volume(make_spike(kSize)) == Approx(2.048).epsilon(kSumRounding));
    CHECK(signed_volume(make_wedge(kSize)) == Approx(6.144).epsilon(kSumRounding));
    CHECK(signed_volume(make_hole()) == Approx(3.833333).margin(5e-7));
    CHECK(signed_volume(make_pedestal(1.6)) == Approx(51.8827).margin(5e-5));
}

TEST_CASE("spike and wedge have three times the height of half their width, at any scale") {
    const double scene_size = GENERATE(12.5, 20.0, 25.0);
    const SpikeSize size = spike_size(scene_size);
    CHECK(size.height == Approx(0.12 * scene_size));
    CHECK(size.height == Approx(3.0 * size.half_width));
}

TEST_CASE("the sides of spike and wedge have the normals of Table 4") {
    const double beta = 1.0 / std::sqrt(10.0);
    const double gamma = 3.0 / std::sqrt(10.0);
    const SurfaceMesh spike = make_spike(kSize);
    check_near(normal_of(spike, {1, 3, 0}), {gamma, beta, 0.0});
    check_near(normal_of(spike, {2, 0, 4}), {-gamma, beta, 0.0});
    check_near(normal_of(spike, {0, 2, 1}), {0.0, beta, gamma});
    check_near(normal_of(spike, {4, 0, 3}), {0.0, beta, -gamma});
    const SurfaceMesh wedge = make_wedge(kSize);
    check_near(normal_of(wedge, {0, 1, 4}), {gamma, beta, 0.0});
    check_near(normal_of(wedge, {5, 1, 0}), {-gamma, beta, 0.0});
    check_near(normal_of(wedge, {3, 2, 1}), Vec3::UnitZ());
    check_near(normal_of(wedge, {0, 4, 5}), -Vec3::UnitZ());
}

TEST_CASE("the walls of crack and hole stand at 45 degrees") {
    const double alpha = std::sqrt(0.5);
    const SurfaceMesh crack = make_crack();
    check_near(normal_of(crack, {6, 7, 11}), {alpha, alpha, 0.0});
    check_near(normal_of(crack, {11, 7, 12}), {alpha, alpha, 0.0});
    check_near(normal_of(crack, {7, 8, 12}), {-alpha, alpha, 0.0});
    check_near(normal_of(crack, {12, 8, 13}), {-alpha, alpha, 0.0});
    const SurfaceMesh hole = make_hole();
    check_near(normal_of(hole, {15, 11, 12}), {0.0, alpha, -alpha});
    check_near(normal_of(hole, {15, 18, 11}), {alpha, alpha, 0.0});
    check_near(normal_of(hole, {18, 15, 19}), {0.0, alpha, alpha});
    check_near(normal_of(hole, {12, 19, 15}), {-alpha, alpha, 0.0});
}

TEST_CASE("the diagonals of pedestal and cube lie on each other") {
    const SurfaceMesh pedestal = make_pedestal(1.6);
    const SurfaceMesh cube = make_cube(1.6);
    CHECK(edges_of(pedestal).contains({5, 6}));
    CHECK(edges_of(cube).contains({5, 6}));
    const Vec3 rise = 3.2 * Vec3::UnitY();
    CHECK(cube.vertices[5] + rise == pedestal.vertices[5]);
    CHECK(cube.vertices[6] + rise == pedestal.vertices[6]);
}

TEST_CASE("the internal edge base offers vertices and edge midpoints to the cube's corners") {
    const SurfaceMesh base = make_internal_edge_base(2.0, 1.0);
    CHECK(base.vertices[12] == Vec3(-1.0, 1.0, 1.0));
    CHECK(base.vertices[13] == Vec3(1.0, 1.0, 1.0));
    CHECK(edges_of(base).contains({5, 7}));
    CHECK(edges_of(base).contains({3, 5}));
    CHECK((base.vertices[5] + base.vertices[7]) / 2.0 == Vec3(-1.0, 1.0, -1.0));
    CHECK((base.vertices[5] + base.vertices[3]) / 2.0 == Vec3(1.0, 1.0, -1.0));
}

}  // namespace touchstone
