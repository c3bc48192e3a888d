#include "rigid_solver/proximal/sweep/sweep_team.h"

#include <cassert>
#include <thread>

#include "methods/base/parallel/parallel.h"

namespace touchstone {
namespace {

/// Tells the processor that a thread only waits.
void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/// Waits until it is so. What is waited for is done by threads that work on it.
template <typename Condition>
void wait_until(const Condition& condition) {
    constexpr int kPatience = 2000;  // looks, before others may have the processor
    for (int look = 0; !condition(); ++look) {
        if (look < kPatience) {
            pause();
        } else {
            std::this_thread::yield();
        }
    }
}

/// Ends the team's time together, also where the leader throws.
class Ending {
 public:
    explicit Ending(std::atomic<bool>& is_over) : is_over_(is_over) {}
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
    ~Ending() { is_over_ = true; }

 private:
    std::atomic<bool>& is_over_;
};

}  // namespace

void SweepTeam::together(int threads, const std::function<void()>& lead) {
    is_over_ = false;
    threads_ = threads;
    helpers_ = 0;
    std::atomic<bool> has_leader = false;
    size_ = threads;
    try {
        // Whoever comes first leads; whoever comes when all is over has nothing to do.
        for_blocks(0, threads, 1, [&](int, int) {
            if (has_leader.exchange(true)) {
                help();
                return;
            }
            const Ending ending(is_over_);
            lead();
        });
    } catch (...) {
        size_ = 1;
        throw;
    }
    size_ = 1;
    // The loop around this one has ended with an exception: blocks are then left out.
    if (!has_leader) {
        lead();
    }
}

void SweepTeam::part() {
    size_ = 1;
    is_over_ = true;
}

void SweepTeam::for_rounds(std::span<const int> parts,
                           const std::function<void(int round, int part)>& work) {
    if (rounds_.size() != parts.size()) {
        rounds_ = std::vector<Round>(parts.size());
    }
    for (std::size_t r = 0; r < parts.size(); ++r) {
        assert(parts[r] <= kMostParts);
        rounds_[r].parts = parts[r];
        rounds_[r].taken = 0;
        rounds_[r].ended = 0;
    }
    work_ = &work;
    ++loop_;
    take_parts(0);
    ++loop_;
    wait_until([&] { return helping_ == 0; });
}

/// Takes parts of each round as long as there are any, then waits for those that others took.
void SweepTeam::take_parts(int thread) {
    for (int r = 0; r < std::ssize(rounds_); ++r) {
        Round& round = rounds_[r];
        const int own = static_cast<int>(std::int64_t{thread} * round.parts / threads_);
        for (int i = 0; i < round.parts; ++i) {
            const int part = (own + i) % round.parts;
            const std::uint64_t bit = std::uint64_t{1} << part;
            if ((round.taken & bit) == 0 && (round.taken.fetch_or(bit) & bit) == 0) {
                (*work_)(r, part);
                ++round.ended;
            }
        }
        wait_until([&] { return round.ended >= round.parts; });
    }
}

void SweepTeam::help() {
    const int thread = ++helpers_;
    int seen = 0;
    while (!is_over_) {
        wait_until([&] { return is_over_ || loop_ != seen; });
        ++helping_;
        const int loop = loop_;  // once it has counted itself: the leader waits before the next
        if (loop % 2 == 1) {
            take_parts(thread);
        }
        seen = loop;
        --helping_;
    }
}

}  // namespace touchstone
