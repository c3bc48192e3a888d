#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <exception>
#include <vector>

namespace touchstone {

/// Makes a place to run work on at most so many threads; 0: one per core.
inline tbb::task_arena make_arena(int threads) {
    return tbb::task_arena(threads == 0 ? tbb::task_arena::automatic : threads);
}

/// Runs `work(i)` for all i below `count` on the arena's threads, then throws what the first i in
/// order threw: which thread fails first is chance, and the message must not be.
template <typename Work>
void for_all(int count, const Work& work) {
    std::vector<std::exception_ptr> errors(count);
    tbb::parallel_for(0, count, [&](int i) {
        try {
            work(i);
        } catch (...) {
            errors[i] = std::current_exception();
        }
    });
    for (const std::exception_ptr& error : errors) {
        if (error) {
            std::rethrow_exception(error);
        }
    }
}

}  // namespace touchstone
