#include "methods/smooth/surface_point.h"

#include <cmath>

#include "methods/smooth/tessellate.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

void check_form(const SmoothPrimitive& primitive, const Vec3& point, const Vec3& normal,
                double smaller, double larger) {
    CAPTURE(smooth_kind(primitive), point.transpose());
    const std::optional<SurfacePoint> found = surface_point(primitive, point);
    REQUIRE(found);
    CHECK((found->normal - normal).norm() < 1e-12);
    CHECK(found->curvatures[0] == Approx(smaller).margin(1e-12));
    CHECK(found->curvatures[1] == Approx(larger).margin(1e-12));
    for (const Vec3& direction : found->directions) {
        CHECK(direction.norm() == Approx(1.0));
        CHECK(std::abs(direction.dot(normal)) < 1e-12);
    }
}

}  // namespace

TEST_CASE("surfaces have the normals and curvatures of closed forms", "[smooth]") {
    const Vec3 way = Vec3(0.3, -0.5, 0.8).normalized();
    check_form(SmoothBall{0.5}, 0.5 * way, way, 2.0, 2.0);
    check_form(SmoothEllipsoid{{1.0, 0.7, 0.5}}, Vec3(1.0, 0.0, 0.0), Vec3::UnitX(), 1.0 / 0.49,
               1.0 / 0.25);
    check_form(SmoothSuperellipsoid{{1.0, 0.7, 0.5}, 4.0}, Vec3(0.0, 0.7, 0.0), Vec3::UnitY(), 0.0,
               0.0);
    check_form(SmoothTorus{1.0, 0.25}, Vec3(1.25, 0.0, 0.0), Vec3::UnitX(), 0.8, 4.0);
    check_form(SmoothTorus{1.0, 0.25}, Vec3(0.75, 0.0, 0.0), -Vec3::UnitX(), -1.0 / 0.75, 4.0);
    check_form(SmoothCylinder{0.5, 2.0}, Vec3(0.0, 0.3, -0.5), -Vec3::UnitZ(), 0.0, 2.0);
    check_form(SmoothCylinder{0.5, 2.0}, Vec3(0.1, -1.0, 0.2), -Vec3::UnitY(), 0.0, 0.0);
    check_form(SmoothCapsule{0.5, 2.0}, Vec3(0.0, 1.5, 0.0), Vec3::UnitY(), 2.0, 2.0);
    check_form(SmoothRoundBox{{1.0, 1.0, 1.0}, 0.1}, Vec3(0.5, 0.1, -0.2), Vec3::UnitX(), 0.0, 0.0);
    check_form(SmoothRoundBox{{1.0, 1.0, 1.0}, 0.1},
               Vec3(0.4 + 0.1 * std::sqrt(0.5), 0.4 + 0.1 * std::sqrt(0.5), 0.2),
               Vec3(1.0, 1.0, 0.0).normalized(), 0.0, 10.0);
    // A hollow bends towards its normal.
    check_form(SmoothBowl{1.25, 0.9, 0.2}, Vec3::Zero(), Vec3::UnitY(), -0.8, -0.8);
    // Half-way up a cone of 45° the circle has half the base's radius, seen askew.
    check_form(SmoothCone{1.0, 1.0}, Vec3(0.5, 0.0, 0.0), Vec3(1.0, 1.0, 0.0).normalized(), 0.0,
               2.0 * std::sqrt(0.5));
}

TEST_CASE("points off a surface, and a tip, have no form", "[smooth]") {
    CHECK_FALSE(surface_point(SmoothBall{0.5}, Vec3(0.501, 0.0, 0.0)));
    CHECK_FALSE(
        surface_point(SmoothCylinder{0.5, 2.0}, Vec3(0.6, 1.0, 0.0)));  // on the cap's plane
    CHECK_FALSE(surface_point(SmoothCylinder{0.5, 2.0}, Vec3(0.5, 1.1, 0.0)));
    CHECK_FALSE(surface_point(SmoothCone{0.6, 1.1}, Vec3(0.0, 0.55, 0.0)));
}

TEST_CASE("a union has the form of the part that is outside", "[smooth]") {
    const Pose beside{Quat(Eigen::AngleAxisd(0.5, Vec3::UnitZ())), Vec3(0.6, 0.0, 0.0)};
    const SmoothShape shape{{{SmoothBall{0.5}, {}}, {SmoothEllipsoid{{0.5, 0.3, 0.3}}, beside}}};
    const Vec3 tip = beside * Vec3(0.5, 0.0, 0.0);
    const std::optional<SurfacePoint> found = surface_point(shape, tip);
    REQUIRE(found);
    CHECK((found->normal - beside.rotation * Vec3::UnitX()).norm() < 1e-12);
    CHECK(found->curvatures[0] == Approx(0.5 / 0.09));
    CHECK_FALSE(surface_point(shape, Vec3(0.5, 0.0, 0.0)));  // the ball's, inside the ellipsoid
    CHECK(smooth_level(shape, Vec3(0.5, 0.0, 0.0)) < 0.0);
    CHECK(std::abs(smooth_level(shape, tip)) < 1e-12);
    CHECK(smooth_level(shape, Vec3(0.0, 2.0, 0.0)) > 0.0);
}

TEST_CASE("every vertex of a tessellation is on the surface that it stands for", "[smooth]") {
    const std::vector<SmoothPrimitive> primitives{
        SmoothEllipsoid{{1.0, 0.7, 0.5}},
        SmoothSuperellipsoid{{1.0, 0.7, 0.5}, 3.0},
        SmoothTorus{1.0, 0.35},
        SmoothCylinder{0.6, 1.4},
        SmoothRoundBox{{1.2, 0.8, 1.0}, 0.15},
        SmoothCapsule{0.4, 1.2},
    };
    for (const SmoothPrimitive& primitive : primitives) {
        CAPTURE(smooth_kind(primitive));
        const SurfaceMesh mesh = tessellate({{{primitive, {}}}}, {2, Quat::Identity()});
        for (const Triangle& triangle : mesh.triangles) {
            const Vec3& corner = mesh.vertices[triangle[0]];
            const Vec3 normal = (mesh.vertices[triangle[1]] - corner)
                                    .cross(mesh.vertices[triangle[2]] - corner)
                                    .normalized();
            double best = -1.0;
            for (const int v : triangle) {
                const std::optional<SurfacePoint> found =
                    surface_point(primitive, mesh.vertices[v]);
                REQUIRE(found);
                best = std::max(best, found->normal.dot(normal));
            }
            CHECK(best > 0.7);  // outward
        }
    }
}
