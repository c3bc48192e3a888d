#include <cmath>
#include <random>

#include "methods/base/error.h"
#include "methods/smooth/smooth_mass.h"
#include "methods/smooth/smooth_solid.h"
#include "methods/smooth/tessellate.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

const std::vector<SmoothPrimitive>& all_primitives() {
    static const std::vector<SmoothPrimitive> primitives{SmoothBall{0.7},
                                                         SmoothEllipsoid{{1.0, 0.7, 0.5}},
                                                         SmoothSuperellipsoid{{1.0, 0.7, 0.5}, 4.0},
                                                         SmoothTorus{1.0, 0.35},
                                                         SmoothCylinder{0.6, 1.4},
                                                         SmoothCone{0.6, 1.1},
                                                         SmoothCapsule{0.4, 1.2},
                                                         SmoothRoundBox{{1.2, 0.8, 1.0}, 0.15},
                                                         SmoothBowl{1.25, 0.9, 0.2}};
    return primitives;
}

SmoothShape single(const SmoothPrimitive& primitive) { return {{{primitive, {}}}}; }

std::string refusal(const SmoothShape& shape) {
    try {
        validate(shape);
    } catch (const MeshError& error) {
        return error.what();
    }
    return "";
}

/// Three bars through the origin, seen whole from there.
SmoothShape make_jack() {
    const Quat x(Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitZ()));
    const Quat z(Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitX()));
    const SmoothCapsule bar{0.2, 1.0};
    return {{{bar, {}}, {bar, {x, Vec3::Zero()}}, {bar, {z, Vec3::Zero()}}}};
}

}  // namespace

TEST_CASE("derivatives of every surface are those of finite differences", "[smooth]") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    constexpr double kStep = 1e-5;
    for (const SmoothPrimitive& primitive : all_primitives()) {
        for (const SmoothFeature& feature : features_of(primitive, 0.2)) {
            CAPTURE(smooth_kind(primitive), static_cast<int>(feature.form));
            for (int i = 0; i < 5; ++i) {
                const Vec3 point(0.9 * unit(random), 0.8 * unit(random), 0.7 * unit(random));
                const Jet jet = feature_jet(feature, point);
                for (int axis = 0; axis < 3; ++axis) {
                    const Vec3 step = kStep * Vec3::Unit(axis);
                    const Jet after = feature_jet(feature, point + step);
                    const Jet before = feature_jet(feature, point - step);
                    const double scale = 1.0 + jet.hessian.norm();
                    CHECK(std::abs((after.value - before.value) / (2.0 * kStep) -
                                   jet.gradient[axis]) < 1e-7 * scale * scale * scale);
                    CHECK(
                        ((after.gradient - before.gradient) / (2.0 * kStep) - jet.hessian.col(axis))
                            .norm() < 1e-7 * scale * scale * scale);
                }
            }
        }
    }
}

TEST_CASE("the farthest point lies on the surface, and no mesh vertex lies farther", "[smooth]") {
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    for (const SmoothPrimitive& primitive : all_primitives()) {
        CAPTURE(smooth_kind(primitive));
        const SmoothSolid solid = make_smooth_solid(primitive);
        const PlacedSolid placed{&solid};
        const SurfaceMesh mesh = tessellate(single(primitive), {.level = 4});
        for (int i = 0; i < 20; ++i) {
            const Vec3 way = Vec3(normal(random), normal(random), normal(random)).normalized();
            const Vec3 point = support(placed, way);
            double farthest = -10.0;
            for (const Vec3& vertex : mesh.vertices) {
                farthest = std::max(farthest, way.dot(vertex));
            }
            CHECK(farthest <= way.dot(point) + 1e-12);
            CHECK(farthest > way.dot(point) - 0.02);  // h²/8R of the mesh
            CHECK(std::abs(smooth_level(primitive, point)) < 1e-12);
        }
    }
}

TEST_CASE("the second derivatives of an ellipsoid's width are those of differences", "[smooth]") {
    const SmoothSolid solid = make_smooth_solid(SmoothEllipsoid{{1.0, 0.7, 0.5}});
    const Quat turn(Eigen::AngleAxisd(0.8, Vec3(1.0, 2.0, -0.5).normalized()));
    const PlacedSolid placed{&solid, turn.toRotationMatrix(), Vec3(0.1, 0.2, 0.3)};
    const Vec3 way = Vec3(0.3, -0.8, 0.4).normalized();
    const Mat3 hessian = support_hessian(placed, way);
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 step = 1e-6 * Vec3::Unit(axis);
        const Vec3 change = support(placed, way + step) - support(placed, way - step);
        CHECK((change / 2e-6 - hessian.col(axis)).norm() < 1e-9);
    }
}

TEST_CASE("masses in closed form are what fine meshes come to", "[smooth]") {
    for (const SmoothPrimitive& primitive : all_primitives()) {
        CAPTURE(smooth_kind(primitive));
        const MassProperties exact = primitive_mass(primitive);
        const MassProperties coarse = mass_properties(tessellate(single(primitive), {.level = 3}));
        const MassProperties fine = mass_properties(tessellate(single(primitive), {.level = 4}));
        // The meshes' error falls by four with each level; so does a third of their difference.
        const double difference = fine.volume - coarse.volume;
        CHECK(std::abs(fine.volume + difference / 3.0 - exact.volume) < 2e-3 * exact.volume);
        const Mat3 inertia = fine.inertia + (fine.inertia - coarse.inertia) / 3.0;
        CHECK((inertia - exact.inertia).norm() < 3e-3 * exact.inertia.norm());
        CHECK((fine.center_of_mass - exact.center_of_mass).norm() < 3e-3);
    }
}

TEST_CASE("every tessellation is a closed mesh on the surface", "[smooth]") {
    const Quat turn(Eigen::AngleAxisd(0.4, Vec3(0.2, 1.0, -0.3).normalized()));
    for (const SmoothPrimitive& primitive : all_primitives()) {
        for (const int level : {0, 1, 3}) {
            CAPTURE(smooth_kind(primitive), level);
            const SurfaceMesh mesh = tessellate(single(primitive), {level, turn});
            double farthest = 0.0;
            for (const Vec3& vertex : mesh.vertices) {
                // The middles of caps lie on flat faces, which are surface too.
                farthest = std::max(farthest, std::abs(smooth_level(primitive, vertex)));
            }
            CHECK(farthest < 1e-12);
        }
    }
    CHECK_THROWS_AS(tessellate(single(SmoothBall{1.0}), {.level = 6}), MeshError);
}

TEST_CASE("a union is tessellated where its origin sees all of it", "[smooth]") {
    const SurfaceMesh mesh = tessellate(make_jack(), {.level = 4});
    const MassProperties mass = smooth_mass(make_jack());
    CHECK(signed_volume(mesh) > 0.95 * mass.volume);
    CHECK((mass.center_of_mass).norm() < 1e-3);
    const SmoothShape apart{
        {{SmoothBall{0.5}, {}}, {SmoothBall{0.5}, {Quat::Identity(), Vec3(3.0, 0.0, 0.0)}}}};
    CHECK_THROWS_AS(tessellate(apart, {}), MeshError);
}

TEST_CASE("bad shapes are refused in words", "[smooth]") {
    CHECK(refusal(single(SmoothBall{0.0})) ==
          "the sphere's radius is 0: it must be a finite number above 0");
    CHECK(refusal(single(SmoothEllipsoid{{1e6, 0.5, 1e-3}})) ==
          "the ellipsoid's semi-axis z is 0.001, and its semi-axis x 1e+06: too thin for a mesh; "
          "keep them within a factor of a million");
    CHECK(refusal(single(SmoothCapsule{1e-9, 1.0})) ==
          "the capsule's radius is 1e-09, and its length 1: too thin for a mesh; keep them within "
          "a factor of a million");
    CHECK(refusal(single(SmoothSuperellipsoid{Vec3::Ones(), 1.5})) ==
          "the superellipsoid's exponent is 1.5: it must lie in 2…64, below 2 the surface has "
          "creases");
    CHECK(refusal(single(SmoothTorus{1.0, 1.0})) ==
          "the torus's tube radius is 1: the torus crosses itself; make it less than the ring "
          "radius 1");
    CHECK(refusal(single(SmoothRoundBox{Vec3::Ones(), 0.6})) ==
          "the round_box's rounding is 0.6: it must be at most half the smallest edge");
    CHECK(refusal({}) == "a union has no parts; give at least one");
    CHECK(refusal({{{SmoothBall{1.0}, {}}, {SmoothTorus{1.0, 0.2}, {}}}}) ==
          "part 1 is a torus: a union takes convex parts only");
    CHECK(refusal(single(SmoothCapsule{1.0, -1.0})) ==
          "the capsule's length is -1: it must be a finite number of at least 0");
    CHECK(refusal(make_jack()).empty());
}
