#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/near_features.h"
#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/candidates/turned_edges.h"

namespace touchstone::semi_local {

// How features on their way approach each other. Inlined: most pairs of a query end here, and a
// call would take as long as what it does.

/// A pair of features on their way: the normal from A to B, a point of B's feature, the gap.
struct Approach {
    Vec3 normal = Vec3::Zero();
    Vec3 point = Vec3::Zero();  ///< A's frame [m]
    double gap = 0.0;           ///< [m]
};

/// The gaps that are of interest [m]. Edges, whose gaps are distances, heed `most` alone, which is
/// not negative.
struct GapRange {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

/// Returns how two edges approach; nothing where they are farther from each other than `most` [m].
/// `turned_b`: that of B in A's frame.
[[gnu::flatten]] inline std::optional<Approach> approach_of_edges(const PairFrame& frame,
                                                                  const FeaturePair& pair,
                                                                  const TurnedEdge& turned_b,
                                                                  double most) {
    const FacetEdge& a = frame.a->edges[pair.a];
    const Vec3& direction_b = turned_b.direction;
    const Vec3 across = a.direction.cross(direction_b);
    const double sine_squared = across.squaredNorm();
    const Vec3& start_a = frame.a->corners[a.start].position;
    const Vec3 apart = turned_b.start - start_a;
    // Most pairs are rejected here, before any square root or division.
    const double volume = across.dot(apart);
    if (volume * volume > most * most * sine_squared) {
        return std::nullopt;
    }
    const double sine = std::sqrt(sine_squared);
    if (sine < frame.tolerances.sin_crossing) {
        return std::nullopt;
    }
    const Vec3 normal = across / sine;
    const double height = normal.dot(apart);
    const double along_b =
        (a.direction.dot(direction_b) * a.direction - direction_b).dot(apart) / (sine * sine);
    const Vec3 point =
        start_a + apart + std::clamp(along_b, 0.0, frame.b->edges[pair.b].length) * direction_b;
    return height >= 0.0 ? Approach{normal, point, height} : Approach{-normal, point, -height};
}

/// Returns how two features approach; nothing for edges that hardly cross, and for features whose
/// gap is not of interest.
[[gnu::flatten]] inline std::optional<Approach> approach_of(const PairFrame& frame, PairKind kind,
                                                            const FeaturePair& pair,
                                                            const GapRange& range = {}) {
    switch (kind) {
        case PairKind::FacetCorner: {
            const Facet& facet = frame.a->facets[pair.a];
            const Vec3 point = frame.from_b(frame.b->corners[pair.b].position);
            const double gap = facet.normal.dot(point) - facet.offset;
            if (gap < range.least || gap > range.most) {
                return std::nullopt;
            }
            return Approach{facet.normal, point, gap};
        }
        case PairKind::CornerFacet: {
            const Facet& facet = frame.b->facets[pair.b];
            const Vec3& point = frame.a->corners[pair.a].position;
            const double gap = facet.normal.dot(frame.to_b(point)) - facet.offset;
            if (gap < range.least || gap > range.most) {
                return std::nullopt;
            }
            return Approach{-frame.direction_from_b(facet.normal), point, gap};
        }
        case PairKind::EdgeEdge:
            return approach_of_edges(frame, pair, turned_edge(frame, pair.b), range.most);
    }
    return std::nullopt;
}

}  // namespace touchstone::semi_local
