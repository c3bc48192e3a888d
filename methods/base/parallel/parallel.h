#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <type_traits>

// Work on several threads. What comes out must not depend on how many there are: a loop's body
// writes only to what is its own.
//
// Built for the thread sanitizer (TOUCHSTONE_OWN_THREADS) loops take threads of the standard
// library instead of TBB's, whose own synchronisation the sanitizer cannot see: every report is
// then of this project's code, and none has to be suppressed.

namespace touchstone {

/// Returns how many threads a loop may use where it is called: as many as the arena around it has,
/// or one per core.
int available_threads();

/// Calls `work(begin, end)` for blocks of about `grain` indices or more that make up all from
/// `begin` to `end` (exclusive). Throws one of the exceptions of `work`, if any; blocks that have
/// not begun may then be left out.
void for_blocks(int begin, int end, int grain, const std::function<void(int begin, int end)>& work);

/// Calls `work(i)` for all i below `count`, then throws what the first i in order threw: which one
/// fails first in time is chance, and the message must not be.
void for_all(int count, const std::function<void(int i)>& work);

/// A place for work whose loops use at most so many threads, the caller's among them.
class Arena {
 public:
    /// `threads`: the most; 0: one per core.
    explicit Arena(int threads);
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena();

    /// Calls `work()` on the caller's thread and returns what it returns. May be called by several
    /// threads at a time, which then share the arena's.
    template <typename Work>
    auto execute(const Work& work) {
        using Result = std::invoke_result_t<const Work&>;
        if constexpr (std::is_void_v<Result>) {
            run(work);
        } else {
            std::optional<Result> result;
            run([&] { result.emplace(work()); });
            return *std::move(result);
        }
    }

 private:
    void run(const std::function<void()>& work);

    struct Threads;
    std::unique_ptr<Threads> threads_;
};

}  // namespace touchstone
