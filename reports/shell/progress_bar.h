#pragma once

#include <chrono>
#include <mutex>
#include <string>

namespace touchstone::reports {

/// A bar with rate and remaining time on standard error, when that is a terminal; otherwise silent.
/// Erased on destruction.
class ProgressBar {
 public:
    /// Starts a bar. `unit`: the items counted, "rows".
    explicit ProgressBar(std::string unit);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    /// Draws the bar with `done` of `total` items, of which some may be done in part. Any thread
    /// may call it, and the other two.
    void show(double done, int total);
    /// Erases the bar before other output.
    void wipe();
    /// Erases the bar and writes a line to standard error, where it stays.
    void write_above(const std::string& line);

 private:
    using Clock = std::chrono::steady_clock;

    void wipe_locked();

    std::mutex mutex_;
    std::string unit_;
    bool visible_ = false;
    bool drawn_ = false;
    Clock::time_point start_;
    Clock::time_point last_drawn_;
};

}  // namespace touchstone::reports
