#include "rigid_solver/proximal/sweep/sweep_team.h"

#include <array>
#include <stdexcept>
#include <vector>

#include "methods/base/parallel/parallel.h"
#include "methods/testing/catch.h"

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
