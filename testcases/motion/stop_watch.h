#pragma once

#include <chrono>

namespace touchstone {

/// The time since it was made.
class StopWatch {
 public:
    /// Returns the time since then [s].
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

 private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace touchstone
