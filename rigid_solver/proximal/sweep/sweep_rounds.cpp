#include "rigid_solver/proximal/sweep/sweep_rounds.h"

#include <atomic>
#include <thread>
#include <vector>

#include "methods/base/parallel/parallel.h"

namespace touchstone {
namespace {

/// How far a round has come.
struct alignas(64) RoundState {
    std::atomic<int> next = 0;   ///< part that is to be taken next
    std::atomic<int> ended = 0;  ///< number of parts that have ended
};

/// Waits until all parts of the round have ended. Those that have not are with threads that work on
/// them.
void wait_for(const RoundState& round, int parts) {
    constexpr int kPatience = 2000;  // looks, before others may have the processor
    for (int look = 0; round.ended.load(std::memory_order_acquire) < parts; ++look) {
        if (look >= kPatience) {
            std::this_thread::yield();
        }
    }
}

}  // namespace

void for_rounds(std::span<const int> parts, const std::function<void(int round, int part)>& work) {
    std::vector<RoundState> states(parts.size());
    // Nobody waits for a thread that has not come: whoever is there takes all parts that are left.
    const auto take_part = [&] {
        for (int r = 0; r < std::ssize(parts); ++r) {
            RoundState& round = states[r];
            for (int part = round.next++; part < parts[r]; part = round.next++) {
                work(r, part);
                round.ended.fetch_add(1, std::memory_order_release);
            }
            wait_for(round, parts[r]);
        }
    };
    for_blocks(0, available_threads(), 1, [&](int, int) { take_part(); });
}

}  // namespace touchstone
