#include "methods/base/boxes/ray_triangle.h"

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

const Vec3 kA(0.0, 0.0, 0.0);
const Vec3 kB(2.0, 0.0, 0.0);
const Vec3 kC(0.0, 2.0, 0.0);

std::optional<double> meets(const Vec3& start, const Vec3& way) {
    return line_meets_triangle(start, way, kA, kB, kC);
}

}  // namespace

TEST_CASE("a line meets a triangle before, behind and on its border", "[base]") {
    CHECK(meets({0.5, 0.5, 4.0}, {0.0, 0.0, -2.0}) == 2.0);
    CHECK(meets({0.5, 0.5, 4.0}, {0.0, 0.0, 2.0}) == -2.0);
    CHECK(meets({1.0, 1.0, 1.0}, {0.0, 0.0, -1.0}) == 1.0);  // on the long edge
    CHECK(meets({2.0, 0.0, 1.0}, {0.0, 0.0, -1.0}) == 1.0);  // at a corner
    CHECK(line_meets_triangle({0.5, 0.5, 1.0}, {0.0, 0.0, -1.0}, kA, kC, kB) == 1.0);
}

TEST_CASE("a line that misses a triangle, or runs along it, does not meet it", "[base]") {
    CHECK_FALSE(meets({1.5, 1.0, 1.0}, {0.0, 0.0, -1.0}));
    CHECK_FALSE(meets({-0.1, 0.5, 1.0}, {0.0, 0.0, -1.0}));
    CHECK_FALSE(meets({0.5, -0.1, 1.0}, {0.0, 0.0, -1.0}));
    CHECK_FALSE(meets({0.5, 0.5, 0.0}, {1.0, 0.0, 0.0}));
}
