#include "viewer/state/frame_times.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

#include "methods/base/processor_time.h"

namespace touchstone::viewer {

void FrameTimes::start() { started_ = thread_seconds(); }

void FrameTimes::stop() {
    if (started_) {
        frames_.push_back(thread_seconds() - *started_);
        started_.reset();
    }
}

void FrameTimes::print(std::ostream& out) const {
    if (frames_.empty()) {
        return;
    }
    std::vector<double> sorted = frames_;
    std::ranges::sort(sorted);
    const auto at = [&](double share) {
        return 1e3 *
               sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    };
    std::array<char, 160> line{};
    std::snprintf(line.data(), line.size(),
                  "own work of %zu frames: %.2f ms in the middle, %.2f ms in 95 of 100, %.2f ms at "
                  "most\n",
                  sorted.size(), at(0.5), at(0.95), at(1.0));
    out << line.data();
}

}  // namespace touchstone::viewer
