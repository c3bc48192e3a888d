#include "rigid_solver/proximal/sweep/sweep_team.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include "methods/base/parallel/parallel.h"
#include "methods/testing/catch.h"
#include "rigid_solver/proximal/sweep/sweep_pace.h"

using namespace touchstone;

namespace {

constexpr int kNumbers = 64;

/// Returns what rounds come to of which each reads what all parts of the one before have written.
std::vector<double> numbers_after(SweepTeam& team, int threads, int loops) {
    std::vector<double> numbers(kNumbers, 1.0);
    const std::vector<int> parts{4, 1, 4, 2};
    team.together(threads, [&] {
        for (int loop = 0; loop < loops; ++loop) {
            team.for_rounds(parts, [&](int round, int part) {
                const int count = kNumbers / parts[round];
                for (int i = part * count; i < (part + 1) * count; ++i) {
                    // Where another part wrote in the round before.
                    const int at = (11 * i + round) % kNumbers;
                    numbers[at] = 0.75 * numbers[at] + 0.01 * (i + round);
                }
            });
        }
    });
    return numbers;
}

}  // namespace

TEST_CASE("each round of a team begins when the one before has ended", "[sweep]") {
    SweepTeam alone;
    const std::vector<double> expected = numbers_after(alone, 1, 300);
    for (const int threads : {1, 2}) {
        Arena arena(threads);
        SweepTeam team;
        for (int time = 0; time < 5; ++time) {
            CAPTURE(threads, time);
            CHECK(arena.execute([&] { return numbers_after(team, threads, 300); }) == expected);
        }
    }
}

TEST_CASE("each part of a round is done once, however many there are", "[sweep]") {
    const std::vector<int> parts{SweepTeam::kMostParts, 1, 7};
    for (const int threads : {1, 2, 5}) {
        CAPTURE(threads);
        Arena arena(threads);
        SweepTeam team;
        std::vector<std::vector<std::atomic<int>>> calls;
        calls.reserve(parts.size());
        for (const int count : parts) {
            calls.emplace_back(count);
        }
        arena.execute([&] {
            team.together(threads, [&] {
                for (int loop = 0; loop < 100; ++loop) {
                    team.for_rounds(parts, [&](int round, int part) { ++calls[round][part]; });
                }
            });
        });
        for (const std::vector<std::atomic<int>>& round : calls) {
            CHECK(std::ranges::all_of(round, [](int times) { return times == 100; }));
        }
    }
}

TEST_CASE("a team whose leader throws parts, and can come together again", "[sweep]") {
    Arena arena(2);
    SweepTeam team;
    const std::array parts{2, 2};
    CHECK_THROWS_AS(arena.execute([&] {
        team.together(2, [&] {
            team.for_rounds(parts, [](int, int) {});
            throw std::runtime_error("no more");
        });
    }),
                    std::runtime_error);
    CHECK(team.size() == 1);
    CHECK(arena.execute([&] { return numbers_after(team, 2, 3); }) == numbers_after(team, 1, 3));
}

TEST_CASE("a leader that sends its helpers away goes on alone", "[sweep]") {
    Arena arena(2);
    SweepTeam team;
    const std::array parts{2, 2};
    std::atomic<int> calls = 0;
    arena.execute([&] {
        team.together(2, [&] {
            team.for_rounds(parts, [](int, int) {});
            team.part();
            CHECK(team.size() == 1);
        });
        // And they may come again.
        team.together(2, [&] {
            CHECK(team.size() == 2);
            team.for_rounds(parts, [&](int, int) { ++calls; });
        });
    });
    CHECK(calls == 4);
}

TEST_CASE("a team has a leader also where the loop around it has ended", "[sweep]") {
    using std::chrono::milliseconds;
    Arena arena(2);
    std::atomic<bool> has_begun = false;
    int times = 0;
    int led = 0;
    const auto loop = [&] {
        for_blocks(0, 2, 1, [&](int begin, int) {
            if (begin == 1) {
                for (int i = 0; i < 1000 && !has_begun; ++i) {
                    std::this_thread::sleep_for(milliseconds(1));
                }
                throw std::runtime_error("ends the loop");
            }
            has_begun = true;
            SweepTeam team;
            for (; times < 100; ++times) {
                team.together(2, [&] { ++led; });
                std::this_thread::sleep_for(milliseconds(1));
            }
        });
    };
    CHECK_THROWS_AS(arena.execute(loop), std::runtime_error);
    CHECK(led == times);
}

TEST_CASE("sweeps are shared as long as that is not slower", "[sweep]") {
    SweepPace pace;
    for (const double time : {5.0, 2.0, 3.0}) {
        REQUIRE(pace.is_alone());
        CHECK_FALSE(pace.add(time));
    }
    REQUIRE_FALSE(pace.is_alone());
    // Each comparison is of so many sweeps with the fastest alone: 15 * 1.5 + 9.5 = 16 * 2.
    const auto is_slower = [&](double last_time) {
        bool any = false;
        for (int i = 0; i + 1 < SweepPace::kShared; ++i) {
            any = pace.add(1.5) || any;
        }
        CHECK_FALSE(any);
        return pace.add(last_time);
    };
    CHECK_FALSE(is_slower(1.5));
    CHECK_FALSE(is_slower(9.0));
    CHECK(is_slower(10.0));
    CHECK_FALSE(is_slower(9.0));
}
