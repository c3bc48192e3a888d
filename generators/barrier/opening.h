#pragma once

#include <optional>
#include <span>

#include "methods/barrier/barrier_pairs.h"

namespace touchstone::barrier {

/// Two surfaces in one frame, of which B can be moved.
struct OpenedPair {
    const BarrierSurface* a = nullptr;
    const BarrierSurface* b = nullptr;
    std::span<const Vec3> points_a;  ///< [m]
    std::span<const Vec3> points_b;  ///< before B is moved [m]
};

/// Returns the points after a translation.
std::vector<Vec3> moved_points(std::span<const Vec3> points, const Vec3& way);

/// Returns the candidates with B anywhere on the way from its place.
BarrierCandidates candidates_on_way(const OpenedPair& pair, const Vec3& way, double margin);

/// Returns how far B moves along the unit vector `direction` until the surfaces' smallest distance
/// is `distance` [m]: beyond the last place within `farthest` [m] at which they touch, or from
/// where they are when there is none. Nothing when that distance is not found on the way, or when
/// B, at its place, does not touch A and is no nearer than `reach` [m].
std::optional<double> find_opening(const OpenedPair& pair, const Vec3& direction, double farthest,
                                   double distance, double reach);

}  // namespace touchstone::barrier
