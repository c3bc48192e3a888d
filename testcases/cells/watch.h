#pragma once

#include <functional>
#include <mutex>

namespace touchstone {

/// Called now and then by work that takes long; returns true when it is to end early.
using StopRequest = std::function<bool()>;

/// The link of a long loop to its caller; both functions are called from any thread, one at a time.
struct Watcher {
    std::function<void(int done, int total)> progress;
    StopRequest stop;  ///< true: begin nothing more, drop what is not finished
};

/// Calls the watcher from one thread at a time, and remembers that it said stop. The watcher must
/// outlive this object.
class Watch {
 public:
    Watch(const Watcher& watcher, int total) : watcher_(watcher), total_(total) {}

    /// Returns true once the watcher has asked to stop.
    bool stopped() {
        const std::lock_guard lock(mutex_);
        stopped_ = stopped_ || (watcher_.stop && watcher_.stop());
        return stopped_;
    }

    /// Counts one more cell as done, and reports it.
    void add_done() {
        const std::lock_guard lock(mutex_);
        ++done_;
        if (watcher_.progress) {
            watcher_.progress(done_, total_);
        }
    }

 private:
    std::mutex mutex_;
    const Watcher& watcher_;
    int total_;
    int done_ = 0;
    bool stopped_ = false;
};

}  // namespace touchstone
