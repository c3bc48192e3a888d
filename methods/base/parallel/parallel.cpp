#include "methods/base/parallel/parallel.h"

#include <exception>
#include <vector>

#ifdef TOUCHSTONE_OWN_THREADS
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#else
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace touchstone {
namespace {

/// Gives a variable of the calling thread another value, as long as it lives.
template <typename Value>
class WhileAlive {
 public:
    WhileAlive(Value& variable, Value value) : variable_(variable), before_(variable) {
        variable_ = value;
    }
    WhileAlive(const WhileAlive&) = delete;
    WhileAlive& operator=(const WhileAlive&) = delete;
    ~WhileAlive() { variable_ = before_; }

 private:
    Value& variable_;
    Value before_;
};

}  // namespace

#ifdef TOUCHSTONE_OWN_THREADS

namespace {

/// Most threads of a loop on this thread; 0: no arena is around it.
thread_local int most_threads = 0;

int one_per_core() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

}  // namespace

struct Arena::Threads {
    int most;
};

Arena::Arena(int threads)
    : threads_(std::make_unique<Threads>(Threads{threads == 0 ? one_per_core() : threads})) {}

void Arena::run(const std::function<void()>& work) {
    const WhileAlive limit(most_threads, threads_->most);
    work();
}

int available_threads() { return most_threads == 0 ? one_per_core() : most_threads; }

void for_blocks(int begin, int end, int grain,
                const std::function<void(int begin, int end)>& work) {
    std::atomic<int> next = begin;
    std::mutex mutex;
    std::exception_ptr error;
    const auto take_blocks = [&] {
        const WhileAlive limit(most_threads, 1);  // loops within a block stay on its thread
        for (int first = next.fetch_add(grain); first < end; first = next.fetch_add(grain)) {
            try {
                work(first, std::min(end, first + grain));
            } catch (...) {
                const std::lock_guard lock(mutex);
                error = std::current_exception();
                next = end;
            }
        }
    };
    const int blocks = (end - begin + grain - 1) / grain;
    {
        std::vector<std::jthread> others;
        for (int i = 1; i < std::min(available_threads(), blocks); ++i) {
            others.emplace_back(take_blocks);
        }
        take_blocks();
    }
    if (error) {
        std::rethrow_exception(error);
    }
}

#else

namespace {

/// True on a thread that is in a block of a loop.
thread_local bool is_in_block = false;

}  // namespace

struct Arena::Threads {
    tbb::task_arena arena;
};

Arena::Arena(int threads)
    : threads_(std::make_unique<Threads>(
          tbb::task_arena(threads == 0 ? tbb::task_arena::automatic : threads))) {}

void Arena::run(const std::function<void()>& work) {
    threads_->arena.execute([&] { work(); });
}

int available_threads() { return tbb::this_task_arena::max_concurrency(); }

void for_blocks(int begin, int end, int grain,
                const std::function<void(int begin, int end)>& work) {
    if (begin < end && end - begin <= grain) {
        const WhileAlive in_block(is_in_block, true);
        work(begin, end);
        return;
    }
    const auto run = [&] {
        tbb::parallel_for(tbb::blocked_range<int>(begin, end, grain),
                          [&](const tbb::blocked_range<int>& block) {
                              const WhileAlive in_block(is_in_block, true);
                              work(block.begin(), block.end());
                          });
    };
    // A block that waits for the end of a loop of its own takes no blocks of other loops in the
    // meantime: they may last long, and it would be held up for as long.
    if (is_in_block) {
        tbb::this_task_arena::isolate(run);
    } else {
        run();
    }
}

#endif

Arena::~Arena() = default;

void for_all(int count, const std::function<void(int i)>& work) {
    std::vector<std::exception_ptr> errors(count);
    for_blocks(0, count, 1, [&](int begin, int end) {
        for (int i = begin; i < end; ++i) {
            try {
                work(i);
            } catch (...) {
                errors[i] = std::current_exception();
            }
        }
    });
    for (const std::exception_ptr& error : errors) {
        if (error) {
            std::rethrow_exception(error);
        }
    }
}

}  // namespace touchstone
