#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>

namespace touchstone {

/// Called now and then by work that takes long; returns true when it is to end early.
using StopRequest = std::function<bool()>;

/// The link of a long loop to its caller; both functions are called from any thread, one at a time.
struct Watcher {
    /// Takes how many cells are done, with the shares of those that are being made.
    std::function<void(double done, int total)> progress;
    StopRequest stop;  ///< true: begin nothing more, drop what is not finished
};

/// The link of the work on one cell to the loop that asked for it.
struct CellWatch {
    StopRequest stop = {};
    std::function<void(double share)> progress = {};  ///< takes the share that is done, in [0, 1]

    /// Returns true when the work is to end early.
    bool stopped() const { return stop && stop(); }
    /// Tells that so many of `all` equal parts of the work are done.
    void tell(std::int64_t done, std::int64_t all) const {
        if (progress && all > 0) {
            progress(static_cast<double>(done) / static_cast<double>(all));
        }
    }
    /// The same as a request alone, for work that tells nothing on the way.
    bool operator()() const { return stopped(); }
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

    /// Adds to the shares of cells that are being made, and reports it.
    void add_share(double share) {
        const std::lock_guard lock(mutex_);
        shares_ += share;
        report();
    }

    /// Takes back the share of a cell that is not finished.
    void drop_share(double share) {
        const std::lock_guard lock(mutex_);
        shares_ -= share;
    }

    /// Counts one more cell as done, of which `share` was told on the way, and reports it.
    void add_done(double share = 0.0) {
        const std::lock_guard lock(mutex_);
        ++done_;
        shares_ -= share;
        report();
    }

    /// Counts one more cell as done that another process has made, and reports it.
    void add_left(double share = 0.0) {
        add_done(share);
        const std::lock_guard lock(mutex_);
        ++left_;
    }

    /// Takes back the cells that others have made, since this process is to read them after all.
    void take_back_left() {
        const std::lock_guard lock(mutex_);
        done_ -= left_;
        left_ = 0;
    }

 private:
    void report() const {
        if (watcher_.progress) {
            const double most = total_;
            watcher_.progress(std::min(most, done_ + std::max(0.0, shares_)), total_);
        }
    }

    std::mutex mutex_;
    const Watcher& watcher_;
    int total_;
    int done_ = 0;
    int left_ = 0;         ///< those of `done_` that other processes have made
    double shares_ = 0.0;  ///< sum of the shares of cells that are being made
    bool stopped_ = false;
};

}  // namespace touchstone
