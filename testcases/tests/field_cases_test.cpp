#include "testcases/field_cases.h"

#include <tbb/global_control.h>
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

LimitReport limits_of(const std::string& id, const std::string& generator,
                      const StudySettings& settings) {
    return run_limits(make_scene(id, settings, generator), generator, settings);
}

std::string broken(const LimitReport& report) {
    std::string names;
    for (const LimitOutcome& outcome : report.outcomes) {
        if (!outcome.held) {
            names += (names.empty() ? "" : ", ") + outcome.name;
        }
    }
    return names;
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
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
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

TEST_CASE("the triangular prism stands still under all generators but one", "[field][limits]") {
    const StudySettings settings = with_sweeps(50);
    for (const Generator& generator : all_generators()) {
        const LimitReport report =
            limits_of("h07_triangular_prism_on_plane", generator.id, settings);
        INFO(generator.id);
        CHECK(report.steps == 1000);
        CHECK(broken(report) == (generator.id == "consistent_vertex" ? "max_overlap" : ""));
    }
}

TEST_CASE("the stack of cubes carries its weight, but its contacts come and go",
          "[field][limits]") {
    // The forces are right to 1 % after 1000 steps; 50 sweeps are too few for a micrometre.
    const std::string generator = GENERATE("closest_points", "opposing");
    INFO(generator);
    const LimitReport report = limits_of("h18_stack_of_five_cubes", generator, with_sweeps(50));
    CHECK(report.outcomes.size() == 8);
    CHECK(broken(report) == "max_drift, max_tilt_deg, persistence");
}

TEST_CASE(
    "a heavy box falls off when sweeps are few, and the report says that the solver is far off",
    "[field][limits]") {
    const LimitReport report = limits_of("h19_heavy_box_on_light_box", "opposing", with_sweeps(50));
    CHECK_THAT(broken(report), Catch::Contains("max_overlap"));
    CHECK(report.diverging_sweeps > 0);
    CHECK(report.largest_error > 1.0);  // [N s]; a step's weight is 2480 N s
}

TEST_CASE("the simulations of the field with all sweeps", "[.][full][field]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    CHECK(broken(limits_of("h18_stack_of_five_cubes", "opposing", settings)) ==
          "max_drift, max_tilt_deg, persistence");
    const LimitReport heavy = limits_of("h19_heavy_box_on_light_box", "opposing", settings);
    CHECK(broken(heavy) == "max_tilt_deg, max_overlap, contacts_per_pair");
}

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
