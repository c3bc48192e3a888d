#include "testcases/cases/field_cases.h"

#include <tbb/global_control.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "methods/base/parallel/parallel.h"
#include "methods/testing/catch.h"
#include "testcases/motion/limits.h"
#include "testcases/study/study.h"

// The results of the generators on the field cases. The table of all results is in
// docs/results/field_cases.md; tested here are those that a user would miss most, and the
// simulations.

namespace touchstone {
namespace {

StudySettings with_sweeps(int sweeps) {
    StudySettings settings = make_study_settings(Profile::Corrected);
    assign(settings, {"solver", "max_sweeps", std::to_string(sweeps)});
    return settings;
}

/// Returns settings in which each step starts with the impulses of the last one: a stack that
/// hardly moves is then closer to its solution with every step.
StudySettings with_warm_sweeps(int sweeps) {
    StudySettings settings = with_sweeps(sweeps);
    assign(settings, {"solver", "warm_start", "on"});
    assign(settings, {"solver", "r_strategy", "blocked"});
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

/// Returns, by name, the limits of the scene and its variants, which may have a simulation of their
/// own.
std::map<std::string, LimitReport> all_limits_of(const std::string& id,
                                                 const std::string& generator,
                                                 const StudySettings& settings) {
    const StudyScene scene = make_scene(id, settings, generator);
    std::map<std::string, LimitReport> reports{{"", run_limits(scene, generator, settings)}};
    for (const StudyScene& variant : scene.variants) {
        reports[variant.test_case.id] = run_limits(variant, generator, settings);
    }
    return reports;
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

/// Checks the order: by body pair and, within it, by position as in generators/find_contacts.h,
/// except for `semi_local`, which sorts by features.
void check_order(const std::string& generator, const std::vector<ContactPoint>& contacts) {
    const auto pair_of = [](const ContactPoint& contact) {
        return std::pair(contact.body_a, contact.body_b);
    };
    CHECK(std::ranges::is_sorted(contacts, {}, pair_of));
    if (generator != "semi_local") {
        CHECK(std::ranges::is_sorted(contacts, {}, [&](const ContactPoint& contact) {
            const Vec3& p = contact.position;
            return std::tuple(pair_of(contact), p.y(), p.x(), p.z());
        }));
    }
}

/// Returns all contacts of so many steps of the block of cubes, on so many threads.
std::vector<std::uint64_t> block_contacts(const std::string& generator, int threads, int steps,
                                          int sweeps) {
    const StudySettings settings = with_sweeps(sweeps);
    std::vector<std::uint64_t> bits;
    // The test needs more threads than cores.
    const tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(threads));
    Arena(threads).execute([&] {
        const StudyScene scene = make_scene("h22_block_of_27_cubes", settings, generator);
        Simulation simulation(scene, generator, settings);
        for (int i = 0; i < steps; ++i) {
            const StepRecord record = simulation.step();
            bits.push_back(record.contacts.size());
            check_order(generator, record.contacts);
            for (const ContactPoint& contact : record.contacts) {
                append(bits, contact);
            }
        }
    });
    return bits;
}

/// Runs the given number of times on each number of threads in turn.
void check_repeats(const std::string& generator, int runs, std::span<const int> threads, int steps,
                   int sweeps) {
    const std::vector<std::uint64_t> first = block_contacts(generator, 1, steps, sweeps);
    CHECK(first.size() > static_cast<std::size_t>(steps));
    for (int run = 0; run < runs; ++run) {
        const int count = threads[run % threads.size()];
        INFO(generator << ", run " << run << ", " << count << " threads");
        CHECK(block_contacts(generator, count, steps, sweeps) == first);
    }
}

}  // namespace

TEST_CASE("the triangular prism stands still under all generators but one", "[field][limits]") {
    const StudySettings settings = with_sweeps(50);
    for (const Generator& generator : all_generators()) {
        if (!generator.is_for_all()) {
            continue;
        }
        INFO(generator.id);
        for (const auto& [variant, report] :
             all_limits_of("h07_triangular_prism_on_plane", generator.id, settings)) {
            INFO(variant);
            CHECK(report.steps == 1000);
            CHECK(broken(report) == (generator.id == "consistent_vertex" ? "max_overlap" : ""));
        }
    }
}

TEST_CASE("with 50 sweeps a stack keeps its contacts, its weight and its place",
          "[field][limits]") {
    const LimitReport report =
        limits_of("h18_stack_of_five_cubes", "semi_local", with_warm_sweeps(50));
    CHECK(report.outcomes.size() == 8);
    CHECK(broken(report).empty());
    CHECK(report.outcomes[0].found < 1e-9);  // [m]
    CHECK(report.largest_error < 1e-6);      // [N s]; the stack's weight in a step is 982 N s
}

TEST_CASE("contacts that come and go are what breaks the persistence of a stack",
          "[field][limits]") {
    const std::string generator = GENERATE("closest_points", "opposing");
    INFO(generator);
    const LimitReport report = limits_of("h18_stack_of_five_cubes", generator, with_sweeps(50));
    CHECK(broken(report) == "max_drift, max_tilt_deg, persistence");
}

TEST_CASE("with 50 sweeps a box stays on one that is a thousand times lighter", "[field][limits]") {
    auto reports = all_limits_of("h19_heavy_box_on_light_box", "semi_local", with_warm_sweeps(50));
    REQUIRE(reports.size() == 4);
    for (const auto& [variant, report] : reports) {
        INFO(variant);
        CHECK(broken(report).empty());
        CHECK(report.largest_error < 1e-6);  // [N s]
    }
}

TEST_CASE("where each step begins without impulses the report says when the solver is far off",
          "[field][limits]") {
    StudySettings settings = with_sweeps(50);
    assign(settings, {"solver", "warm_start", "off"});
    auto reports = all_limits_of("h19_heavy_box_on_light_box", "semi_local", settings);
    CHECK_THAT(broken(reports["ratio_1000"]), Catch::StartsWith("max_drift, max_tilt_deg"));
    // [N s]: the report blames the solver.
    CHECK(reports["ratio_1000"].largest_error > 1.0);
}

TEST_CASE("a box falls off a lighter one when each step begins anew", "[field][limits]") {
    const LimitReport report = limits_of("h19_heavy_box_on_light_box", "opposing", with_sweeps(50));
    CHECK_THAT(broken(report), Catch::Contains("max_overlap"));
    CHECK(report.diverging_sweeps > 0);
    CHECK(report.largest_error > 1.0);  // [N s]; a step's weight is 2480 N s
}

TEST_CASE("all limits of the field hold once the solver has the sweeps", "[.][full][field]") {
    const StudySettings settings = with_warm_sweeps(3000);
    for (const char* id : {"h07_triangular_prism_on_plane", "h18_stack_of_five_cubes",
                           "h19_heavy_box_on_light_box"}) {
        for (const auto& [variant, report] : all_limits_of(id, "semi_local", settings)) {
            INFO(id << ", " << variant);
            CHECK(report.steps == 1000);
            CHECK(broken(report).empty());
        }
    }
}

TEST_CASE("the block of cubes gives the same contacts on any number of threads", "[field][slow]") {
    constexpr std::array kThreads{1, 2, 16};
    check_repeats("growth", 3, kThreads, 3, 50);
    check_repeats("semi_local", 3, kThreads, 3, 50);
}

TEST_CASE("the block of cubes gives the same contacts in the full set of runs",
          "[.][full][field]") {
    // As required by the file's `x-repeat`, which leaves the sweeps open: a thousand would take
    // hours.
    constexpr std::array kThreads{1, 2, 4, 8, 16};
    for (const Generator& generator : all_generators()) {
        if (generator.is_for_all()) {
            check_repeats(generator.id, 20, kThreads, 100, 50);
        }
    }
}

}  // namespace touchstone
