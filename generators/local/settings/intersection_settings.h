#pragma once

#include <limits>

#include "generators/local/settings/local_settings.h"

namespace touchstone {

enum class VfNormal { Unit, Raw };  ///< Raw: length is twice the triangle's area
/// The part that is skipped when a pair of edges has a separating axis.
enum class EdgeSeparation { SkipEdgePair, LeaveTetPair };
/// The direction of edges in the cross product that is their normal.
enum class EdgeDirection {
    OfTet,  ///< edges run from the lower to the higher vertex of the tet: each pair has one normal
    OfTriangle  ///< edges run round the triangle, as in the research code: from its other triangle
                ///< the same pair gives the opposite normal, with another depth
};
enum class Triangles { Overlapping, All };  ///< pairs of surface triangles that are compared
/// The places where a contact of two edges may lie: behind the planes of both triangles, or
/// anywhere.
enum class Midpoint { BehindBoth, Anywhere };

/// The settings of intersection.
struct IntersectionSettings : LocalSettings {
    VfNormal vf_normal = VfNormal::Unit;
    EdgeSeparation edge_separation = EdgeSeparation::SkipEdgePair;
    EdgeDirection edge_direction = EdgeDirection::OfTet;
    Triangles triangles = Triangles::Overlapping;
    Midpoint midpoint = Midpoint::BehindBoth;
    double closeness = std::numeric_limits<double>::infinity();  ///< deepest V-F contact [m]
};

template <>
const LocalOptions& local_options<IntersectionSettings>();

}  // namespace touchstone
