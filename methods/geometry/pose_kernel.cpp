#include "methods/geometry/pose_kernel.h"

#include "methods/lanes/lanes.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// Rounding errors of a vertex: a few on its way into the world, and as many of the planes through
/// others.
constexpr double kRounding = 16.0 * 0x1p-52;

/// Returns one coordinate of the corners.
Lanes coordinate(const double* const corners[4], int axis) {
    return Lanes{corners[0][axis], corners[1][axis], corners[2][axis], corners[3][axis]};
}

/// Returns the corners of these numbers.
template <int kA, int kB, int kC, int kD>
VectorLanes chosen(const VectorLanes& corners) {
    return {shuffled<kA, kB, kC, kD>(corners.x), shuffled<kA, kB, kC, kD>(corners.y),
            shuffled<kA, kB, kC, kD>(corners.z)};
}

void store(Lanes value, double* to) { __builtin_memcpy(to, &value, sizeof value); }

}  // namespace

void pose_corners(const double* const corners[4], PosedTet& posed) {
    const VectorLanes all{coordinate(corners, 0), coordinate(corners, 1), coordinate(corners, 2)};
    // Face by face, counter-clockwise seen from outside, see kTetFaces.
    const VectorLanes from = chosen<1, 0, 0, 0>(all);
    const VectorLanes normal =
        cross(chosen<2, 3, 1, 2>(all) - from, chosen<3, 2, 3, 1>(all) - from);
    const Lanes length = sqrt(dot(normal, normal));
    const Lanes inverse = 1.0 / length;
    store(all.x, posed.x);
    store(all.y, posed.y);
    store(all.z, posed.z);
    store(normal.x, posed.nx);
    store(normal.y, posed.ny);
    store(normal.z, posed.nz);
    store(length, posed.length);
    store(inverse, posed.inverse_length);
    store(-dot(normal, all - from) * inverse, posed.height);
    const VectorLanes around = chosen<1, 2, 3, 0>(all) - all;
    const VectorLanes across = chosen<2, 3, 0, 1>(all) - all;
    posed.size = __builtin_sqrt(largest(max(dot(around, around), dot(across, across))));
    posed.rounding =
        kRounding * largest(max(absolute(all.x), max(absolute(all.y), absolute(all.z))));
}

}  // namespace touchstone::TOUCHSTONE_ISA
