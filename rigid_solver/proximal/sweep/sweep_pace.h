#pragma once

#include <algorithm>
#include <limits>

namespace touchstone {

/// Tells from the times of sweeps whether threads take longer to share them than one alone: so they
/// do on a busy machine, where all wait for one that does not have its processor.
class SweepPace {
 public:
    static constexpr int kAlone = 3;    ///< sweeps that one thread does for comparison, at first
    static constexpr int kShared = 16;  ///< sweeps on which each comparison rests

    /// Returns true when one thread should do the next sweep alone.
    bool is_alone() const { return alone_ < kAlone; }

    /// Adds the time of a sweep [s]. Returns true when the shared ones take longer.
    bool add(double time) {
        if (is_alone()) {
            least_ = std::min(least_, time);
            ++alone_;
            return false;
        }
        sum_ += time;
        if (++shared_ < kShared) {
            return false;
        }
        const bool takes_longer = sum_ > kShared * least_;
        sum_ = 0.0;
        shared_ = 0;
        return takes_longer;
    }

 private:
    int alone_ = 0;
    double least_ = std::numeric_limits<double>::infinity();  ///< time of a sweep alone [s]
    int shared_ = 0;    ///< number of sweeps since the last comparison
    double sum_ = 0.0;  ///< their times [s]
};

}  // namespace touchstone
