#pragma once

#include <optional>
#include <span>
#include <vector>

#include "generators/semi_local/candidates/pair_frame.h"
#include "methods/geometry/edge_pair_normal.h"
#include "methods/geometry/facet_queries.h"

namespace touchstone::semi_local {

// Bodies that overlap by more than the envelope. No feature touches another there, so the question
// is along which normal the bodies are to part. Candidates are the normals of the facets that take
// part in the overlap, between two convex solids those of crossing edges as well; along each, the
// overlap is the translation of B that parts the bodies there.
//
//        |  B  |         Of two normals the smaller overlap wins, up: it is hardly ever wrong while
//    ____|     |____     the overlap is small against the bodies. Deep in a thin body it says
//   |    |_____|    |    nothing, so two things go before it: the normals of the step before, and
//   |  A            |    the side from which the bodies came, when they can have come in that way
//   |_______________|    within two steps.

/// Cosine of the angle up to which a normal counts as one of the step before.
inline constexpr double kSameSide = 0.7;

/// A normal along which overlapping bodies part.
struct DeepAxis {
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit vector from A to B, A's frame
    double separation = kUnset;            ///< < 0: less the translation of B that parts them [m]
    /// The same of what lies in the overlap alone, without what hangs on its facets [m]. Where
    /// these reach far, nothing touches once all of it has parted.
    double separation_near = kUnset;
};

/// Working memory of find_deep_axis.
struct DeepOverlap {
    std::vector<DeepAxis> axes;
    std::vector<Vec3> points;  ///< corners of the overlap, A's frame [m]
    std::vector<FacetCrossing> crossings;
    std::vector<int> facets_a;  ///< facets of A that take part
    std::vector<int> facets_b;
    std::vector<EdgeBend> bends_a;  ///< of the edges of A, A's frame
};

/// Returns the normal along which bodies part that overlap by more than round-off, or nothing.
/// `last_normals`: of the pair's contacts in the step before, A's frame.
std::optional<DeepAxis> find_deep_axis(const PairFrame& frame, std::span<const Vec3> last_normals,
                                       DeepOverlap& overlap);

/// Returns the frame with B moved out of A along the axis, just touching.
PairFrame parted(const PairFrame& frame, const DeepAxis& axis);

}  // namespace touchstone::semi_local
