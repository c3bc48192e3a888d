#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace touchstone {

/// Threads that share rounds of work, each of which begins when the one before has ended. Rounds
/// may be as short as some microseconds, too short for loops of their own: while the team is
/// together its threads wait without sleeping. Nobody waits for a thread that has not come.
class SweepTeam {
 public:
    /// Calls `lead()` on one thread, while up to `threads` - 1 others help in its for_rounds.
    void together(int threads, const std::function<void()>& lead);

    /// Sends the helpers away; only the leader may call it, between loops. The rest of `lead` is
    /// its own work.
    void part();

    /// Returns the most threads that are together; 1 outside of `together` and after `part`.
    int size() const { return size_; }

    static constexpr int kMostParts = 64;  ///< of a round

    /// Calls work(round, part) for all parts of each round, of which there are parts[round], up to
    /// kMostParts. A thread takes the same share of each round first, so that what it wrote in the
    /// one before is near, and then what others have not begun. Only the leader may call it; `work`
    /// must not throw.
    void for_rounds(std::span<const int> parts,
                    const std::function<void(int round, int part)>& work);

 private:
    /// How far a round has come.
    struct alignas(64) Round {
        int parts = 0;
        std::atomic<std::uint64_t> taken = 0;  ///< one bit for each part
        std::atomic<int> ended = 0;            ///< number of parts that have ended
    };

    void take_parts(int thread);
    void help();

    int size_ = 1;
    int threads_ = 1;               ///< most that may have come, the leader first
    std::atomic<int> helpers_ = 0;  ///< number that have come
    std::vector<Round> rounds_;     ///< those of the loop that is open
    const std::function<void(int round, int part)>* work_ = nullptr;
    std::atomic<int> loop_ = 0;     ///< grows by 1 when a loop opens, then odd, and when it closes
    std::atomic<int> helping_ = 0;  ///< number of helpers that may look at the open loop
    std::atomic<bool> is_over_ = false;
};

}  // namespace touchstone
