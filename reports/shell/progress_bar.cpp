#include "reports/shell/progress_bar.h"

#include <unistd.h>

#include <iostream>
#include <string>
#include <utility>

#include "reports/text/number_text.h"

namespace touchstone::reports {
namespace {

constexpr int kWidth = 30;                               // width of the bar [characters]
constexpr auto kPause = std::chrono::milliseconds(100);  // time between two drawings
constexpr const char* kWipe = "\r\x1b[K";                // to the start of the line, and erase it

}  // namespace

ProgressBar::ProgressBar(std::string unit)
    : unit_(std::move(unit)),
      visible_(::isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      last_drawn_(start_) {}

ProgressBar::~ProgressBar() { wipe(); }

void ProgressBar::wipe() {
    const std::lock_guard lock(mutex_);
    wipe_locked();
}

void ProgressBar::write_above(const std::string& line) {
    const std::lock_guard lock(mutex_);
    wipe_locked();
    std::cerr << line + "\n" << std::flush;
}

void ProgressBar::wipe_locked() {
    if (drawn_) {
        std::cerr << kWipe << std::flush;
        drawn_ = false;
    }
}

void ProgressBar::show(double done, int total) {
    const std::lock_guard lock(mutex_);
    const Clock::time_point now = Clock::now();
    if (!visible_ || total == 0 || now - last_drawn_ < kPause) {
        return;
    }
    last_drawn_ = now;
    drawn_ = true;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = done / seconds;
    const int filled = static_cast<int>(kWidth * done / total);
    std::cerr << kWipe << '[' << std::string(filled, '#') << std::string(kWidth - filled, '.')
              << "] " << static_cast<int>(done) << '/' << total << "  "
              << (rate < 10.0 ? short_text(rate, 2) : rounded_text(rate, 0)) << ' ' << unit_
              << "/s";
    if (done > 0.0) {
        std::cerr << "  " << rounded_text((total - done) / rate, 0) << " s left";
    }
    std::cerr << std::flush;
}

}  // namespace touchstone::reports
