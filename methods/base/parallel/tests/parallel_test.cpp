#include "methods/base/parallel/parallel.h"

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "methods/testing/catch.h"

namespace touchstone {
namespace {

TEST_CASE("the blocks of a loop make up its range, each index once", "[parallel]") {
    const int threads = GENERATE(1, 2, 5);
    const int grain = GENERATE(1, 3, 1000);
    CAPTURE(threads, grain);
    std::vector<int> seen(100, 0);
    Arena(threads).execute([&] {
        for_blocks(10, 100, grain, [&](int begin, int end) {
            for (int i = begin; i < end; ++i) {
                ++seen[i];
            }
        });
    });
    for (int i = 0; i < 100; ++i) {
        CHECK(seen[i] == (i < 10 ? 0 : 1));
    }
}

TEST_CASE("a loop over nothing calls nothing", "[parallel]") {
    int calls = 0;
    for_blocks(7, 7, 4, [&](int, int) { ++calls; });
    for_all(0, [&](int) { ++calls; });
    CHECK(calls == 0);
}

TEST_CASE("what the first index throws is thrown, whichever comes first in time", "[parallel]") {
    Arena arena(4);
    for (int round = 0; round < 20; ++round) {
        CHECK_THROWS_WITH(arena.execute([] {
            for_all(50, [](int i) {
                if (i >= 10) {
                    throw std::runtime_error(std::to_string(i));
                }
            });
        }),
                          "10");
    }
}

TEST_CASE("an exception of a block leaves the loop", "[parallel]") {
    // A single block, too, which is run on the calling thread.
    CHECK_THROWS_AS(for_blocks(0, 1, 1, [](int, int) { throw std::runtime_error("the only one"); }),
                    std::runtime_error);
    CHECK_THROWS_AS(for_blocks(0, 1000, 1,
                               [](int begin, int) {
                                   if (begin == 0) {
                                       throw std::runtime_error("the first block");
                                   }
                               }),
                    std::runtime_error);
}

TEST_CASE("an arena returns what its work returns, and has the threads it was given",
          "[parallel]") {
    const int threads = GENERATE(1, 2, 3);
    CHECK(Arena(threads).execute([] { return available_threads(); }) == threads);
    CHECK(Arena(threads).execute([] { return std::string("done"); }) == "done");
}

TEST_CASE("a block that waits for a loop of its own begins no block of the loop around it",
          "[parallel]") {
    using std::chrono::microseconds;
    static thread_local int begun = 0;
    std::atomic<int> held_up = 0;
    std::atomic<int> within = 0;
    Arena arena(4);
    arena.execute([&] {
        for_blocks(0, 200, 1, [&](int, int) {
            const int before = ++begun;
            for_blocks(0, 4, 1, [&](int begin, int end) {
                within += end - begin;
                std::this_thread::sleep_for(microseconds(begin == 3 ? 1000 : 50));
            });
            held_up += begun == before ? 0 : 1;
        });
    });
    CHECK(within == 800);
    CHECK(held_up == 0);
}

TEST_CASE("several threads share one arena", "[parallel]") {
    Arena arena(3);
    std::atomic<int> total = 0;
    {
        std::vector<std::jthread> callers;
        callers.reserve(3);
        for (int i = 0; i < 3; ++i) {
            callers.emplace_back(
                [&] { arena.execute([&] { for_all(100, [&](int k) { total += k; }); }); });
        }
    }
    CHECK(total == 3 * 4950);
}

}  // namespace
}  // namespace touchstone
