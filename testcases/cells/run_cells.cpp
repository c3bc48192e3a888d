#include "testcases/cells/run_cells.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <tuple>
#include <utility>

#include "methods/base/parallel/once.h"
#include "methods/base/parallel/parallel.h"

namespace touchstone {
namespace {

using Clock = std::chrono::steady_clock;

/// How long a lane rests at first and at most in which all that is left is being made by other
/// processes: a share of the time that it has rested so far, so that little of it is added.
constexpr std::chrono::milliseconds kFirstPause{5};
constexpr std::chrono::milliseconds kPause{100};
constexpr int kPausesPerRest = 20;

/// Tasks that run one after the other.
struct Lane {
    int id = 0;
    int group = kNoGroup;
    std::vector<int> tasks;   ///< those left
    double work = 0.0;        ///< sum over all of its tasks
    double group_work = 0.0;  ///< sum over all lanes of its group
    bool is_first_round = true;
    Clock::time_point resting = Clock::time_point::min();  ///< begin of its first rest
    Clock::time_point due = Clock::time_point::min();
};

class TaskRun {
 public:
    TaskRun(std::span<const CellTask> tasks, const CellThreads& threads, Watch& watch)
        : tasks_(tasks), threads_(threads), watch_(watch), errors_(tasks.size()) {
        std::map<int, std::vector<int>> lanes;
        for (int i = 0; i < std::ssize(tasks); ++i) {
            lanes[tasks[i].lane].push_back(i);
        }
        for (auto& [lane, indices] : lanes) {
            const int group = tasks[indices.front()].group;
            queue_.push_back({.id = lane, .group = group, .tasks = std::move(indices)});
        }
        sort_by_work();
    }

    void run() {
        const int cores = available_threads();
        const int most = threads_.count == 0 ? cores : threads_.count;
        shared_.emplace(most);
        const int count = std::min(most, static_cast<int>(queue_.size()));
        if (count <= 1) {
            take_lanes();
        } else {
            run_workers(count);
        }
        for (const std::exception_ptr& error : errors_) {
            if (error) {
                std::rethrow_exception(error);
            }
        }
    }

 private:
    void sort_by_work() {
        std::map<int, double> groups;
        for (Lane& lane : queue_) {
            for (const int task : lane.tasks) {
                lane.work += tasks_[task].work;
            }
            groups[lane.group] += lane.work;
        }
        for (Lane& lane : queue_) {
            lane.group_work = lane.group == kNoGroup ? lane.work : groups[lane.group];
        }
        const auto order = [](const Lane& lane) {
            return std::tuple(-lane.group_work, lane.group, -lane.work);
        };
        std::ranges::stable_sort(queue_, {}, order);
    }

    /// Runs workers. The caller's own thread asks now and then whether to stop: for some callers,
    /// such as Python, it is the one that is told.
    void run_workers(int count) {
        working_ = count;
        std::vector<std::jthread> workers;
        workers.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            workers.emplace_back([this] {
                take_lanes();
                {
                    const std::lock_guard lock(mutex_);
                    --working_;
                }
                ended_.notify_one();
            });
        }
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, kPause / 2, [this] { return working_ == 0; })) {
            lock.unlock();
            watch_.stopped();
            lock.lock();
        }
    }

    void take_lanes() {
        for (std::optional<Lane> lane = next_lane(); lane; lane = next_lane()) {
            if (threads_.apart) {
                Arena alone(1);
                alone.execute([&] { run_lane(*lane); });
            } else {
                shared_->execute([&] { run_lane(*lane); });
            }
        }
    }

    /// Returns the first lane that is due, waiting for one if all of them rest; nothing when none
    /// is left but those that others run.
    std::optional<Lane> next_lane() {
        while (true) {
            const bool stopped = watch_.stopped();
            {
                const std::lock_guard lock(mutex_);
                if (queue_.empty()) {
                    return std::nullopt;
                }
                const auto due = find_due(stopped);
                if (due != queue_.end()) {
                    std::optional<Lane> lane = std::move(*due);
                    queue_.erase(due);
                    return lane;
                }
            }
            if (threads_.at_rest) {
                rested_.run(threads_.at_rest);
            }
            std::this_thread::sleep_for(kFirstPause);
        }
    }

    /// Returns the first lane that is due, one whose group nobody else is in if there is such.
    std::deque<Lane>::iterator find_due(bool stopped) {
        const Clock::time_point now = Clock::now();
        const auto is_due = [&](const Lane& lane) { return stopped || lane.due <= now; };
        const auto due = std::ranges::find_if(queue_, [&](const Lane& lane) {
            return is_due(lane) && !crowded_.contains(lane.group);
        });
        return due != queue_.end() ? due : std::ranges::find_if(queue_, is_due);
    }

    void run_lane(Lane& lane) {
        if (!run_tasks_of(lane)) {
            if (threads_.lane_end) {
                threads_.lane_end(lane.id);
            }
            return;
        }
        const std::lock_guard lock(mutex_);
        queue_.push_back(std::move(lane));
    }

    /// Runs the tasks of a lane; returns true when some are left for later.
    bool run_tasks_of(Lane& lane) {
        std::vector<int> left;
        for (std::size_t i = 0; i < lane.tasks.size(); ++i) {
            if (watch_.stopped()) {
                return false;
            }
            const int task = lane.tasks[i];
            try {
                const Filled filled = fill(task);
                if ((filled == Filled::Elsewhere || filled == Filled::Left) &&
                    lane.group != kNoGroup) {
                    const std::lock_guard lock(mutex_);
                    crowded_.insert(lane.group);
                }
                if (filled == Filled::Elsewhere && lane.is_first_round) {
                    // Better a lane in which nobody is.
                    left.insert(left.end(), lane.tasks.begin() + static_cast<std::ptrdiff_t>(i),
                                lane.tasks.end());
                    break;
                } else if (filled == Filled::Elsewhere) {
                    left.push_back(task);
                }
            } catch (...) {
                errors_[task] = std::current_exception();
                return false;
            }
        }
        if (!lane.is_first_round) {
            const Clock::time_point now = Clock::now();
            if (lane.resting == Clock::time_point::min()) {
                lane.resting = now;
            }
            lane.due = now + std::clamp<Clock::duration>((now - lane.resting) / kPausesPerRest,
                                                         kFirstPause, kPause);
        }
        lane.is_first_round = false;
        lane.tasks = std::move(left);
        return !lane.tasks.empty();
    }

    /// Fills a cell, and tells the watcher how far it is.
    Filled fill(int task) {
        double told = 0.0;
        const CellWatch watch{[this] { return watch_.stopped(); },
                              [&](double share) {
                                  watch_.add_share(share - told);
                                  told = share;
                              }};
        try {
            const Filled filled = tasks_[task].fill(watch);
            if (filled == Filled::Yes) {
                watch_.add_done(told);
            } else if (filled == Filled::Left) {
                watch_.add_left(told);
            } else {
                watch_.drop_share(told);
            }
            return filled;
        } catch (...) {
            watch_.drop_share(told);
            throw;
        }
    }

    std::span<const CellTask> tasks_;
    const CellThreads& threads_;
    Watch& watch_;
    std::mutex mutex_;  ///< of queue_, crowded_ and working_
    std::deque<Lane> queue_;
    std::set<int> crowded_;  ///< groups in which other processes are at work
    Once rested_;
    int working_ = 0;  ///< threads that have not ended
    std::condition_variable ended_;
    std::vector<std::exception_ptr> errors_;
    std::optional<Arena> shared_;  ///< what lanes share that are not apart
};

}  // namespace

int threads_while_others_wait(int threads, int waiting) {
    return threads == 0 ? 0 : std::min(threads + waiting, std::max(threads, available_threads()));
}

void run_tasks(std::span<const CellTask> tasks, const CellThreads& threads, Watch& watch) {
    TaskRun(tasks, threads, watch).run();
}

void share_tasks(std::span<const CellTask> tasks, CellStore* store, const CellThreads& threads,
                 Watch& watch) {
    if (store == nullptr || !store->leaves_reading()) {
        // Others wait already where who was to write the tables has ended without.
        CellThreads alone = threads;
        alone.count =
            threads_while_others_wait(threads.count, store == nullptr ? 0 : store->count_waiting());
        run_tasks(tasks, alone, watch);
        return;
    }
    CellThreads sharing = threads;
    sharing.at_rest = [store] {
        try {
            store->take_tables();
        } catch (...) {
            // A file or a thread that cannot be made: the turn is asked for again below, where the
            // caller is told.
        }
    };
    run_tasks(tasks, sharing, watch);
    if (!watch.stopped() && store->take_tables()) {
        watch.take_back_left();
        CellThreads reading = threads;
        reading.count = threads_while_others_wait(threads.count, store->count_others_here());
        run_tasks(tasks, reading, watch);
    }
}

}  // namespace touchstone
