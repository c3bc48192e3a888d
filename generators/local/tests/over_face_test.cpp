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
PosedTet draw_tet(Random& random, double thickness) {
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
        const FaceWalls walls = face_walls(tet, face);
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
    CHECK((thickness > 1e-5 || by_values < 400));
}

TEST_CASE("a point on the border is over a face", "[kernels]") {
    Random random(7);
    for (int i = 0; i < 1000; ++i) {
        const PosedTet tet = draw_tet(random, 1.0);
        const int face = i % 4;
        const Vector from = vertex(tet, kFaceCorner[face][i % 3]);
        const Vector to = vertex(tet, kFaceCorner[face][(i + 1) % 3]);
        const Vector height = (i % 2 == 0 ? 0.1 : -0.1) * unit_normal(tet, face);
        const Vector point = from + 0.3 * (to - from) + height;
        const FaceWalls walls = face_walls(tet, face);
        CHECK(over_face(tet, walls, point, values_on_planes(tet, point), 1e-9));
        const Vector outward = cross(to - from, unit_normal(tet, face));
        const Vector beyond = point + (1e-7 / length(outward)) * outward;
        CHECK_FALSE(over_face(tet, walls, beyond, values_on_planes(tet, beyond), 1e-9));
    }
}
