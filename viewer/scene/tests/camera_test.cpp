#include "viewer/scene/camera.h"

#include "methods/base/error.h"
#include "methods/testing/catch.h"

namespace touchstone::viewer {
namespace {

constexpr ViewSize kSize{800, 600};
constexpr double kPixel = 1e-6;  // tolerance for points on the screen: far below anything visible

Camera awkward_camera(bool perspective) {
    return {.target = {0.3, -1.2, 2.1},
            .yaw = 0.7,
            .pitch = -0.4,
            .distance = 3.7,
            .perspective = perspective};
}

TEST_CASE("a camera sees its target in the middle of the picture", "[viewer]") {
    const bool perspective = GENERATE(false, true);
    const Camera camera = awkward_camera(perspective);
    const std::optional<ScreenPoint> place = project(camera, kSize, camera.target);
    REQUIRE(place);
    CHECK(place->x == Approx(400.0).margin(kPixel));
    CHECK(place->y == Approx(300.0).margin(kPixel));
    CHECK(place->depth == Approx(3.7));
}

TEST_CASE("project agrees with the matrices that OpenGL gets", "[viewer]") {
    const bool perspective = GENERATE(false, true);
    const Camera camera = awkward_camera(perspective);
    const Vec3 point(0.9, -0.8, 1.6);
    const Eigen::Vector4d clip = clip_from_view(camera, kSize, camera.target, 2.0) *
                                 view_from_world(camera) * point.homogeneous();
    const std::optional<ScreenPoint> place = project(camera, kSize, point);
    REQUIRE(place);
    CHECK(place->x == Approx(400.0 * (1.0 + clip.x() / clip.w())).margin(kPixel));
    CHECK(place->y == Approx(300.0 * (1.0 - clip.y() / clip.w())).margin(kPixel));
    CHECK(std::abs(clip.z() / clip.w()) < 1.0);
}

TEST_CASE("the ray through where a point is seen meets the point", "[viewer]") {
    const bool perspective = GENERATE(false, true);
    const Camera camera = awkward_camera(perspective);
    const Vec3 point(0.9, -0.8, 1.6);
    const std::optional<ScreenPoint> place = project(camera, kSize, point);
    REQUIRE(place);
    const Ray ray = ray_through(camera, kSize, place->x, place->y);
    CHECK(ray.direction.norm() == Approx(1.0));
    CHECK(ray.direction.cross(point - ray.origin).norm() < 1e-9);
    CHECK(ray.direction.dot(point - ray.origin) > 0.0);
}

TEST_CASE("standard views look along the axes they name", "[viewer]") {
    const auto towards_eye = [](StandardView view) {
        return Vec3(camera_axes(looking({}, view)).col(2));
    };
    CHECK((towards_eye(StandardView::Front) - Vec3::UnitZ()).norm() < 1e-12);
    CHECK((towards_eye(StandardView::Back) + Vec3::UnitZ()).norm() < 1e-12);
    CHECK((towards_eye(StandardView::Right) - Vec3::UnitX()).norm() < 1e-12);
    CHECK((towards_eye(StandardView::Left) + Vec3::UnitX()).norm() < 1e-12);
    CHECK((towards_eye(StandardView::Top) - Vec3::UnitY()).norm() < 1e-12);
    CHECK((towards_eye(StandardView::Bottom) + Vec3::UnitY()).norm() < 1e-12);
    CHECK(find_view("top") == StandardView::Top);
    CHECK_THROWS_AS(find_view("above"), UnknownName);
}

TEST_CASE("panning takes the target along with the pointer", "[viewer]") {
    const bool perspective = GENERATE(false, true);
    const Camera before = awkward_camera(perspective);
    const Camera after = panned(before, kSize, 25.0, -40.0);
    const std::optional<ScreenPoint> place = project(after, kSize, before.target);
    REQUIRE(place);
    CHECK(place->x == Approx(425.0).margin(kPixel));
    CHECK(place->y == Approx(260.0).margin(kPixel));
}

TEST_CASE("zooming leaves what is below the pointer where it is", "[viewer]") {
    const bool perspective = GENERATE(false, true);
    const Camera before = awkward_camera(perspective);
    const Mat3 axes = camera_axes(before);
    const Vec3 point = before.target + 0.5 * axes.col(0) + 0.3 * axes.col(1);
    const std::optional<ScreenPoint> place = project(before, kSize, point);
    REQUIRE(place);
    const Camera after = zoomed(before, kSize, place->x, place->y, 3.0);
    CHECK(after.distance < before.distance);
    const std::optional<ScreenPoint> again = project(after, kSize, point);
    REQUIRE(again);
    CHECK(again->x == Approx(place->x).margin(kPixel));
    CHECK(again->y == Approx(place->y).margin(kPixel));
}

TEST_CASE("framed sees all corners of a box, and fills the picture", "[viewer]") {
    const bool perspective = GENERATE(false, true);
    const BoundingBox box{{-1.0, 0.0, 2.0}, {3.0, 0.5, 2.5}};
    const Camera camera = framed(awkward_camera(perspective), kSize, box);
    double most = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 point((corner & 1) != 0 ? 3.0 : -1.0, (corner & 2) != 0 ? 0.5 : 0.0,
                         (corner & 4) != 0 ? 2.5 : 2.0);
        const std::optional<ScreenPoint> place = project(camera, kSize, point);
        REQUIRE(place);
        CHECK(place->x >= 0.0);
        CHECK(place->x <= 800.0);
        CHECK(place->y >= 0.0);
        CHECK(place->y <= 600.0);
        most = std::max(
            {most, std::abs(place->x - 400.0) / 400.0, std::abs(place->y - 300.0) / 300.0});
    }
    CHECK(most > 0.85);
}

TEST_CASE("what is behind the eye is nowhere on the picture", "[viewer]") {
    const Camera camera = awkward_camera(true);
    const Vec3 behind = eye(camera) + camera_axes(camera).col(2);
    CHECK_FALSE(project(camera, kSize, behind));
}

}  // namespace
}  // namespace touchstone::viewer
