#pragma once

#include <vector>

#include "generators/continuous/impact_method.h"
#include "generators/continuous/inclusion/inclusion_filter.h"
#include "generators/continuous/inclusion/level_search.h"
#include "generators/continuous/zero_time.h"

namespace touchstone {

// Tight inclusion: Wang, Ferguson, Schneider, Jiang, Attene and Panozzo [2021], §5 and §6.
//
// The domain of (t, u, v) is halved until the boxes are small. A box is dropped when the range of F
// over its eight corners, which is the range over the box, is disjoint on some axis from the
// interval of rounding errors around 0. Boxes are visited level by level and in order of time, so
// that a small box which is the first survivor of its level has the earliest time.
//
// A level is an array instead of a heap of boxes: which axis is halved depends only on the widths
// of the box, so all boxes of a level have one shape, and are three numbers each. Halving u or v
// keeps the order of time; halving t writes, for each run of boxes of one time, the lower halves
// and then the upper ones.

/// The settings of the method.
struct TightInclusionSettings : ZeroTimeSettings {
    InclusionFilter filter = InclusionFilter::Linear;
};

/// Returns its options.
MethodOptions tight_inclusion_options();

/// Runs the method in its correct form: a small box that is not the first survivor of its level
/// bounds the time of all later boxes, and is the answer when every earlier one is dropped. (As
/// printed in Algorithm 2 it is lost, and contacts with it.) Conservative with every filter but
/// PublishedCode.
Impact tight_inclusion(const ImpactQuery& query, const ImpactSettings& settings);

/// A box that the search has tested.
struct VisitedBox {
    BoxCorner corner;
    BoxWidths width;
    BoxTest test;
};

/// Returns the first `most` boxes in the order in which they are tested. Those of one level have
/// the same widths and follow each other; the next level has others.
std::vector<VisitedBox> tight_inclusion_boxes(const ImpactQuery& query,
                                              const ImpactSettings& settings, int most);

/// Runs the same search with InclusionFilter::PublishedCode; its settings are ZeroTimeSettings.
Impact tight_inclusion_published(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
