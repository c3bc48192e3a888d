#include "generators/local/over_face.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "generators/tests/random_tets.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::TOUCHSTONE_ISA;
using namespace touchstone::testing;

namespace {

/// Draws a tet of size 1 or so, as thin as its corners may be moved towards one plane.
PosedTet draw_tet(Random& random, double thickness, const Vec3& place = Vec3::Zero()) {
    const Vec3 thin = random.in_unit_ball().normalized();
    std::array<Vec3, 4> corners;
    double volume = 0.0;
    while (std::abs(volume) < 0.01 * thickness) {
        for (Vec3& corner : corners) {
            corner = random.in_unit_ball();
            corner -= (1.0 - thickness) * thin.dot(corner) * thin;
        }
        volume =
            (corners[1] - corners[0]).cross(corners[2] - corners[0]).dot(corners[3] - corners[0]);
    }
    if (volume < 0.0) {
        std::swap(corners[2], corners[3]);
    }
    for (Vec3& corner : corners) {
        corner += place;
    }
    return pose_tet({0, 1, 2, 3}, {}, corners);
}

/// Returns the least distance of a point from the planes across a face through its edges [m].
double distance_from_walls(const PosedTet& tet, int face, Vector point) {
    const FaceBorder border = face_border(tet, face);
    const Lanes value = dot(border.inward, broadcast(point) - border.from);
    const Lanes squared = dot(border.inward, border.inward);
    double least = 1e300;
    for (int side = 0; side < 3; ++side) {
        least = std::min(least, std::abs(value[side]) / std::sqrt(squared[side]));
    }
    return least;
}

/// Tests points on the wall through an edge of a face, and points beyond it. `side`: of the face,
/// 0 to 2; `share`: of the size that counts as touch. Returns true when the values decide.
bool check_border(const PosedTet& tet, int face, int side, double share) {
    const double touch = share * tet.size + 2.0 * tet.rounding;
    const FaceWalls walls = face_walls(tet, face, touch, 2.0 * tet.size);
    const Vector from = vertex(tet, kFaceCorner[face][side]);
    const Vector to = vertex(tet, kFaceCorner[face][(side + 1) % 3]);
    const Vector outward = cross(to - from, unit_normal(tet, face));
    for (const double height : {0.1, 0.0, -0.1}) {
        const Vector point = from + 0.3 * (to - from) + height * unit_normal(tet, face);
        CHECK(over_face(tet, walls, point, values_on_planes(tet, point), touch));
        const Vector beyond = point + (100.0 * touch / length(outward)) * outward;
        CHECK_FALSE(over_face(tet, walls, beyond, values_on_planes(tet, beyond), touch));
    }
    return walls.exact;
}

}  // namespace

TEST_CASE("a point is over a face by its values on the tet's faces as by the face's edges",
          "[kernels]") {
    constexpr double kTouch = 1e-9;
    const double thickness = GENERATE(1.0, 1e-2, 1e-3, 1e-4, 1e-5, 1e-7, 1e-10);
    CAPTURE(thickness);
    Random random(20261130);
    int over = 0;
    int by_values = 0;
    int on_border = 0;
    for (int i = 0; i < 4000; ++i) {
        const PosedTet tet = draw_tet(random, thickness);
        const int face = i % 4;
        const Vec3 p = 0.7 * random.in_unit_ball();
        // Every other point is near the face, where the answer is as often one as the other.
        const Vector anywhere{p.x(), p.y(), p.z()};
        const Vector centre =
            (1.0 / 3.0) * (vertex(tet, kFaceCorner[face][0]) + vertex(tet, kFaceCorner[face][1]) +
                           vertex(tet, kFaceCorner[face][2]));
        const Vector point = i % 2 == 0 ? anywhere : centre + 0.3 * anywhere;
        if (distance_from_walls(tet, face, point) < 10.0 * kTouch) {
            ++on_border;
            continue;
        }
        const FaceWalls walls = face_walls(tet, face, kTouch, 2.0 * tet.size);
        const bool expected = over_face(tet, face, point, kTouch);
        CHECK(over_face(tet, walls, point, values_on_planes(tet, point), kTouch) == expected);
        over += expected ? 1 : 0;
        by_values += walls.exact ? 1 : 0;
    }
    CHECK(on_border < 40);
    CHECK(over > 400);
    CHECK(over < 3600);
    // Which of the two ways is taken depends on how flat the tet is.
    CHECK((thickness < 1e-3 || by_values > 3000));
    CHECK((thickness > 1e-6 || by_values < 400));
}

TEST_CASE("a point on the border is over a face", "[kernels]") {
    const double thickness = GENERATE(1.0, 1e-2, 1e-3, 2e-4, 1e-5);
    const double share = GENERATE(1e-9, 1e-15);
    const Vec3 place = GENERATE(Vec3(0.0, 0.0, 0.0), Vec3(300.0, -400.0, 25.0));
    CAPTURE(thickness, share, place.x());
    Random random(7);
    int by_values = 0;
    for (int i = 0; i < 1000; ++i) {
        by_values += check_border(draw_tet(random, thickness, place), i % 4, i % 3, share) ? 1 : 0;
    }
    CHECK((share < 1e-9 || thickness < 1e-3 || by_values > 800));
    CHECK((share > 1e-15 || thickness > 1e-2 || place.x() > 0.0 || by_values < 200));
}

TEST_CASE("a short wall leaves the border to the edges of the face", "[kernels]") {
    // All faces are thin: they make large angles with the first one, but short walls.
    Random random(8);
    for (int i = 0; i < 300; ++i) {
        const Mat3 rotation =
            Eigen::AngleAxisd(random.uniform(-3.0, 3.0), random.in_unit_ball().normalized())
                .toRotationMatrix();
        const std::array<Vec3, 4> corners{
            rotation * Vec3(0.0, 0.0, 0.0), rotation * Vec3(1.0, 0.0, 0.0),
            rotation * Vec3(0.5, 1e-4, 0.0), rotation * Vec3(0.5, 5e-5, 1.5e-8)};
        const PosedTet tet = pose_tet({0, 1, 2, 3}, {}, corners);
        for (int side = 0; side < 3; ++side) {
            CHECK_FALSE(check_border(tet, 3, side, 1e-9));
        }
    }
}

TEST_CASE("where no distance counts as touch, a point exactly on the border is over a face",
          "[kernels]") {
    // Whole numbers, in which the test by the edges is exact.
    const Vector normal{1.0, 2.0, 2.0};
    for (int depth = -9; depth <= 9; ++depth) {
        const std::array<Vec3, 4> corners{Vec3(0.0, 0.0, 0.0), Vec3(0.0, 30.0, -30.0),
                                          Vec3(60.0, -30.0, 0.0), Vec3(-7.0, -63.0, -40.0)};
        const PosedTet tet = pose_tet({0, 1, 2, 3}, {}, corners);
        REQUIRE(dot(normal, unit_normal(tet, 3)) == Approx(3.0));
        const FaceWalls walls = face_walls(tet, 3, 0.0, 2.0 * tet.size);
        for (int side = 0; side < 3; ++side) {
            const Vector middle = 0.5 * (vertex(tet, kFaceCorner[3][side]) +
                                         vertex(tet, kFaceCorner[3][(side + 1) % 3]));
            const Vector point = middle + static_cast<double>(depth) * normal;
            CHECK(over_face(tet, walls, point, values_on_planes(tet, point), 0.0));
        }
    }
}
