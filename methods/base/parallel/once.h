#pragma once

#include <mutex>

namespace touchstone {

/// Work that is done once, by the first thread that needs it, while others that need it wait. Work
/// that throws is not done, and the next thread tries again: after a throw std::call_once waits for
/// ever with musl, and under the thread sanitizer.
class Once {
 public:
    /// Calls `work()` unless a call before has returned. Throws what it throws.
    template <typename Work>
    void run(const Work& work) {
        const std::lock_guard lock(mutex_);
        if (!is_done_) {
            work();
            is_done_ = true;
        }
    }

 private:
    std::mutex mutex_;
    bool is_done_ = false;
};

}  // namespace touchstone
