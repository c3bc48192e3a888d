#include "generators/semi_local/candidates/way.h"

#include <algorithm>

namespace touchstone::semi_local {
namespace {

/// Number of frames that are kept: those of the pieces, and of a few places where features meet.
constexpr std::size_t kMostFrames = 48;

}  // namespace

void Way::begin(const PairFrame& frame) {
    start_ = &frame;
    times_.clear();
    frames_.clear();
    times_.reserve(kMostFrames);
    frames_.reserve(kMostFrames);
}

const PairFrame& Way::at(double time) {
    const auto found = std::ranges::find(times_, time);
    if (found != times_.end()) {
        return frames_[static_cast<std::size_t>(found - times_.begin())];
    }
    if (times_.size() == kMostFrames) {
        last_ = advanced(*start_, time);
        return last_;
    }
    times_.push_back(time);
    return frames_.emplace_back(advanced(*start_, time));
}

}  // namespace touchstone::semi_local
