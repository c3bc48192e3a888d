#pragma once

#include <chrono>

namespace touchstone {

/// A bar with rate and time left on standard error, when that is a terminal; otherwise silent.
/// Wiped at the end of its life.
class ProgressBar {
 public:
    ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    void show(int done, int total);

 private:
    using Clock = std::chrono::steady_clock;

    bool visible_ = false;
    bool drawn_ = false;
    Clock::time_point start_;
    Clock::time_point last_drawn_;
};

}  // namespace touchstone
