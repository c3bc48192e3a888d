#include "python/bindings/report.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>

#include "methods/base/error.h"
#include "methods/quality/metrics.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/contacts.h"
#include "python/bindings/judgement.h"
#include "python/bindings/long_call.h"
#include "python/bindings/python_generator.h"
#include "python/bindings/scene.h"
#include "reports/folders/report_folder.h"
#include "reports/shell/output_file.h"
#include "reports/tables/columns.h"
#include "reports/tables/method_summary.h"
#include "reports/tables/outcome_text.h"
#include "reports/tables/report.h"
#include "reports/writers/csv_writer.h"
#include "reports/writers/json_writer.h"
#include "reports/writers/markdown_writer.h"
#include "testcases/study/contact_figures.h"
#include "testcases/study/usual_generators.h"

namespace touchstone::python {

using namespace reports;

namespace {

using ReportHolder = std::shared_ptr<AnsweredReport>;

/// One row of a report, which it keeps alive.
struct Row {
    ReportHolder report;
    int index = -1;

    const StudyRow& study() const { return report->rows[index]; }
};

/// Returns a value in the form that a flat table has.
py::object cell(const TableValue& value) {
    if (std::holds_alternative<std::monostate>(value)) {
        return py::none();
    }
    return py::cast(value);
}

py::dict as_dict(const Row& row) {
    py::dict cells;
    for (const Column& column : report_columns()) {
        cells[py::str(column.id)] = cell(column.value(*row.report, row.study()));
    }
    return cells;
}

py::dict row_metrics(const Row& row) {
    py::dict values;
    for (std::size_t i = 0; i < all_metrics().size(); ++i) {
        values[py::str(all_metrics()[i].id)] = row.study().metrics[i];
    }
    return values;
}

py::object paper_of(const Row& row) {
    const PaperValues paper = paper_values(row.study());
    if (paper.empty()) {
        return py::none();
    }
    py::dict values;
    values["contacts"] = paper.contacts;
    values["correct"] = paper.correct;
    values["quality"] = paper.quality;
    values["coverage"] = paper.coverage;
    values["excess"] = paper.excess;
    values["area_coverage"] = paper.area_coverage;
    return values;
}

py::object agreement_of(const Row& row) {
    const std::optional<Agreement>& agreement = row.study().agreement;
    if (!agreement) {
        return py::none();
    }
    py::dict values;
    values["quality"] = agreement->quality;
    values["coverage"] = agreement->coverage;
    values["excess"] = agreement->excess;
    return values;
}

py::dict audit_of(const Row& row) {
    py::dict counts;
    for (const Figure<StudyRow>& figure : contact_figures()) {
        if (figure.group == "audit") {
            counts[py::str(figure.key)] = static_cast<int>(*figure.read(row.study(), figure.index));
        }
    }
    return counts;
}

/// Returns the table of methods that `report` prints: heads; lines of cells, each a pair of its
/// text and whether it is right, None where it is neither; and the line that explains them.
py::tuple summary_of(const AnsweredReport& report) {
    const auto full = [](const CaseMean& mean, const MethodSummary& summary) {
        return is_full(mean, summary) ? std::optional(true) : std::nullopt;
    };
    py::list lines;
    for (const MethodSummary& summary : summarize(report)) {
        const std::vector<std::optional<bool>> right{std::nullopt, full(summary.coverage, summary),
                                                     full(summary.quality, summary), std::nullopt,
                                                     is_right_throughout(summary)};
        const std::vector<std::string> texts = summary_cells(summary);
        py::list line;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            line.append(py::make_tuple(texts[i], right[i]));
        }
        lines.append(line);
    }
    return py::make_tuple(summary_heads(), lines, summary_note());
}

/// Returns a function of touchstone/_notebook.py.
py::object notebook(const char* name) {
    return py::module_::import("touchstone._notebook").attr(name);
}

template <typename Write>
std::string text_of(const Report& report, const Write& write) {
    std::ostringstream text;
    write(text, report);
    return text.str();
}

ReportHolder make_report(const py::object& cases, const py::object& generators,
                         const py::object& settings, const std::optional<std::string>& pose,
                         int query, int jitter, int threads) {
    constexpr int kMostShifts = 100'000;  // as on the command line
    if (jitter < 0 || jitter > kMostShifts) {
        throw UsageError("jitter must be in 0…" + std::to_string(kMostShifts) + ", found " +
                         std::to_string(jitter));
    }
    StudyRequest request = make_request_of(cases, generators, settings, pose);
    request.query = query;
    request.jitter = jitter;
    request.threads = allowed_threads(request.generators, threads);
    StudyResult result;
    SignalWatch watch;
    {
        const LongCall call;
        result = run_study(request, watch.watcher());
    }
    watch.rethrow();
    request.stock->forget_surfaces();  // the report is kept; its cases stay for the pictures
    warn(result.warnings);
    const auto report = std::make_shared<AnsweredReport>();
    report->provenance = make_provenance(request);
    report->agreement = count_agreement(result.rows);
    report->rows = std::move(result.rows);
    report->request = std::move(request);
    return report;
}

void save(const AnsweredReport& report, const std::filesystem::path& path,
          const std::string& pictures) {
    std::vector<NamedFile> outputs;
    for (const std::filesystem::path& file : report_tables_in(path)) {
        outputs.push_back({"folder", file});
    }
    check_outputs(outputs, scene_inputs(report.request.cases));
    ReportFolder folder{path, "touchstone.report(…).save(…) in Python", pictures, {}};
    folder.keeps_recordings = true;
    folder.names_files = false;
    folder.profile = profile_id(report.request.settings.profile);
    SignalWatch watch;
    {
        const LongCall call;
        write_report_folder(folder, report.request, report, watch.watcher());
    }
    watch.rethrow();
}

Row row_at(const ReportHolder& report, int index) {
    return {report, row_place(index, static_cast<int>(std::ssize(report->rows)))};
}

Row find_row(const ReportHolder& report, const std::string& case_id, const std::string& generator) {
    for (int i = 0; i < std::ssize(report->rows); ++i) {
        const StudyRow& row = report->rows[i];
        if (row.case_id == case_id && row.generator_id == generator) {
            return {report, i};
        }
    }
    throw UnknownName("the report has no row of case '" + case_id + "' with generator '" +
                      generator + "'");
}

void bind_row(py::module_& module) {
    const auto text = [](std::string StudyRow::*field) {
        return [field](const Row& row) { return row.study().*field; };
    };
    const auto metric = [](std::string_view id) {
        return [id](const Row& row) { return metric_value(row.study(), id); };
    };
    py::class_<Row>(module, "Row", R"(One case with one generator.

Metrics are None where there is nothing to measure. Of a scene with a sweep each is the worst of all
positions, and contacts and judgement are those of the worst position.)")
        .def_property_readonly("case", text(&StudyRow::case_id))
        .def_property_readonly("case_title", text(&StudyRow::case_title))
        .def_property_readonly("generator", text(&StudyRow::generator_id))
        .def_property_readonly("generator_title", text(&StudyRow::generator_title))
        .def_property_readonly(
            "profile", [](const Row& row) { return std::string(profile_id(row.study().profile)); })
        .def_property_readonly(
            "pose", [](const Row& row) { return std::string(pose_id(row.study().pose)); })
        .def_property_readonly("query", [](const Row& row) { return row.study().query; })
        .def_property_readonly("quality", metric("quality"),
                               "Share of the contacts that have a right normal.")
        .def_property_readonly("coverage", metric("coverage"),
                               "Share of the expected normals that some contact has.")
        .def_property_readonly("excess", metric("excess"),
                               "Contacts, divided by the fewest that span the contact region.")
        .def_property_readonly("metrics", &row_metrics, "All of touchstone.metrics() by id.")
        .def_property_readonly(
            "contacts",
            [](const Row& row) {
                return Contacts{
                    row.study().contacts, row.study().body_names, {}, row.study().generator_id};
            })
        .def_property_readonly("judgement",
                               [](const Row& row) { return JudgedContacts{row.study().judgement}; })
        .def_property_readonly("paper", &paper_of,
                               "What the paper prints: a dict of contacts, correct, quality, "
                               "coverage, excess, area_coverage; None: nothing.")
        .def_property_readonly(
            "agrees", &agreement_of,
            "Whether quality, coverage and excess are those of Table 8; None: it "
            "has no such cell.")
        .def_property_readonly("audit", &audit_of,
                               "How many contacts break each promise that needs no reference.")
        .def_property_readonly(
            "passes", [](const Row& row) { return passes(row.study()); },
            "Of scenes of one's own and of the group field; else None.")
        .def_property_readonly(
            "refusal",
            [](const Row& row) {
                const StudyRow& study = row.study();
                return refusal_text(study.outcome, study.reason);
            },
            "Why there is no answer; empty: there is one.")
        .def("as_dict", &as_dict,
             "The row of `report --csv`, by column: pandas.DataFrame(row.as_dict() for row in "
             "report).")
        .def("__repr__", [](const Row& row) {
            return "<Row " + row.study().case_id + ", " + row.study().generator_id + ">";
        });
}

}  // namespace

StudyRequest make_request_of(const py::object& cases, const py::object& generators,
                             const py::object& settings, const std::optional<std::string>& pose) {
    StudyRequest request;
    request.cases = expand_cases(case_names(cases));
    request.generators = generators.is_none()
                             ? usual_generators(session_methods(), request.cases, *request.stock)
                             : generator_ids(generators);
    request.settings = complete_settings(read_settings(settings));
    if (pose) {
        request.pose = find_query_pose(*pose);
    }
    return request;
}

int row_place(int index, int count) {
    const int place = index < 0 ? index + count : index;
    if (place < 0 || place >= count) {
        throw py::index_error("it has " + std::to_string(count) + " rows");
    }
    return place;
}

void bind_report(py::module_& module) {
    bind_row(module);
    module.def("_row_is_right", [](const Row& row) { return is_right(row.study()); });
    py::class_<AnsweredReport, ReportHolder>(
        module, "Report", "Rows: cases in the order asked for, generators within.")
        .def("__len__", [](const AnsweredReport& report) { return report.rows.size(); })
        .def("__getitem__", &row_at, py::arg("index"))
        .def("row", &find_row, py::arg("case"), py::arg("generator"), "By ids.")
        .def_property_readonly(
            "agreement",
            [](const AnsweredReport& report) {
                py::dict counts;
                counts["cells"] = report.agreement.cells;
                counts["coverage"] = report.agreement.coverage;
                counts["quality"] = report.agreement.quality;
                counts["excess"] = report.agreement.excess;
                return counts;
            },
            "In how many of how many cells of Table 8 the rows agree with the paper.")
        .def(
            "to_json",
            [](const AnsweredReport& report) {
                return text_of(report, [](auto& out, const Report& all) { write_json(out, all); });
            },
            "What `report --json` writes.")
        .def(
            "to_csv",
            [](const AnsweredReport& report) {
                return text_of(report, [](auto& out, const Report& all) { write_csv(out, all); });
            },
            "What `report --csv` writes.")
        .def(
            "to_markdown",
            [](const AnsweredReport& report) { return text_of(report, &write_markdown); },
            "What `report` prints.")
        .def(
            "plot", [](const py::object& self) { return notebook("draw_report")(self); },
            "The drawings of `report --out`, by gnuplot: a Drawing, which a notebook shows.")
        .def("save", &save, py::arg("folder"), py::arg("pictures") = "wrong",
             R"(Writes what `report --out` writes: tables, plots, and a page with pictures.

`pictures`: of which rows, "none", "wrong" (normals) or "all". They are drawn by touchstone-viewer
from the contacts in the report, methods in Python included; each has a recording beside it.)")
        .def("__repr__", [](const AnsweredReport& report) {
            return "<Report: " + std::to_string(report.rows.size()) + " rows>";
        });
    module.def("_summary", &summary_of);
    module.def("report", &make_report, py::arg("cases") = "fundamental",
               py::arg("generators") = py::none(), py::arg("settings") = py::none(),
               py::arg("pose") = py::none(), py::arg("query") = 1, py::arg("jitter") = 0,
               py::arg("threads") = 0, R"(Judges generators on cases, as `touchstone report` does.

`cases`: ids, groups or scene files, one or a list. `generators`: ids, one or a list, all for None.
Rows are worked on in parallel; with a Python function among the generators on the calling thread
alone. Ctrl-C ends it between two rows.)");
}

}  // namespace touchstone::python
