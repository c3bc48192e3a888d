#pragma once

#include <optional>
#include <span>

#include "methods/barrier/barrier_surface.h"
#include "methods/base/types.h"

namespace touchstone {

/// Two surfaces on straight ways.
struct MovingSurfaces {
    const BarrierSurface* a = nullptr;
    const BarrierSurface* b = nullptr;
    std::span<const Vec3> start_a;  ///< [m]
    std::span<const Vec3> end_a;    ///< [m]
    std::span<const Vec3> start_b;  ///< [m]
    std::span<const Vec3> end_b;    ///< [m]
};

/// Returns a time in [0, t_max] up to which every candidate keeps at least half of its distance, or
/// of d̂ when that is less: a bound from below, by additive advancement. Li, Kaufman and Jiang
/// [2021], Algorithm 1. Never 0 for surfaces that are apart. Candidates that stay beyond d̂ on a way
/// of a few d̂ do not change it, so it does not matter which of them are given.
double step_bound(const MovingSurfaces& surfaces, const BarrierCandidates& candidates, double dhat,
                  double t_max);

/// An edge of one body that meets a face of the other, or of itself.
struct Crossing {
    bool edge_of_a = true;
    int edge = -1;
    int face = -1;
};

/// Decides exactly, with the coordinates as they are, whether an edge of one surface meets a face
/// of the other: the first that does, or nothing. `tests` grows by the number of pairs that
/// exact numbers had to decide.
std::optional<Crossing> find_crossing(const BarrierSurface& a, std::span<const Vec3> points_a,
                                      const BarrierSurface& b, std::span<const Vec3> points_b,
                                      int& tests);

/// Decides the same of one surface, for edges and faces that share no point.
std::optional<Crossing> find_self_crossing(const BarrierSurface& surface,
                                           std::span<const Vec3> points, int& tests);

}  // namespace touchstone
