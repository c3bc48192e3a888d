// Measures the time of a contact-time query: for every method on the sets of queries that are made
// here, the mean over all queries of one kind. A limit of 100,000 boxes, or another one, keeps the
// slowest within reason.
//
//   touchstone-continuous-bench --benchmark_filter=^sheets/
//   touchstone-continuous-bench FOLDER --max_boxes=1000000       other sets: names, files, folders
//
// Built with TOUCHSTONE_TIGHT_INCLUSION=FOLDER, there is a row for the public code of Wang et al.
// [2021].

#include <benchmark/benchmark.h>

#include <exception>
#include <iostream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "generators/continuous/impact_method.h"
#include "methods/base/error.h"
#include "methods/base/options/option_makers.h"
#include "testcases/impacts/queries/query_sets.h"

#ifdef TOUCHSTONE_PUBLIC_TIGHT_INCLUSION
#include "testcases/bench/public_tight_inclusion.h"
#endif

namespace touchstone {
namespace {

constexpr const char* kSets[]{"sheets:n=30", "sheets",      "cloth",  "cloth:n=40",
                              "degenerate",  "end_of_step", "samples"};

using Queries = std::vector<ImpactQuery>;

Queries load_queries(const std::string& set, ImpactKind kind) {
    const QuerySet queries = find_set_or_path(set);
    const QueryStream next = queries.open();
    Queries result;
    StatedQuery stated;
    while (next(stated)) {
        if (stated.query.kind == kind) {
            result.push_back(stated.query);
        }
    }
    return result;
}

void time_impacts(benchmark::State& state, const Queries& queries, const ImpactMethod& method,
                  int max_boxes) {
    ImpactSettings settings;
    settings.max_boxes = max_boxes;
    std::int64_t hits = 0;
    std::int64_t work = 0;
    for (auto _ : state) {
        hits = 0;
        work = 0;
        for (const ImpactQuery& query : queries) {
            const Impact impact = method.find(query, settings);
            hits += impact.hit ? 1 : 0;
            work += impact.work;
        }
        benchmark::DoNotOptimize(hits);
    }
    const auto count = static_cast<double>(queries.size());
    state.counters["queries"] = count;
    state.counters["hits"] = static_cast<double>(hits);
    state.counters["boxes"] = static_cast<double>(work) / count;
    state.counters["per_query"] = benchmark::Counter(
        count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

std::vector<ImpactMethod> timed_methods() {
    std::vector<ImpactMethod> methods(all_impact_methods().begin(), all_impact_methods().end());
#ifdef TOUCHSTONE_PUBLIC_TIGHT_INCLUSION
    methods.push_back({"public_code", "Public tight inclusion", "public code of Wang et al. [2021]",
                       false, true, public_tight_inclusion});
#endif
    return methods;
}

/// Queries that are read when the first benchmark of a set runs, since large ones take their time.
const Queries& queries_of(const std::string& set, ImpactKind kind) {
    static std::map<std::pair<std::string, ImpactKind>, Queries> kept;
    const auto [place, is_new] = kept.try_emplace({set, kind});
    if (is_new) {
        place->second = load_queries(set, kind);
    }
    return place->second;
}

void register_set(const std::string& set, int max_boxes) {
    for (const ImpactKind kind : {ImpactKind::VertexFace, ImpactKind::EdgeEdge}) {
        for (const ImpactMethod& method : timed_methods()) {
            const std::string name =
                set + "/" + std::string(kind_name(kind)) + "/" + std::string(method.id);
            benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
                time_impacts(state, queries_of(set, kind), method, max_boxes);
            })->Unit(benchmark::kMicrosecond);
        }
    }
}

/// What a command line asks for, besides the options that the library has taken from it.
struct Asked {
    std::vector<std::string> sets;
    int max_boxes = 100'000;
};

/// Throws UsageError for an option that is none.
Asked parse_arguments(std::span<char*> arguments) {
    constexpr NumberRange kBoxes{1.0, 1e9, "whole number in [1, 1000000000]"};
    constexpr std::string_view kMaxBoxes = "--max_boxes=";
    Asked asked;
    for (const std::string_view argument : arguments) {
        if (argument.starts_with(kMaxBoxes)) {
            const std::string_view text = argument.substr(kMaxBoxes.size());
            if (!take(asked.max_boxes, parse_count_in(text, kBoxes))) {
                throw UsageError("--max_boxes must be a " + std::string(kBoxes.text) + ", found '" +
                                 std::string(text) + "'");
            }
        } else if (argument.starts_with("--")) {
            throw UsageError("unknown option '" + std::string(argument) +
                             "'; give sets, files, folders, --max_boxes=N or --benchmark_…");
        } else {
            asked.sets.emplace_back(argument);
        }
    }
    if (asked.sets.empty()) {
        asked.sets.assign(std::begin(kSets), std::end(kSets));
    }
    return asked;
}

}  // namespace
}  // namespace touchstone

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    try {
        const touchstone::Asked asked =
            touchstone::parse_arguments({argv + 1, static_cast<std::size_t>(argc - 1)});
        for (const std::string& set : asked.sets) {
            touchstone::register_set(set, asked.max_boxes);
        }
        benchmark::RunSpecifiedBenchmarks();
    } catch (const std::exception& error) {
        std::cerr << "touchstone-continuous-bench: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
