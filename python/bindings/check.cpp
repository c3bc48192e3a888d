#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <utility>

#include "methods/base/error.h"
#include "python/bindings/bindings.h"
#include "python/bindings/long_call.h"
#include "python/bindings/python_generator.h"
#include "python/bindings/scene.h"
#include "reports/provenance/version.h"
#include "reports/shell/output_file.h"
#include "reports/tables/failed_methods.h"
#include "reports/tables/regression/baseline_requests.h"
#include "reports/tables/regression/figures.h"
#include "testcases/query/scene_stock.h"
#include "testcases/study/usual_generators.h"

namespace touchstone::python {
namespace {

using reports::Baseline;
using reports::BaselineRun;
using reports::FigureRow;
using reports::Movement;

/// The movements against a baseline.
struct CheckResult {
    std::vector<Movement> movements;
    int rows = 0;                       ///< that were compared
    std::vector<std::string> failures;  ///< lines about methods that failed in all of their rows
};

/// The options of `check` for a new baseline; they must be empty for one that exists.
struct NewRun {
    py::object cases;
    py::object generators;
    std::optional<std::vector<int>> queries;
    std::optional<std::string> profile;

    bool is_given() const {
        return !cases.is_none() || !generators.is_none() || queries || profile;
    }
};

BaselineRun make_run(const NewRun& given, const std::filesystem::path& file, SceneStock& stock) {
    BaselineRun run;
    run.cases = given.cases.is_none() ? std::vector<std::string>{"all"} : case_names(given.cases);
    run.generators =
        given.generators.is_none()
            ? usual_generators(session_methods(), reports::baseline_cases(run, file), stock)
            : generator_ids(given.generators);
    run.queries = given.queries.value_or(std::vector<int>{1, 2, 3});
    run.profile = given.profile.value_or("corrected");
    return run;
}

Baseline load_baseline(const std::filesystem::path& file, bool update, const NewRun& given,
                       SceneStock& stock) {
    if (given.is_given() && !update) {
        throw UsageError(
            "a baseline names its cases, generators, queries and profile itself; they are taken "
            "with update=True alone, for a new one");
    }
    std::error_code error;
    const bool exists = std::filesystem::exists(file, error);
    if (exists && !given.is_given()) {
        return reports::read_baseline(file);
    }
    if (!update) {
        throw FileError(file.string() + ": does not exist; make it with update=True");
    }
    Baseline baseline;
    baseline.tolerances =
        exists ? reports::read_baseline(file).tolerances : reports::default_tolerances();
    baseline.runs.push_back(make_run(given, file, stock));
    return baseline;
}

struct Part {
    int run = 0;
    StudyRequest request;
};

std::vector<Part> make_parts(const Baseline& baseline, const std::filesystem::path& file,
                             int threads, const std::shared_ptr<SceneStock>& stock) {
    std::vector<Part> parts;
    for (int i = 0; i < std::ssize(baseline.runs); ++i) {
        for (StudyRequest& request :
             reports::baseline_requests(baseline.runs[i], file, session_methods(), stock)) {
            request.threads = allowed_threads(request.generators, threads);
            parts.push_back({i, std::move(request)});
        }
    }
    const bool asks = std::ranges::any_of(parts, [](const Part& part) {
        return !part.request.cases.empty() && !part.request.generators.empty();
    });
    if (!asks) {
        throw FileError(file.string() +
                        ": asks nothing: its runs name no cases, generators or "
                        "queries; make it anew with update=True");
    }
    return parts;
}

std::vector<FigureRow> run_parts(const std::vector<Part>& parts,
                                 std::vector<reports::MethodTally>& tallies) {
    std::vector<FigureRow> rows;
    std::set<std::string> warnings;  // each query asks the same scenes
    for (const Part& part : parts) {
        StudyResult result;
        SignalWatch watch;
        {
            const LongCall call;
            result = run_study(part.request, watch.watcher());
        }
        watch.rethrow();
        warnings.insert(result.warnings.begin(), result.warnings.end());
        for (const StudyRow& row : result.rows) {
            rows.push_back(reports::make_figure_row(row, part.run));
            reports::count_row(tallies, row.generator_id, row);
        }
    }
    warn({warnings.begin(), warnings.end()});
    return rows;
}

CheckResult check_baseline(const std::filesystem::path& file, bool update, const py::object& cases,
                           const py::object& generators,
                           const std::optional<std::vector<int>>& queries,
                           const std::optional<std::string>& profile, int threads) {
    const auto stock = std::make_shared<SceneStock>();
    Baseline baseline = load_baseline(file, update, {cases, generators, queries, profile}, *stock);
    const std::vector<Part> parts = make_parts(baseline, file, threads, stock);
    if (baseline.rows.empty() && !update) {
        throw FileError(file.string() +
                        ": holds no answers to compare with; write today's with update=True");
    }
    std::vector<reports::MethodTally> tallies;
    std::vector<FigureRow> rows = run_parts(parts, tallies);
    CheckResult result;
    result.failures = reports::failed_in_all(tallies);
    if (update && !result.failures.empty()) {
        throw Error(result.failures.front() + "; " + file.string() +
                    " not written: a baseline of failures would pass whatever comes");
    }
    result.rows = static_cast<int>(rows.size());
    if (!baseline.rows.empty()) {
        result.movements = reports::find_movements(baseline.rows, rows, baseline.tolerances);
    }
    if (update) {
        baseline.version = reports::program_version();
        baseline.commit = reports::program_commit();
        baseline.rows = std::move(rows);
        reports::write_output(file,
                              [&](std::ostream& out) { reports::write_baseline(out, baseline); });
    }
    return result;
}

py::list movements_of(const CheckResult& result) {
    py::list list;
    for (const Movement& movement : result.movements) {
        py::dict entry;
        entry["case"] = movement.key.case_id;
        entry["generator"] = movement.key.generator_id;
        entry["profile"] = movement.key.profile;
        entry["query"] = movement.key.query;
        entry["what"] = movement.what;
        entry["before"] = movement.before;
        entry["after"] = movement.after;
        entry["better"] = movement.turn == reports::Turn::Neither
                              ? std::optional<bool>()
                              : std::optional(movement.turn == reports::Turn::Better);
        list.append(entry);
    }
    return list;
}

}  // namespace

void bind_check(py::module_& module) {
    py::class_<CheckResult>(module, "Check",
                            "What has moved against a baseline: true if nothing, and every method "
                            "answered somewhere.")
        .def("__bool__",
             [](const CheckResult& result) {
                 return result.movements.empty() && result.failures.empty();
             })
        .def_readonly("failures", &CheckResult::failures,
                      "A line for each method that failed in all of its rows.")
        .def_readonly("rows", &CheckResult::rows, "How many were compared.")
        .def_property_readonly("movements", &movements_of,
                               "Dicts of case, generator, profile, query, what, before, after and "
                               "better (True, False, or None where that is not known).")
        .def("__repr__", [](const CheckResult& result) {
            const std::size_t failed = result.failures.size();
            return "<Check: " + std::to_string(result.movements.size()) + " moved, in " +
                   std::to_string(result.rows) + " rows" +
                   (failed == 0 ? ""
                                : "; " + std::to_string(failed) +
                                      (failed == 1 ? " method" : " methods") + " failed in all") +
                   ">";
        });
    module.def("check", &check_baseline, py::arg("baseline"), py::arg("update") = false,
               py::arg("cases") = py::none(), py::arg("generators") = py::none(),
               py::arg("queries") = py::none(), py::arg("profile") = py::none(),
               py::arg("threads") = 0,
               R"(Compares today's answers with a baseline, as `touchstone check` does.

`baseline`: the file. With update=True today's answers are written to it; the arguments after that
say what a new one asks: cases and generators as of report(), the numbers of the queries, 1, 2 and 3
for None, and the profile. A generator that is a Python function is added before. Ctrl-C ends it
between two rows, and nothing is written; nor is it where a method failed in all of its rows.)");
}

}  // namespace touchstone::python
