#include "generators/semi_local/candidates/way.h"

#include <algorithm>
#include <limits>

namespace touchstone::semi_local {
namespace {

/// Number of frames that are kept: amply those at times of turning bodies that pairs share.
constexpr std::size_t kMostFrames = 48;

}  // namespace

void Way::begin(const PairFrame& frame) {
    start_ = &frame;
    next_ = 0;
    times_.clear();
    frames_.clear();
    times_.reserve(kMostFrames);
    frames_.reserve(kMostFrames);
    last_times_.fill(std::numeric_limits<double>::quiet_NaN());
}

const PairFrame& Way::at(double time, bool is_shared) {
    // Pairs mostly go through the same times one after the other.
    if (next_ >= times_.size() || times_[next_] != time) {
        const auto found = std::ranges::find(times_, time);
        next_ = static_cast<std::size_t>(found - times_.begin());
    }
    if (next_ < times_.size()) {
        return frames_[next_++];
    }
    if (is_shared && times_.size() < kMostFrames) {
        times_.push_back(time);
        next_ = times_.size();
        return frames_.emplace_back(advanced(*start_, time));
    }
    if (const auto found = std::ranges::find(last_times_, time); found != last_times_.end()) {
        return last_[static_cast<std::size_t>(found - last_times_.begin())];
    }
    const int place = oldest_;
    oldest_ = (oldest_ + 1) % kFewFrames;
    last_times_[place] = time;
    return last_[place] = advanced(*start_, time);
}

}  // namespace touchstone::semi_local
