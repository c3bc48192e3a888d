#pragma once

#include <array>
#include <vector>

#include "generators/semi_local/loop_simplification.h"
#include "generators/semi_local/near_features.h"
#include "generators/semi_local/pair_frame.h"
#include "generators/semi_local/polygon_overlay.h"

namespace touchstone::semi_local {

/// A corner of a contact region.
struct RegionCorner {
    Vec3 position = Vec3::Constant(kUnset);  ///< halfway between the planes, A's frame [m]
    double separation = kUnset;              ///< of the planes here [m]
};

/// Where two facets lie on each other: the overlap of their outlines within the envelope.
struct Region {
    int facet_a = -1;
    int facet_b = -1;
    Vec3 normal = Vec3::Constant(kUnset);  ///< A's frame, from A to B
    double area = 0.0;                     ///< before simplification [m²]
    IndexRange corners;
};

/// All regions of a pair, and what finding them needs.
struct Regions {
    std::vector<Region> list;
    std::vector<RegionCorner> corners;

    PolygonOverlay overlay;
    std::array<std::vector<OutlineEdge>, 2> outlines;
    std::vector<LoopVertex> loop;
    std::vector<int> outer_of_hole;  ///< per loop of the overlay
    std::vector<OutlineEdge> ring;
};

/// The regions of all pairs of facets that face each other. An overlap as thin as the envelope
/// between facets that are much wider is misfit, such as two boxes that share only an edge: none.
void find_regions(const PairFrame& frame, const std::vector<FeaturePair>& facets, Regions& regions);

}  // namespace touchstone::semi_local
