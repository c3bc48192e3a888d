#include "methods/geometry/pose_kernel.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <random>

#include "methods/base/same_bits.h"
#include "methods/lanes/instruction_set.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

constexpr std::size_t kComputed = offsetof(PosedTet, vertices);  ///< bytes that kernels set

/// Returns what a kernel computes, of memory without anything of another.
PosedTet posed_by(PoseKernel kernel, const std::array<Vec3, 4>& corners) {
    PosedTet posed;
    std::memset(&posed, 0, sizeof posed);
    const std::array<const double*, 4> places{corners[0].data(), corners[1].data(),
                                              corners[2].data(), corners[3].data()};
    kernel(places.data(), posed);
    return posed;
}

/// Tetrahedra of a millimetre to a kilometre, at random.
class RandomCorners {
 public:
    std::array<Vec3, 4> next() {
        const double size = std::pow(10.0, 3.0 * share());
        std::array<Vec3, 4> corners;
        for (Vec3& corner : corners) {
            const double x = share();
            const double y = share();
            const double z = share();
            corner = Vec3(10.0, -2.0, 0.0) + size * Vec3(x, y, z);
        }
        return corners;
    }

 private:
    double share() { return static_cast<double>(random_()) * 0x1p-31 - 1.0; }

    std::mt19937 random_{11};
};

}  // namespace

TEST_CASE("tets are posed to the same bits on all instruction sets", "[geometry]") {
    if (!has_avx2()) {
        WARN("one instruction set: nothing to compare");
        return;
    }
#if defined(TOUCHSTONE_HAS_AVX2)
    RandomCorners random;
    for (int i = 0; i < 1000; ++i) {
        const std::array<Vec3, 4> corners = random.next();
        const PosedTet plain = posed_by(&baseline::pose_corners, corners);
        const PosedTet wide = posed_by(&avx2::pose_corners, corners);
        CAPTURE(i);
        CHECK(std::memcmp(&plain, &wide, kComputed) == 0);
    }
#endif
}

TEST_CASE("sums of three that pose a tet begin with x and y", "[geometry]") {
    RandomCorners random;
    for (int i = 0; i < 1000; ++i) {
        const std::array<Vec3, 4> corners = random.next();
        const Vec3 normal = (corners[2] - corners[1]).cross(corners[3] - corners[1]);
        const double squared =
            normal.x() * normal.x() + normal.y() * normal.y() + normal.z() * normal.z();
        CAPTURE(i);
        CHECK(same_bits(posed_by(&baseline::pose_corners, corners).length[0], std::sqrt(squared)));
    }
}
