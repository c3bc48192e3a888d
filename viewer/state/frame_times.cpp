#include "viewer/state/frame_times.h"

#include <time.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ostream>

namespace touchstone::viewer {
namespace {

double thread_time() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

void FrameTimes::start() { started_ = thread_time(); }

void FrameTimes::stop() {
    if (started_) {
        frames_.push_back(thread_time() - *started_);
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
