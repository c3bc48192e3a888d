#pragma once

#include <optional>
#include <span>

#include "methods/barrier/barrier_surface.h"
#include "methods/base/types.h"

namespace touchstone {

/// Two surfaces whose points move on straight lines in unit time.
struct MovingSurfaces {
    const BarrierSurface* a = nullptr;  ///< surface of A
    const BarrierSurface* b = nullptr;  ///< surface of B
    std::span<const Vec3> start_a;      ///< points of A at time 0 [m]
    std::span<const Vec3> end_a;        ///< points of A at time 1 [m]
    std::span<const Vec3> start_b;      ///< points of B at time 0 [m]
    std::span<const Vec3> end_b;        ///< points of B at time 1 [m]
};

/// Returns a time in [0, t_max] up to which every candidate keeps at least half of its distance, or
/// of d̂ when that is less: a lower bound, by additive advancement (Li, Kaufman and Jiang [2021],
/// Algorithm 1) and by planes that part the elements and turn with them. Never 0 for surfaces that
/// are apart. Candidates that stay beyond d̂ in a motion of a few d̂ do not change the time, so it
/// does not matter which of them are given.
double step_bound(const MovingSurfaces& surfaces, const BarrierCandidates& candidates, double dhat,
                  double t_max);

/// An edge of one surface that meets a face of another, or of the same one.
struct Crossing {
    bool edge_of_a = true;  ///< true: the edge is A's and the face B's
    int edge = -1;          ///< number of the edge in its surface
    int face = -1;          ///< number of the face in its surface
};

/// A surface with the positions of its points, and the boxes of its elements there.
struct PlacedSurface {
    const BarrierSurface* surface = nullptr;
    std::span<const Vec3> points;  ///< positions of the points [m]
    const BarrierBoxes* boxes =
        nullptr;  ///< see swept_boxes, of a motion from `points` to `points`
};

/// Decides exactly, with the coordinates as they are, whether an edge of one surface meets a face
/// of the other. Returns the first that does, or nothing. Adds to `tests` the number of pairs that
/// took exact arithmetic.
std::optional<Crossing> find_crossing(const PlacedSurface& a, const PlacedSurface& b, int& tests);
/// Does the same, and makes the boxes.
std::optional<Crossing> find_crossing(const BarrierSurface& a, std::span<const Vec3> points_a,
                                      const BarrierSurface& b, std::span<const Vec3> points_b,
                                      int& tests);

/// Decides exactly whether an edge of a surface meets a face of the same surface that shares no
/// point with it. Returns the first that does, or nothing. `tests`: as in find_crossing.
std::optional<Crossing> find_self_crossing(const BarrierSurface& surface,
                                           std::span<const Vec3> points, int& tests);

}  // namespace touchstone
