#include "testcases/cells/run_cells.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <thread>

#include "testcases/cells/parallel_work.h"

namespace touchstone {
namespace {

/// Indices of tasks, lane by lane.
using Lanes = std::map<int, std::vector<int>>;

class TaskRun {
 public:
    TaskRun(std::span<const CellTask> tasks, const CellThreads& threads, Watch& watch)
        : tasks_(tasks), threads_(threads), watch_(watch), errors_(tasks.size()) {
        for (int i = 0; i < std::ssize(tasks); ++i) {
            lanes_[tasks[i].lane].push_back(i);
        }
        for (const auto& [lane, indices] : lanes_) {
            order_.push_back(lane);
        }
    }

    void run() {
        const int cores = tbb::this_task_arena::max_concurrency();
        const int most = threads_.count == 0 ? cores : threads_.count;
        shared_.initialize(most);
        const int count = std::min(most, static_cast<int>(order_.size()));
        if (count <= 1) {
            take_lanes();
        } else {
            std::vector<std::jthread> workers;
            for (int i = 0; i < count; ++i) {
                workers.emplace_back([this] { take_lanes(); });
            }
        }
        for (const std::exception_ptr& error : errors_) {
            if (error) {
                std::rethrow_exception(error);
            }
        }
    }

 private:
    void take_lanes() {
        const int count = static_cast<int>(order_.size());
        for (int i = next_++; i < count; i = next_++) {
            const int lane = order_[i];
            if (threads_.apart) {
                tbb::task_arena alone(1);
                alone.execute([&] { run_lane(lane); });
            } else {
                shared_.execute([&] { run_lane(lane); });
            }
        }
    }

    void run_lane(int lane) {
        for (const int task : lanes_.at(lane)) {
            if (watch_.stopped()) {
                break;
            }
            try {
                if (tasks_[task].fill([this] { return watch_.stopped(); })) {
                    watch_.add_done();
                }
            } catch (...) {
                errors_[task] = std::current_exception();
                break;
            }
        }
        if (threads_.lane_end) {
            threads_.lane_end(lane);
        }
    }

    std::span<const CellTask> tasks_;
    const CellThreads& threads_;
    Watch& watch_;
    Lanes lanes_;
    std::vector<int> order_;
    std::vector<std::exception_ptr> errors_;
    std::atomic<int> next_ = 0;
    tbb::task_arena shared_;
};

}  // namespace

void run_tasks(std::span<const CellTask> tasks, const CellThreads& threads, Watch& watch) {
    TaskRun(tasks, threads, watch).run();
}

}  // namespace touchstone
