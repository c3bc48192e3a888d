#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <sstream>
#include <variant>

#include "generators/continuous/impact_options.h"
#include "methods/base/error.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/errors.h"
#include "python/bindings/long_call.h"
#include "reports/folders/impact_folder.h"
#include "reports/tables/impacts/impact_table.h"
#include "reports/writers/impacts/impact_writers.h"
#include "testcases/impacts/impact_study.h"

namespace touchstone::python {

using reports::ImpactReport;

namespace {

/// A query with its settings, as Python functions are given it.
struct QueryOfImpact {
    ImpactQuery query;
    ImpactSettings settings;
};

/// A report, and the sets that it is about.
struct AnsweredImpacts : ImpactReport {
    std::vector<QuerySet> sets;
};
using ImpactsHolder = std::shared_ptr<AnsweredImpacts>;

py::array_t<double> rows_of(const std::array<Vec3, 4>& points) {
    return copy_rows(std::vector<Vec3>(points.begin(), points.end()));
}

std::array<Vec3, 4> read_points(const py::object& object, const char* what) {
    using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;
    const Numbers numbers = Numbers::ensure(object);
    if (!numbers) {
        PyErr_Clear();
    }
    if (!numbers || numbers.ndim() != 2 || numbers.shape(0) != 4 || numbers.shape(1) != 3) {
        throw UsageError(std::string(what) + " must be four points: numbers of shape (4, 3)");
    }
    std::array<Vec3, 4> points;
    for (py::ssize_t i = 0; i < 4; ++i) {
        points[static_cast<std::size_t>(i)] = Vec3(numbers.data(i));
    }
    return points;
}

ImpactSettings checked_impact_settings(double separation, double tolerance, double t_max,
                                       int max_boxes) {
    ImpactSettings settings;
    settings.separation = separation;
    settings.tolerance = tolerance;
    settings.t_max = t_max;
    settings.max_boxes = max_boxes;
    validate(settings);
    return settings;
}

QueryOfImpact make_query(const std::string& kind, const py::object& start, const py::object& end,
                         double separation, double tolerance, double t_max, int max_boxes) {
    QueryOfImpact asked;
    asked.query.kind = find_impact_kind(kind);
    asked.query.start = read_points(start, "start");
    asked.query.end = read_points(end, "end");
    validate(asked.query);
    asked.settings = checked_impact_settings(separation, tolerance, t_max, max_boxes);
    return asked;
}

/// Returns an impact in the form in which functions answer.
py::object as_answer(const Impact& impact) {
    if (!impact.hit) {
        return py::none();
    }
    return std::isnan(impact.time) ? py::object(py::bool_(true)) : py::float_(impact.time);
}

py::object ask_built_in(const QueryOfImpact& asked, const std::string& method) {
    const std::vector<std::string> ids{method};
    const std::vector<AskedMethod> methods = find_asked_methods(ids);
    if (methods.size() != 1) {
        throw UsageError("one method answers, found '" + method + "'");
    }
    StatedQuery stated;
    stated.query = asked.query;
    return as_answer(methods[0].ask(asked.query, settings_for(asked.settings, methods[0], stated)));
}

/// Throws GeneratorFault for what is no answer.
Impact read_impact(const py::object& answer, const std::string& id, double t_max) {
    Impact impact;
    // A comparison of numpy's numbers is a bool of its own, which also reads as a number.
    const bool is_bool = py::isinstance<py::bool_>(answer) ||
                         py::isinstance(answer, py::module_::import("numpy").attr("bool_"));
    if (answer.is_none() || is_bool) {
        impact.hit = is_bool && static_cast<bool>(py::bool_(answer));
        return impact;
    }
    const double time = PyFloat_AsDouble(answer.ptr());
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        throw GeneratorFault(
            Outcome::Failed,
            "'" + id + "' returned a " +
                py::str(py::type::of(answer).attr("__name__")).cast<std::string>() +
                "; a time, True, or None without a touch are answers");
    }
    if (!(time >= 0.0 && time <= t_max)) {
        throw GeneratorFault(Outcome::Failed, "the time of '" + id + "', " + std::to_string(time) +
                                                  ", is not in [0, t_max]");
    }
    impact.hit = true;
    impact.time = time;
    return impact;
}

/// Asks a function; without Python's lock.
Impact ask_function(const py::object& function, const std::string& id, const ImpactQuery& query,
                    const ImpactSettings& settings) {
    const py::gil_scoped_acquire lock;
    try {
        return read_impact(function(QueryOfImpact{query, settings}), id, settings.t_max);
    } catch (py::error_already_set& error) {
        if (error.matches(error_types().generator_fault)) {
            throw GeneratorFault(Outcome::Failed, py::str(error.value()).cast<std::string>());
        }
        throw;
    }
}

bool flag_of(const py::object& function, const char* name) {
    return py::bool_(py::getattr(function, name, py::bool_(false)));
}

/// Makes a method of a Python function, with the id it is given or that of its own name.
ExternalImpactMethod method_of_function(const std::string& id, const py::object& function) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    if (id.empty() || !std::ranges::all_of(id, plain)) {
        throw UsageError("'" + id +
                         "' cannot be the id of a method: take small letters, digits and _, as "
                         "in methods=[(\"mine\", function)]");
    }
    ExternalImpactMethod method;
    method.id = id;
    method.title = id;
    method.conservative = flag_of(function, "conservative");
    method.takes_separation = flag_of(function, "takes_separation");
    // Counted without Python's lock, which copies of an object would need.
    const auto held = std::make_shared<const py::object>(function);
    method.find = [held, id](const ImpactQuery& query, const ImpactSettings& settings) {
        return ask_function(*held, id, query, settings);
    };
    return method;
}

/// Returns the functions among the methods, and appends the ids among them to `ids`.
std::vector<ExternalImpactMethod> functions_of(const py::object& methods,
                                               std::vector<std::string>& ids) {
    std::vector<ExternalImpactMethod> functions;
    const bool is_single = py::isinstance<py::str>(methods) || PyCallable_Check(methods.ptr()) != 0;
    const py::object all = is_single ? py::object(py::make_tuple(methods)) : methods;
    for (const py::handle item : py::iter(all)) {
        if (py::isinstance<py::str>(item)) {
            ids.push_back(item.cast<std::string>());
        } else if (PyCallable_Check(item.ptr()) != 0) {
            const py::object name = py::getattr(item, "__name__", py::str("")).cast<py::object>();
            functions.push_back(method_of_function(py::str(name).cast<std::string>(),
                                                   py::reinterpret_borrow<py::object>(item)));
        } else if (py::isinstance<py::tuple>(item) && py::len(item) == 2 &&
                   PyCallable_Check(item.cast<py::tuple>()[1].ptr()) != 0) {
            const py::tuple named = item.cast<py::tuple>();
            functions.push_back(
                method_of_function(py::str(named[0]).cast<std::string>(), py::object(named[1])));
        } else {
            throw py::type_error(
                "a method is an id, a function(query), or a tuple of an id and a function");
        }
    }
    return functions;
}

std::vector<AskedMethod> read_methods(const py::object& methods, int& threads) {
    std::vector<std::string> ids;
    std::vector<ExternalImpactMethod> functions;
    if (methods.is_none()) {
        ids = {"all"};
    } else {
        functions = functions_of(methods, ids);
    }
    if (!functions.empty()) {
        if (threads > 1) {
            throw UsageError("'" + functions.front().id +
                             "' is a Python function, which is asked on one thread: leave out "
                             "threads");
        }
        threads = 1;
    }
    std::vector<AskedMethod> asked = find_asked_methods(ids);
    append_others(asked, functions);
    return asked;
}

std::vector<QuerySet> read_sets(const py::object& names) {
    std::vector<QuerySet> sets;
    const bool is_single = py::isinstance<py::str>(names) || py::hasattr(names, "__fspath__");
    const py::object all = is_single ? py::object(py::make_tuple(names)) : names;
    for (const py::handle item : py::iter(all)) {
        sets.push_back(find_set_or_path(py::str(item).cast<std::string>()));
    }
    return sets;
}

ImpactsHolder make_impact_report(const py::object& sets, const py::object& methods,
                                 double separation, double tolerance, double t_max, int max_boxes,
                                 int timings, int threads) {
    constexpr int kMostTimings = 100;  // as on the command line
    constexpr int kMostThreads = 1024;
    if (timings < 0 || timings > kMostTimings) {
        throw UsageError("timings must be in 0…100, found " + std::to_string(timings));
    }
    if (threads < 0 || threads > kMostThreads) {
        throw UsageError("threads must be in 0…1024, found " + std::to_string(threads));
    }
    const auto report = std::make_shared<AnsweredImpacts>();
    report->settings = checked_impact_settings(separation, tolerance, t_max, max_boxes);
    report->sets = read_sets(sets);
    ImpactLoop loop;
    loop.threads = threads;
    ImpactStudyRequest request{.sets = report->sets,
                               .methods = read_methods(methods, loop.threads),
                               .settings = report->settings,
                               .timing_rounds = timings};
    report->own = own_sections(request.methods);
    SignalWatch watch;
    loop.watcher = watch.watcher();
    {
        const LongCall call;
        report->result = run_impact_study(request, loop);
    }
    watch.rethrow();
    return report;
}

py::list rows_of_report(const AnsweredImpacts& report) {
    const std::vector<reports::ImpactColumn> columns = reports::impact_columns();
    py::list rows;
    for (const ImpactStudyRow& row : report.result.rows) {
        py::dict cells;
        for (const reports::ImpactColumn& column : columns) {
            const reports::TableValue value = column.value(row);
            cells[py::str(column.id)] =
                std::holds_alternative<std::monostate>(value) ? py::none() : py::cast(value);
        }
        py::list wrong;
        for (const std::vector<WrongImpact>* list : {&row.wrong, &row.false_hits}) {
            for (const WrongImpact& one : *list) {
                wrong.append(py::make_tuple(one.number, impact_verdict_id(one.verdict)));
            }
        }
        cells["wrong"] = wrong;
        rows.append(cells);
    }
    return rows;
}

template <typename Write>
std::string text_of(const AnsweredImpacts& report, const Write& write) {
    std::ostringstream text;
    write(text, report);
    return text.str();
}

void save_impacts(const AnsweredImpacts& report, const std::filesystem::path& folder) {
    const LongCall call;
    reports::write_impact_folder(folder, report, report.sets,
                                 "touchstone.report_ccd(…).save(…) in Python");
}

void bind_query_of_impact(py::module_& module) {
    py::class_<QueryOfImpact>(
        module, "ImpactQuery",
        R"(Two elements of meshes in straight motion from t = 0 to t = 1: do they touch, and when first?

"vertex-face": point 0 is the vertex, points 1 to 3 the corners of the face. "edge-edge": points 0
and 1 are the ends of one edge, 2 and 3 those of the other. Metres, world frame.)")
        .def(py::init(&make_query), py::arg("kind"), py::arg("start"), py::arg("end"),
             py::arg("separation") = 0.0, py::arg("tolerance") = 1e-6, py::arg("t_max") = 1.0,
             py::arg("max_boxes") = 1'000'000)
        .def_property_readonly(
            "kind",
            [](const QueryOfImpact& asked) { return std::string(kind_name(asked.query.kind)); },
            "\"vertex-face\" or \"edge-edge\".")
        .def_property_readonly(
            "start", [](const QueryOfImpact& asked) { return rows_of(asked.query.start); },
            "(4, 3) the points at t = 0 [m].")
        .def_property_readonly(
            "end", [](const QueryOfImpact& asked) { return rows_of(asked.query.end); },
            "(4, 3) the points at t = 1 [m].")
        .def_property_readonly(
            "separation", [](const QueryOfImpact& asked) { return asked.settings.separation; },
            "Distance in the maximum norm that counts as touching [m].")
        .def_property_readonly(
            "tolerance", [](const QueryOfImpact& asked) { return asked.settings.tolerance; },
            "Length to refine to [m].")
        .def_property_readonly(
            "t_max", [](const QueryOfImpact& asked) { return asked.settings.t_max; },
            "Last time of interest.")
        .def_property_readonly(
            "max_boxes", [](const QueryOfImpact& asked) { return asked.settings.max_boxes; },
            "Boxes after which a method answers at once.");
}

}  // namespace

void bind_impacts(py::module_& module) {
    bind_query_of_impact(module);
    py::class_<AnsweredImpacts, ImpactsHolder>(module, "ImpactReport",
                                               "Contact-time methods judged by exact arithmetic.")
        .def_property_readonly(
            "rows", &rows_of_report,
            "A dict for each method on each kind of queries of each set, by the columns of "
            "`report ccd --csv`; \"wrong\" has numbers and verdicts of the first wrong answers.")
        .def_property_readonly(
            "queries", [](const AnsweredImpacts& report) { return report.result.queries; },
            "How many, of all sets.")
        .def_property_readonly(
            "no_answers", [](const AnsweredImpacts& report) { return report.result.no_answers; },
            "Set, method and reason of those that gave no answer, and so have no row.")
        .def(
            "to_json",
            [](const AnsweredImpacts& report) {
                return text_of(report, [](auto& out, const auto& all) { write_json(out, all); });
            },
            "What `report ccd --json` writes.")
        .def(
            "to_csv",
            [](const AnsweredImpacts& report) {
                return text_of(report, [](auto& out, const auto& all) { write_csv(out, all); });
            },
            "What `report ccd --csv` writes.")
        .def(
            "to_markdown",
            [](const AnsweredImpacts& report) {
                return text_of(report,
                               [](auto& out, const auto& all) { write_markdown(out, all); });
            },
            "What `report ccd` prints.")
        .def("save", &save_impacts, py::arg("folder"),
             "Writes what `report ccd --out` writes: tables, and a page with pictures of what is "
             "wrong.")
        .def("__repr__", [](const AnsweredImpacts& report) {
            return "<ImpactReport: " + std::to_string(report.result.rows.size()) + " rows>";
        });
    module.def(
        "find_impact", &ask_built_in, py::arg("query"), py::arg("method") = "exact_contact",
        R"(The answer of a built-in contact-time method: a time, True, or None without a touch.

True is a hit of a method that gives no time.)");
    module.def("report_ccd", &make_impact_report, py::arg("sets") = "samples",
               py::arg("methods") = py::none(), py::arg("separation") = 0.0,
               py::arg("tolerance") = 1e-6, py::arg("t_max") = 1.0,
               py::arg("max_boxes") = 1'000'000, py::arg("timings") = 0, py::arg("threads") = 0,
               R"(Judges contact-time methods by exact arithmetic, as `touchstone report ccd` does.

`sets`: names, files or folders of queries, one or a list. `methods`: ids and functions, one or a
list; all built-in ones for None.

A function(query) is given an ImpactQuery and returns the time of the first touch, True where it
knows none, or None without a touch. Its row has its name, or that of a tuple in the list,
[("mine", function)]. What it returns is checked: an answer that makes no sense stands in `no_answers`. What it
raises comes out as it is. Attributes of the function, both False where it has none: `conservative`
says that it misses nothing and is never late, `takes_separation` that it minds the separation.
Functions are asked on the calling thread, one query at a time, and are not timed. Ctrl-C ends the
report.)");
}

}  // namespace touchstone::python
