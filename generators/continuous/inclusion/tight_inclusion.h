#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

// Tight inclusion: Wang, Ferguson, Schneider, Jiang, Attene and Panozzo [2021], §5 and §6.
//
// The domain of (t, u, v) is halved until the boxes are small. A box is dropped when the range of F
// over its eight corners, which is the range over the box, misses the interval of rounding errors
// around 0 on some axis. Boxes are visited level by level and in order of time, so that the first
// small box that is the first survivor of its level has the earliest time.
//
// In place of a heap of boxes, a level is an array: which axis is halved depends on the widths of
// the box alone, so all boxes of a level have one shape, and are three numbers each. Halving u or v
// keeps the order of time; halving t writes, for each run of boxes of one time, the lower halves
// and then the upper ones.

/// The method in its right form: a small box that is not the first survivor of its level bounds the
/// time of all later boxes, and is the answer when every earlier one is dropped. (As printed in
/// Algorithm 2 it is lost, and contacts with it.) Conservative with every filter but PublishedCode.
Impact tight_inclusion(const ImpactQuery& query, const ImpactSettings& settings);

/// The same search with InclusionFilter::PublishedCode, whatever the settings say.
Impact tight_inclusion_published(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
