#include "methods/mesh/mass_properties.h"

#include "methods/base/error.h"
#include "methods/mesh/filling/tests/study_bodies.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {

namespace {

/// Of a box of unit density: the textbook's m/12 (y² + z²) and its turns.
Mat3 box_inertia(const Vec3& size) {
    const Vec3 squares = size.cwiseAbs2();
    return size.prod() / 12.0 * Mat3((squares.sum() - squares.array()).matrix().asDiagonal());
}

/// Largest difference, as a share of the largest entry.
double relative_error(const Mat3& found, const Mat3& expected) {
    return (found - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("mass_properties of a box are the textbook's, in an awkward pose", "[mesh]") {
    const Vec3 size(0.5, 2.1, 1.3);
    const Pose pose = testing::awkward_pose();
    const MassProperties found = mass_properties(testing::moved(pose, make_box(size)));
    const Mat3 rotation = pose.rotation.toRotationMatrix();
    const Mat3 expected = rotation * box_inertia(size) * rotation.transpose();
    CHECK(found.volume == Approx(size.prod()).epsilon(1e-13));
    CHECK((found.center_of_mass - pose.translation).norm() < 1e-14);
    CHECK(relative_error(found.inertia, expected) < 1e-13);
    CHECK(found.inertia == Mat3(found.inertia.transpose()));
}

TEST_CASE("mass_properties of the study's bodies are those of the reference", "[mesh]") {
    struct Body {
        SurfaceMesh mesh;
        double volume;
        Vec3 center_of_mass;
    };
    const Body body = GENERATE(Body{testing::make_spike(), 2.048, {0.0, 0.6, 0.0}},
                               Body{testing::make_wedge(), 6.144, {0.0, 0.8, 0.0}},
                               Body{testing::make_crack(), 7.0, {0.0, -1.0 / 21.0, 0.0}},
                               Body{testing::make_hole(), 23.0 / 6.0, {0.0, -3.0 / 184.0, 0.0}},
                               Body{testing::make_internal_edge_base(), 32.0, {0.0, 0.0, 0.0}});
    const MassProperties found = mass_properties(body.mesh);
    CHECK(found.volume == Approx(body.volume).epsilon(1e-14));
    CHECK((found.center_of_mass - body.center_of_mass).norm() < 1e-15);
}

TEST_CASE("mass_properties of the pillar's segments are those of the reference", "[mesh]") {
    // The base cone and the top cone upside down; mass at 2000 kg/m³ and height of the centre.
    const MassProperties base =
        mass_properties(make_frustum({.bottom_radius = 0.25, .top_radius = 0.2, .height = 0.21}));
    CHECK(2000.0 * base.volume == Approx(55.469).epsilon(1e-5));
    CHECK(0.315 + base.center_of_mass.y() == Approx(0.30725).margin(5e-6));
    const MassProperties top =
        mass_properties(make_frustum({.bottom_radius = 0.15, .top_radius = 0.25, .height = 0.175}));
    CHECK(2000.0 * top.volume == Approx(37.131).epsilon(1e-5));
    CHECK(3.3075 + top.center_of_mass.y() == Approx(3.32179).margin(5e-6));
}

TEST_CASE("mass_properties lose nothing 5 km from the origin", "[mesh]") {
    // Multiples of 1/2 stay exact there: only the centre, as a large number, is rounded.
    const Vec3 offset(5e3, -5e3, 5e3);
    const SurfaceMesh near = testing::make_crack();
    const MassProperties here = mass_properties(near);
    const MassProperties there = mass_properties(testing::moved({Quat::Identity(), offset}, near));
    CHECK(there.volume == Approx(here.volume).epsilon(1e-14));
    CHECK((there.center_of_mass - offset - here.center_of_mass).norm() < 2e-12);
    CHECK(relative_error(there.inertia, here.inertia) < 1e-14);
}

TEST_CASE("mass_properties scale with the size", "[mesh]") {
    const double scale = GENERATE(1e-3, 1e3);
    SurfaceMesh mesh = testing::make_hole();
    const MassProperties unit = mass_properties(mesh);
    for (Vec3& vertex : mesh.vertices) {
        vertex *= scale;
    }
    const MassProperties scaled = mass_properties(mesh);
    CHECK(scaled.volume == Approx(unit.volume * std::pow(scale, 3)).epsilon(1e-13));
    CHECK(relative_error(scaled.inertia, unit.inertia * std::pow(scale, 5)) < 1e-13);
}

TEST_CASE("mass_properties refuse a surface without a volume", "[mesh]") {
    SurfaceMesh mesh = make_box({1.0, 1.0, 1.0});
    for (Triangle& triangle : mesh.triangles) {
        std::swap(triangle[0], triangle[1]);
    }
    CHECK_THROWS_WITH(mass_properties(mesh), Catch::Contains("outward"));
    CHECK_THROWS_AS(mass_properties(SurfaceMesh{}), MeshError);
}

}  // namespace touchstone
