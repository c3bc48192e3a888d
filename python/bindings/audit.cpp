#include <pybind11/stl.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "python/bindings/bindings.h"
#include "python/bindings/long_call.h"
#include "python/bindings/report.h"
#include "python/bindings/scene.h"
#include "reports/tables/outcome_text.h"
#include "reports/writers/audit_writers.h"

namespace touchstone::python {

using reports::AuditReport;

namespace {

using AuditHolder = std::shared_ptr<AuditReport>;

/// One row of an audit, which it keeps alive.
struct AuditRow {
    AuditHolder audit;
    int index = -1;

    const AuditedRow& audited() const { return audit->rows[index]; }
};

AuditHolder make_audit(const py::object& cases, const py::object& generators,
                       const py::object& settings, const std::optional<std::string>& pose,
                       int threads) {
    StudyRequest request = make_request_of(cases, generators, settings, pose);
    request.threads = allowed_threads(request.generators, threads);
    AuditResult result;
    SignalWatch watch;
    {
        const LongCall call;
        result = run_audit(request, watch.watcher());
    }
    watch.rethrow();
    return std::make_shared<AuditReport>(
        AuditReport{reports::make_provenance(request), std::move(result.rows), false});
}

/// Kinds of change in their order: None, or what the smallest change that matters does.
py::dict changes_of(const AuditRow& row) {
    py::dict changes;
    for (int kind = 0; kind < kRetellings; ++kind) {
        const RetellingOutcome& outcome = row.audited().outcomes[kind];
        py::object change = py::none();
        if (outcome.changed) {
            py::dict entry;
            entry["smallest"] = describe(*outcome.changed);
            entry["lost"] = outcome.difference.lost;
            entry["gained"] = outcome.difference.gained;
            entry["turned"] = outcome.difference.turned;
            entry["resized"] = outcome.difference.resized;
            change = entry;
        }
        changes[py::str(std::string(retelling_id(static_cast<Retelling>(kind))))] = change;
    }
    return changes;
}

template <typename Write>
std::string text_of(const AuditReport& audit, const Write& write) {
    std::ostringstream text;
    write(text, audit);
    return text.str();
}

void bind_audit_row(py::module_& module) {
    py::class_<AuditRow>(module, "AuditRow", "One case with one generator in an audit.")
        .def_property_readonly("case", [](const AuditRow& row) { return row.audited().case_id; })
        .def_property_readonly("generator",
                               [](const AuditRow& row) { return row.audited().generator_id; })
        .def_property_readonly("generator_title",
                               [](const AuditRow& row) { return row.audited().generator_title; })
        .def_property_readonly(
            "contacts", [](const AuditRow& row) { return row.audited().contacts; },
            "How many, of the scene as it stands.")
        .def_property_readonly(
            "unchanged", [](const AuditRow& row) { return row.audited().unchanged(); },
            "Whether no way of describing the scene changes the answer.")
        .def_property_readonly(
            "changes", &changes_of,
            "By the way of describing the scene, \"swap\", \"rotation\", …: None, or a dict with "
            "the smallest step that changes the answer, and how many contacts are lost, gained, "
            "turned or resized.")
        .def_property_readonly(
            "refusal",
            [](const AuditRow& row) {
                const AuditedRow& audited = row.audited();
                return reports::refusal_text(audited.outcome, audited.reason);
            },
            "Why there is no answer; empty: there is one.")
        .def("__repr__", [](const AuditRow& row) {
            return "<AuditRow " + row.audited().case_id + ", " + row.audited().generator_id + ">";
        });
}

}  // namespace

void bind_audit(py::module_& module) {
    bind_audit_row(module);
    py::class_<AuditReport, AuditHolder>(module, "Audit",
                                         "Rows: cases in the order asked for, generators within.")
        .def("__len__", [](const AuditReport& audit) { return audit.rows.size(); })
        .def(
            "__getitem__",
            [](const AuditHolder& audit, int index) {
                return AuditRow{audit, row_place(index, static_cast<int>(audit->rows.size()))};
            },
            py::arg("index"))
        .def_property_readonly(
            "unchanged",
            [](const AuditReport& audit) {
                return std::ranges::all_of(audit.rows, &AuditedRow::unchanged);
            },
            "Whether that holds for every row: `touchstone audit` ends with status 0.")
        .def(
            "to_json",
            [](const AuditReport& audit) {
                return text_of(audit, [](auto& out, const auto& all) { write_json(out, all); });
            },
            "What `audit --json` writes.")
        .def(
            "to_csv",
            [](const AuditReport& audit) {
                return text_of(audit, [](auto& out, const auto& all) { write_csv(out, all); });
            },
            "What `audit --csv` writes.")
        .def("__repr__", [](const AuditReport& audit) {
            return "<Audit: " + std::to_string(audit.rows.size()) + " rows>";
        });
    module.def(
        "audit", &make_audit, py::arg("cases") = "fundamental", py::arg("generators") = py::none(),
        py::arg("settings") = py::none(), py::arg("pose") = py::none(), py::arg("threads") = 0,
        R"(Describes scenes in other ways and sees whether answers change, as `touchstone audit`.

It needs no right answer. Arguments are those of report(). Ctrl-C ends it between two rows.)");
}

}  // namespace touchstone::python
