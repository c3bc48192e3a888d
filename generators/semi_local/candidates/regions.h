#pragma once

#include <array>
#include <vector>

#include "generators/semi_local/candidates/near_features.h"
#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/overlay/loop_simplification.h"
#include "generators/semi_local/overlay/polygon_overlay.h"
#include "generators/semi_local/overlay/strip_cut.h"

namespace touchstone::semi_local {

/// A corner of a contact region.
struct RegionCorner {
    Vec3 position = Vec3::Constant(kUnset);  ///< halfway between the planes, A's frame [m]
    double separation = kUnset;              ///< separation of the planes at the corner [m]
};

/// An area over which two facets touch: the overlap of their outlines where they are within the
/// envelope.
struct Region {
    int facet_a = -1;                      ///< facet of A
    int facet_b = -1;                      ///< facet of B
    Vec3 normal = Vec3::Constant(kUnset);  ///< unit vector from A to B, A's frame
    double area = 0.0;                     ///< area before simplification [m²]
    IndexRange corners;                    ///< corners that are wanted, in Regions::corners
    bool is_cut = false;  ///< true where the envelope ends before the overlap of the outlines
};

/// All regions of a pair, and the working memory for finding them.
struct Regions {
    std::vector<Region> list;
    std::vector<RegionCorner> corners;

    PolygonOverlay overlay;
    StripCut strips;
    std::array<std::vector<OutlineEdge>, 2> outlines;
    std::vector<LoopVertex> loop;
    std::vector<int> outer_of_hole;  ///< outer loop around each loop of the overlay
    std::vector<OutlineEdge> ring;
    std::vector<LoopVertex> places;  ///< corners of the last region, in its plane
    std::vector<LoopVertex> sorted;  ///< the same by place
    std::vector<LoopVertex> hull;    ///< those that span it
};

/// Finds the regions of all pairs of facets that face each other. An overlap as narrow as the
/// envelope between facets that are much wider is ignored as misfit, such as that of two boxes
/// which share only an edge.
void find_regions(const PairFrame& frame, const std::vector<FeaturePair>& facets, Regions& regions);

/// Appends the region of one pair of facets that face each other, if they have one.
void append_region(const PairFrame& frame, const FeaturePair& facets, Regions& regions);

}  // namespace touchstone::semi_local
