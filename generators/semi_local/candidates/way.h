#pragma once

#include <array>
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
    /// next call. `is_shared`: other pairs may be looked at at the same time; the others are soon
    /// forgotten, so that they leave these their room.
    const PairFrame& at(double time, bool is_shared = true);

 private:
    static constexpr int kFewFrames = 12;  ///< amply those of one pair's search

    const PairFrame* start_ = nullptr;
    std::vector<double> times_;                    ///< times of frames that are known [s]
    std::vector<PairFrame> frames_;                ///< one per time
    std::size_t next_ = 0;                         ///< place of the time after the last one found
    std::array<double, kFewFrames> last_times_{};  ///< times of the last others; NaN: none yet [s]
    std::array<PairFrame, kFewFrames> last_;       ///< one per time
    int oldest_ = 0;                               ///< the one of these to be replaced next
};

}  // namespace touchstone::semi_local
