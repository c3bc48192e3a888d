#include "testcases/study/experiment_store.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <exception>
#include <nlohmann/json.hpp>
#include <system_error>

#include "methods/base/atomic_file.h"
#include "methods/base/error.h"
#include "methods/base/sha256.h"
#include "methods/base/text_file.h"
#include "testcases/files/json_document.h"
#include "testcases/files/json_optional.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

constexpr const char* kRunSchema = "touchstone-study-run-1";
constexpr std::size_t kMostRunBytes = std::size_t{256} << 20;  // of a run's file

/// All that decides what comes out of a run.
OrderedJson identity_json(const ExperimentRun& run, const RunOrigin& origin) {
    OrderedJson settings = OrderedJson::array();
    for (const Assignment& assignment : run_settings(run)) {
        settings.push_back(assignment.owner + "." + assignment.option + "=" + assignment.value);
    }
    const Variant& variant = run.variant;
    return {{"version", origin.version},
            {"commit", origin.commit},
            {"study", run.experiment},
            {"profile", profile_id(run.settings.profile)},
            {"generator", run.generator},
            {"variant",
             {{"id", variant.id},
              {"shift", variant.shift},
              {"refined", variant.refined},
              {"time_step", optional_json(variant.time_step)}}},
            {"queries", run.queries},
            {"seed", run.seed},
            {"settings", settings}};
}

OrderedJson result_json(const ExperimentResult& result) {
    return {{"tets", result.tets},
            {"counts", result.counts},
            {"correct", result.correct},
            {"correct_at", result.correct_at},
            {"excess", optional_json(result.excess)},
            {"area_coverage", optional_json(result.area_coverage)},
            {"alignments", result.alignments},
            {"drift", result.drift},
            {"tilt", result.tilt},
            {"stands", result.stands}};
}

/// Counts that are no numbers of contacts become -1: what no run gives.
int read_count(const nlohmann::json& json) {
    const bool is_count = json.is_number_unsigned() && json.get<std::uint64_t>() <= INT_MAX;
    return is_count ? json.get<int>() : -1;
}

std::vector<int> read_counts(const nlohmann::json& json) {
    std::vector<int> counts;
    for (const nlohmann::json& count : json) {
        counts.push_back(read_count(count));
    }
    return counts;
}

/// Whether a run can give this, however badly it goes.
bool is_possible(const ExperimentResult& result) {
    constexpr double kFarthest = 1e100;  // [m], and anything else that is measured
    const auto is_measure = [](double value) { return value >= 0.0 && value <= kFarthest; };
    const auto is_count = [](int count) { return count >= 0; };
    return is_count(result.tets) && is_count(result.correct) &&
           std::ranges::all_of(result.counts, is_count) &&
           std::ranges::all_of(result.correct_at, is_count) &&
           std::ranges::all_of(result.alignments, is_measure) &&
           is_measure(result.excess.value_or(0.0)) &&
           is_measure(result.area_coverage.value_or(0.0)) && is_measure(result.drift) &&
           is_measure(result.tilt);
}

ExperimentResult parse_result(const nlohmann::json& json) {
    ExperimentResult result;
    result.tets = read_count(json.at("tets"));
    result.counts = read_counts(json.at("counts"));
    result.correct = read_count(json.at("correct"));
    const std::vector<int> correct_at = read_counts(json.at("correct_at"));
    result.correct_at.fill(-1);
    if (correct_at.size() == result.correct_at.size()) {
        std::ranges::copy(correct_at, result.correct_at.begin());
    }
    result.excess = read_optional<double>(json.at("excess"));
    result.area_coverage = read_optional<double>(json.at("area_coverage"));
    result.alignments = json.at("alignments").get<std::vector<double>>();
    result.drift = json.at("drift").get<double>();
    result.tilt = json.at("tilt").get<double>();
    result.stands = json.at("stands").get<bool>();
    return result;
}

/// Of the values, not of the text: blanks and the order of members do not matter.
std::string checksum(const nlohmann::json& identity, const nlohmann::json& result) {
    return hex(sha256(identity.dump() + result.dump()));
}

fs::path run_file(const ExperimentLoop& loop, const ExperimentRun& run) {
    return *loop.folder / (run_key(run) + ".json");
}

/// Nothing when the run is still to be done.
std::optional<ExperimentResult> find_finished(const ExperimentRun& run,
                                              const ExperimentLoop& loop) {
    if (!loop.folder || !fs::exists(run_file(loop, run))) {
        return std::nullopt;
    }
    const fs::path file = run_file(loop, run);
    try {
        return parse_run(read_text_file(file, kMostRunBytes), file.string(), run, loop.origin);
    } catch (const FileError& error) {
        if (loop.note) {
            loop.note(std::string(error.what()) + "; this run is done anew");
        }
        return std::nullopt;
    }
}

std::optional<ExperimentResult> do_run(const ExperimentRun& run, const ExperimentLoop& loop,
                                       Watch& watch) {
    // One thread per run: a second one would wait for a step's short loops, and a thread that
    // waits must not begin another run in between.
    tbb::task_arena alone(1);
    std::optional<ExperimentResult> result =
        alone.execute([&] { return run_experiment(run, [&] { return watch.stopped(); }); });
    if (result && loop.folder) {
        write_file_atomically(run_file(loop, run), write_run(run, loop.origin, *result));
    }
    return result;
}

}  // namespace

std::string write_run(const ExperimentRun& run, const RunOrigin& origin,
                      const ExperimentResult& result) {
    const OrderedJson identity = identity_json(run, origin);
    const OrderedJson outcome = result_json(result);
    const OrderedJson document{{"schema", kRunSchema},
                               {"run", identity},
                               {"result", outcome},
                               {"checksum", checksum(identity, outcome)}};
    return document.dump(1) + "\n";
}

std::optional<ExperimentResult> parse_run(std::string_view text, const std::string& file_name,
                                          const ExperimentRun& run, const RunOrigin& origin) {
    const nlohmann::json document = parse_json(text, file_name).value;
    try {
        if (document.at("schema") != kRunSchema) {
            return std::nullopt;
        }
        const nlohmann::json& identity = document.at("run");
        const nlohmann::json& outcome = document.at("result");
        if (document.at("checksum") != checksum(identity, outcome)) {
            throw FileError(file_name + ": damaged: its checksum does not fit");
        }
        if (identity != nlohmann::json(identity_json(run, origin))) {
            return std::nullopt;
        }
        ExperimentResult result = parse_result(outcome);
        if (!is_possible(result)) {
            throw FileError(file_name + ": damaged: it has a number that no run gives");
        }
        return result;
    } catch (const nlohmann::json::exception&) {
        throw FileError(file_name + ": damaged: not a file of schema " + kRunSchema);
    }
}

std::vector<std::optional<ExperimentResult>> complete_runs(const std::vector<ExperimentRun>& runs,
                                                           const ExperimentLoop& loop) {
    const int total = static_cast<int>(runs.size());
    if (loop.folder) {
        std::error_code error;
        fs::create_directories(*loop.folder, error);
        if (error) {
            throw FileError(loop.folder->string() + ": cannot be made: " + error.message());
        }
    }
    Watch watch(loop.watcher, total);
    std::vector<std::optional<ExperimentResult>> results;
    for (const ExperimentRun& run : runs) {
        results.push_back(find_finished(run, loop));
        if (results.back()) {
            watch.add_done();
        }
    }
    std::vector<std::exception_ptr> errors(runs.size());
    const auto work = [&](int i) {
        if (results[i] || watch.stopped()) {
            return;
        }
        try {
            results[i] = do_run(runs[i], loop, watch);
            if (results[i]) {
                watch.add_done();
            }
        } catch (...) {
            // Which one fails first is chance; the message must not be.
            errors[i] = std::current_exception();
        }
    };
    tbb::task_arena arena(loop.jobs == 0 ? tbb::task_arena::automatic : loop.jobs);
    arena.execute([&] { tbb::parallel_for(0, total, work, tbb::simple_partitioner()); });
    for (const std::exception_ptr& error : errors) {
        if (error) {
            std::rethrow_exception(error);
        }
    }
    return results;
}

}  // namespace touchstone
