#pragma once

#include <vector>

#include "generators/semi_local/candidates/pair_frame.h"

namespace touchstone::semi_local {

/// The frames of two bodies along their way at constant velocities. Pairs of features are looked at
/// at the same times, the ends of equal pieces of a look and the middles of these, so that what is
/// found of one pair serves the others.
class Way {
 public:
    /// Starts anew from a frame, which must outlive the way; memory is kept.
    void begin(const PairFrame& frame);

    /// Returns the frame after a time, to the last bit that of `advanced` [s]. It holds until the
    /// next call.
    const PairFrame& at(double time);

 private:
    const PairFrame* start_ = nullptr;
    std::vector<double> times_;      ///< times of frames that are known [s]
    std::vector<PairFrame> frames_;  ///< one per time
    PairFrame last_;                 ///< frame of a time that found no place among these
};

}  // namespace touchstone::semi_local
