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
    times_.clear();
    frames_.clear();
    times_.reserve(kMostFrames);
    frames_.reserve(kMostFrames);
    last_times_.fill(std::numeric_limits<double>::quiet_NaN());
}

const PairFrame& Way::at(double time, bool is_shared) {
    if (const auto found = std::ranges::find(times_, time); found != times_.end()) {
        return frames_[static_cast<std::size_t>(found - times_.begin())];
    }
    if (is_shared && times_.size() < kMostFrames) {
        times_.push_back(time);
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
