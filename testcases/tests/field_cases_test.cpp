#include "testcases/field_cases.h"

#include <tbb/task_arena.h>

#include <array>
#include <bit>
#include <cstdint>

#include "methods/testing/catch.h"
#include "testcases/limits.h"
#include "testcases/study.h"

// What the generators make of the field's cases. The table of all results is in
// docs/field_cases.md; here stand those that a user would miss most, and the simulations.

namespace touchstone {
namespace {

StudySettings with_sweeps(int sweeps) {
    StudySettings settings = make_study_settings(Profile::Corrected);
    assign(settings, {"solver", "max_sweeps", std::to_string(sweeps)});
    return settings;
}

StudyScene make_scene(const std::string& id, const StudySettings& settings,
                      const std::string& generator) {
    return make_study_scene(id, settings, std::nullopt, std::array{generator});
}

void append(std::vector<std::uint64_t>& bits, const ContactPoint& contact) {
    for (const double x : contact.position) {
        bits.push_back(std::bit_cast<std::uint64_t>(x));
    }
    for (const double x : contact.normal) {
        bits.push_back(std::bit_cast<std::uint64_t>(x));
    }
    bits.push_back(std::bit_cast<std::uint64_t>(contact.separation));
    for (const Feature& feature : {contact.feature_a, contact.feature_b}) {
        bits.push_back(static_cast<std::uint64_t>(feature.type));
        for (const int v : feature.vertices) {
            bits.push_back(static_cast<std::uint64_t>(v));
        }
    }
    bits.push_back(static_cast<std::uint64_t>(contact.body_a));
    bits.push_back(static_cast<std::uint64_t>(contact.body_b));
}

/// All contacts of so many steps of the block of cubes, on so many threads.
std::vector<std::uint64_t> block_contacts(const std::string& generator, int threads, int steps,
                                          int sweeps) {
    const StudySettings settings = with_sweeps(sweeps);
    std::vector<std::uint64_t> bits;
    // More threads than cores are what this is about.
    tbb::task_arena(threads).execute([&] {
        const StudyScene scene = make_scene("h22_block_of_27_cubes", settings, generator);
        Simulation simulation(scene, generator, settings);
        for (int i = 0; i < steps; ++i) {
            const StepRecord record = simulation.step();
            bits.push_back(record.contacts.size());
            for (const ContactPoint& contact : record.contacts) {
                append(bits, contact);
            }
        }
    });
    return bits;
}

void check_repeats(const std::string& generator, int runs, std::span<const int> threads, int steps,
                   int sweeps) {
    const std::vector<std::uint64_t> first = block_contacts(generator, 1, steps, sweeps);
    CHECK(first.size() > static_cast<std::size_t>(steps));
    for (int run = 0; run < runs; ++run) {
        for (const int count : threads) {
            INFO(generator << ", run " << run << ", " << count << " threads");
            CHECK(block_contacts(generator, count, steps, sweeps) == first);
        }
    }
}

}  // namespace

TEST_CASE("the block of cubes gives the same contacts on any number of threads", "[field][slow]") {
    constexpr std::array kThreads{1, 2, 16};
    check_repeats("growth", 3, kThreads, 3, 50);
}

TEST_CASE("the block of cubes gives the same contacts in the full set of runs",
          "[.][full][field]") {
    constexpr std::array kThreads{1, 2, 4, 8, 16};
    for (const Generator& generator : all_generators()) {
        check_repeats(generator.id, 20, kThreads, 100, 1000);
    }
}

}  // namespace touchstone
