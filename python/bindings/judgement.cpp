#include "python/bindings/judgement.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/quality/faults.h"
#include "methods/quality/metrics.h"
#include "python/bindings/arrays.h"
#include "python/bindings/bindings.h"
#include "python/bindings/contacts.h"
#include "python/bindings/python_generator.h"
#include "python/bindings/scene.h"
#include "python/bindings/settings.h"
#include "testcases/study/scene_judgement.h"

namespace touchstone::python {
namespace {

JudgedContacts judge_contacts(const py::object& test_case, const Contacts& contacts,
                              const py::object& settings,
                              const std::optional<std::string>& generator) {
    if (generator) {
        session_methods().find(*generator);
    }
    const std::shared_ptr<Scene> scene =
        find_scene({test_case, read_settings(settings), std::nullopt, {}});
    const int bodies = static_cast<int>(std::ssize(scene->bodies));
    if (!contacts.poses.empty() && std::ssize(contacts.poses) != bodies) {
        throw UsageError("the contacts are those of a scene of " +
                         std::to_string(contacts.poses.size()) + " bodies, and " +
                         scene->study.test_case.id + " has " + std::to_string(bodies));
    }
    for (int i = 0; i < std::ssize(contacts.points); ++i) {
        const int highest = std::max(contacts.points[i].body_a, contacts.points[i].body_b);
        if (highest >= bodies) {
            throw UsageError("contact " + std::to_string(i) + " names body " +
                             std::to_string(highest) + ", and " + scene->study.test_case.id +
                             " has " + std::to_string(bodies));
        }
    }
    const std::vector<Pose>& poses = contacts.poses.empty() ? scene->query_poses : contacts.poses;
    const JudgeOptions judging =
        scene_judging(scene->study, scene->settings, generator.value_or(contacts.generator));
    return {judge(contacts.points, truth_at(scene->study, poses), judging)};
}

template <typename Value, typename Read>
std::vector<Value> of_verdicts(const JudgedContacts& judged, const Read& read) {
    std::vector<Value> values;
    for (const Verdict& verdict : judged.judgement.verdicts) {
        values.push_back(read(verdict));
    }
    return values;
}

template <typename Read>
py::array_t<double> numbers_of_verdicts(const JudgedContacts& judged, const Read& read) {
    return make_array(of_verdicts<double>(judged, read));
}

py::dict metrics_of(const JudgedContacts& judged) {
    py::dict values;
    for (const Metric& metric : all_metrics()) {
        values[py::str(metric.id)] = metric.value(judged.judgement);
    }
    return values;
}

py::dict faults_of(const JudgedContacts& judged) {
    const Faults faults = find_faults(judged.judgement);
    py::dict counts;
    counts["normals"] = faults.wrong_contacts;
    counts["missed"] = faults.missed_normals;
    counts["place"] = faults.misplaced;
    counts["separation"] = faults.wrong_separations;
    counts["area"] = faults.wrong_areas;
    return counts;
}

py::dict correct_at(const JudgedContacts& judged) {
    py::dict counts;
    for (std::size_t i = 0; i < kCountedAngles.size(); ++i) {
        counts[py::float_(kCountedAngles[i])] = judged.judgement.correct_at[i];
    }
    return counts;
}

}  // namespace

void bind_judgement(py::module_& module) {
    const auto count = [](int Judgement::*field) {
        return [field](const JudgedContacts& judged) { return judged.judgement.*field; };
    };
    const auto metric = [](std::optional<double> (*value)(const Judgement&)) {
        return [value](const JudgedContacts& judged) { return value(judged.judgement); };
    };
    py::class_<JudgedContacts>(module, "Judgement", R"(How the contacts of a scene came out.

Metrics are None where there is nothing to measure: quality without contacts.)")
        .def_property_readonly("contacts", count(&Judgement::contacts))
        .def_property_readonly("correct", count(&Judgement::correct),
                               "How many have a right normal.")
        .def_property_readonly("correct_at", &correct_at,
                               "How many have it within 0.1°, 1°, 5° and 10°.")
        .def_property_readonly("expected_normals", count(&Judgement::expected_normals))
        .def_property_readonly("met_normals", count(&Judgement::met_normals),
                               "How many of the expected normals some contact has.")
        .def_property_readonly(
            "min_contacts",
            [](const JudgedContacts& judged) { return judged.judgement.min_contacts; },
            "The fewest that span the contact region; None: not stated.")
        .def_property_readonly("quality", metric(&quality))
        .def_property_readonly("coverage", metric(&coverage))
        .def_property_readonly("excess", metric(&excess))
        .def_property_readonly("metrics", &metrics_of, "All of touchstone.metrics() by id.")
        .def_property_readonly("faults", &faults_of, "How much is wrong, by kind.")
        .def_property_readonly(
            "verdicts",
            [](const JudgedContacts& judged) {
                return of_verdicts<std::string>(
                    judged, [](const Verdict& verdict) { return verdict_id(verdict.kind); });
            },
            "One per contact: \"right\", \"tilted\", \"flipped\", \"sideways\", …")
        .def_property_readonly(
            "pair",
            [](const JudgedContacts& judged) {
                return of_verdicts<int>(judged,
                                        [](const Verdict& verdict) { return verdict.pair; });
            },
            "One per contact: the pair's index in Scene.reference; -1: it is not there.")
        .def_property_readonly(
            "angle",
            [](const JudgedContacts& judged) {
                return numbers_of_verdicts(judged,
                                           [](const Verdict& verdict) { return verdict.angle; });
            },
            "(n,) to the nearest right normal [degrees]; nan: there is none.")
        .def_property_readonly(
            "alignment",
            [](const JudgedContacts& judged) {
                return numbers_of_verdicts(judged, [](const Verdict& verdict) {
                    return verdict.alignment.value_or(kUnset);
                });
            },
            "(n,) Q = |n·e| with e the nearest right normal; nan: there is none.")
        .def_property_readonly(
            "well_placed",
            [](const JudgedContacts& judged) {
                return of_verdicts<std::optional<bool>>(
                    judged, [](const Verdict& verdict) { return verdict.well_placed; });
            },
            "One per contact: whether it lies in the contact region; None: not stated.")
        .def_property_readonly(
            "sorted_quality",
            [](const JudgedContacts& judged) {
                return make_array(sorted_alignments(judged.judgement));
            },
            "(m,) Q of every contact that has one, from the worst to the best: the paper's plot.")
        .def(
            "plot",
            [](const py::object& self, const std::string& title) {
                return py::module_::import("touchstone._notebook")
                    .attr("draw_judgement")(self, title);
            },
            py::arg("title") = "contacts",
            "The same drawn, by gnuplot: a Drawing, which a notebook shows.")
        .def("__repr__", [](const JudgedContacts& judged) {
            return "<Judgement: " + std::to_string(judged.judgement.correct) + " of " +
                   std::to_string(judged.judgement.contacts) + " right>";
        });
    module.def("judge", &judge_contacts, py::arg("case"), py::arg("contacts"),
               py::arg("settings") = py::none(), py::arg("generator") = py::none(),
               R"(Compares contacts with the right answer of their case.

`generator`: who found them, if the contacts do not say; it matters to `intersection` alone, whose
published form has no unit normals. Contacts that do not know where their bodies were, as those of a
row and those from elsewhere, are judged where the first query sees these.)");
}

}  // namespace touchstone::python
