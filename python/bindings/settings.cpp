#include "python/bindings/settings.h"

#include <pybind11/stl.h>

#include <algorithm>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/number_text.h"
#include "methods/quality/metrics.h"
#include "python/bindings/bindings.h"
#include "python/bindings/python_generator.h"
#include "testcases/scenes/test_case.h"

namespace touchstone::python {
namespace {

/// Returns a value as `--set` takes it.
std::string value_text(const py::handle& value) {
    if (py::isinstance<py::str>(value)) {
        return value.cast<std::string>();
    }
    if (py::isinstance<py::bool_>(value)) {
        return value.cast<bool>() ? "on" : "off";
    }
    if (PyIndex_Check(value.ptr()) != 0) {
        return py::str(py::int_(py::reinterpret_borrow<py::object>(value)));
    }
    const double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() != nullptr) {
        throw py::error_already_set();
    }
    return shortest(number);
}

/// Splits "growth.first_scale" into its parts, without a value.
Assignment split_name(const std::string& name) {
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == name.size()) {
        throw UsageError(
            "a setting is called GENERATOR.OPTION, study.OPTION or solver.OPTION, found '" + name +
            "'");
    }
    return {name.substr(0, dot), name.substr(dot + 1), {}};
}

void set(Settings& settings, const std::string& name, const py::handle& value) {
    Assignment assignment = split_name(name);
    assignment.value = value_text(value);
    settings.study = complete_settings(settings);
    assign(settings.study, assignment);
}

Settings make_settings_of(const std::string& profile, const py::kwargs& options) {
    Settings settings{make_study_settings(find_profile(profile), session_methods())};
    for (const auto& [name, value] : options) {
        set(settings, name.cast<std::string>(), value);
    }
    return settings;
}

/// Returns name and value of each option.
std::vector<std::pair<std::string, std::string>> all_values(const StudySettings& settings) {
    std::vector<std::pair<std::string, std::string>> values;
    for (const SettingsSection& section : setting_sections(settings)) {
        for (const OptionValue& option : section.values) {
            values.emplace_back(section.owner + "." + option.id, option.value);
        }
    }
    return values;
}

std::string value_of(const Settings& settings, const std::string& name) {
    split_name(name);
    const auto values = all_values(complete_settings(settings));
    const auto found =
        std::ranges::find(values, name, [](const auto& entry) { return entry.first; });
    if (found == values.end()) {
        throw UnknownName("there is no setting '" + name + "'; touchstone.options() lists them");
    }
    return found->second;
}

/// Returns the expression that makes the same settings again.
std::string settings_repr(const Settings& settings) {
    const StudySettings own = complete_settings(settings);
    const auto values = all_values(own);
    const auto plain = all_values(make_study_settings(own.profile, session_methods()));
    std::string changes;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != plain[i]) {
            append_item(changes, ("'" + values[i].first) + "': '" + values[i].second + "'");
        }
    }
    const std::string profile(profile_id(own.profile));
    return "Settings('" + profile + "'" + (changes.empty() ? ")" : ", **{" + changes + "})");
}

/// One line of a table for people and programs.
struct CaseInfo {
    std::string id;
    std::string title;
    std::string group;
    std::vector<std::string> parameters;  ///< "height=3.5"
};

struct OptionInfo {
    std::string name;
    std::string corrected;
    std::string published;
    std::string values;
    std::string meaning;
};

struct GeneratorInfo {
    std::string id;
    std::string title;
    std::string section;
    std::vector<OptionInfo> options;
};

struct MetricInfo {
    std::string id;
    std::string title;
    std::string unit;
    std::string meaning;
};

std::vector<CaseInfo> cases() {
    std::vector<CaseInfo> infos;
    for (const TestCaseEntry& entry : all_test_cases()) {
        CaseInfo& info = infos.emplace_back(CaseInfo{entry.id, entry.title, entry.group, {}});
        for (const CaseParameter& parameter : entry.parameters) {
            info.parameters.push_back(std::string(parameter.id) + "=" + standard_text(parameter));
        }
    }
    return infos;
}

std::vector<std::string> groups() {
    std::vector<std::string> names;
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (std::ranges::find(names, entry.group) == names.end()) {
            names.push_back(entry.group);
        }
    }
    names.emplace_back(kAllCases);
    return names;
}

/// Returns the options of the study, the solver and every generator.
std::vector<OptionInfo> options() {
    const StudySettings corrected = make_study_settings(Profile::Corrected, session_methods());
    const StudySettings published = make_study_settings(Profile::Published, session_methods());
    std::vector<OptionInfo> infos;
    const auto add = [&](const std::string& owner, const auto& table, const auto& mended,
                         const auto& printed) {
        for (const auto& option : table) {
            const std::string with_gaps = owner == kSolverOwner ? default_with_gaps(option.id) : "";
            infos.push_back({owner + "." + option.id, option.read(mended), option.read(printed),
                             option.values, option.meaning + with_gaps});
        }
    };
    add("study", all_study_options(), corrected, published);
    add(std::string(kSolverOwner), all_solver_options(), corrected, published);
    for (const auto& method : session_methods().all()) {
        const MethodOptions& own = method->options;
        add(method->id, own.list, own.corrected, own.published);
    }
    return infos;
}

std::vector<GeneratorInfo> generators() {
    std::vector<GeneratorInfo> infos;
    const std::vector<OptionInfo> all = options();
    for (const auto& method : session_methods().all()) {
        GeneratorInfo& info =
            infos.emplace_back(GeneratorInfo{method->id, method->title, method->section, {}});
        std::ranges::copy_if(all, std::back_inserter(info.options), [&](const OptionInfo& option) {
            return option.name.starts_with(method->id + ".");
        });
    }
    return infos;
}

std::vector<MetricInfo> metrics() {
    std::vector<MetricInfo> infos;
    for (const Metric& metric : all_metrics()) {
        infos.push_back({metric.id, metric.title, metric_unit_id(metric.unit), metric.meaning});
    }
    return infos;
}

template <typename Info>
py::class_<Info> info_class(py::module_& module, const char* name, const char* meaning,
                            std::string Info::*id) {
    return py::class_<Info>(module, name, meaning)
        .def("__repr__", [name = std::string(name), id](const Info& info) {
            return "<" + name + " " + info.*id + ">";
        });
}

}  // namespace

std::optional<Settings> read_settings(const py::object& given) {
    if (given.is_none()) {
        return std::nullopt;
    }
    if (py::isinstance<py::str>(given)) {
        return Settings{
            make_study_settings(find_profile(given.cast<std::string>()), session_methods())};
    }
    if (!py::isinstance<Settings>(given)) {
        throw py::type_error("settings must be Settings or the name of a profile");
    }
    return given.cast<Settings>();
}

StudySettings complete_settings(const std::optional<Settings>& settings) {
    if (!settings) {
        return make_study_settings(Profile::Corrected, session_methods());
    }
    StudySettings result = settings->study;
    result.methods = session_methods();
    for (const std::string& id : result.methods.ids()) {
        result.generators.try_emplace(id, result.methods.find(id).options.of(result.profile));
    }
    return result;
}

void bind_settings(py::module_& module) {
    py::class_<Settings>(module, "Settings", R"(Everything that changes a study's numbers.

A profile and what differs from it:

    Settings("published", **{"growth.first_scale": 0.8, "solver.max_sweeps": 200})

Wherever settings are taken, the profile's name alone does too. Scenes and simulations keep a copy:
what is set later does not change them. touchstone.options() lists all names and values.)")
        .def(py::init(&make_settings_of), py::arg("profile") = "corrected")
        .def("set", &set, py::arg("name"), py::arg("value"),
             "Sets one by name, \"growth.first_scale\". Numbers, True and False (\"on\" and "
             "\"off\") "
             "and texts, as --set takes them.")
        .def("get", &value_of, py::arg("name"), "The value by name, as text.")
        .def(
            "options",
            [](const Settings& settings) {
                py::dict values;
                for (const auto& [name, value] : all_values(complete_settings(settings))) {
                    values[py::str(name)] = value;
                }
                return values;
            },
            "All values by name, as text.")
        .def("copy", [](const Settings& settings) { return settings; })
        .def_property_readonly("profile",
                               [](const Settings& settings) {
                                   return std::string(profile_id(settings.study.profile));
                               })
        .def("__repr__", &settings_repr);
}

void bind_tables(py::module_& module) {
    info_class(module, "CaseInfo",
               "A built-in case: id, title, group, and its parameters with "
               "their standard values, to be set as in \"pillar:height=4\".",
               &CaseInfo::id)
        .def_readonly("id", &CaseInfo::id)
        .def_readonly("title", &CaseInfo::title)
        .def_readonly("group", &CaseInfo::group)
        .def_readonly("parameters", &CaseInfo::parameters);
    info_class(module, "OptionInfo",
               "A setting: name, value in each profile, possible values, "
               "meaning.",
               &OptionInfo::name)
        .def_readonly("name", &OptionInfo::name)
        .def_readonly("corrected", &OptionInfo::corrected)
        .def_readonly("published", &OptionInfo::published)
        .def_readonly("values", &OptionInfo::values)
        .def_readonly("meaning", &OptionInfo::meaning);
    info_class(module, "GeneratorInfo",
               "A contact point method: id, title, where the paper defines "
               "it, options.",
               &GeneratorInfo::id)
        .def_readonly("id", &GeneratorInfo::id)
        .def_readonly("title", &GeneratorInfo::title)
        .def_readonly("section", &GeneratorInfo::section)
        .def_readonly("options", &GeneratorInfo::options);
    info_class(module, "MetricInfo",
               "A metric: id, title, unit (\"share\", 0 to 1, or \"factor\", "
               "1 is ideal), meaning.",
               &MetricInfo::id)
        .def_readonly("id", &MetricInfo::id)
        .def_readonly("title", &MetricInfo::title)
        .def_readonly("unit", &MetricInfo::unit)
        .def_readonly("meaning", &MetricInfo::meaning);
    module.def("cases", &cases, "The built-in cases.");
    module.def("groups", &groups, "Names that stand for several cases.");
    module.def("generators", &generators, "The contact point methods, those added among them.");
    module.def("metrics", &metrics, "What a report has of each row.");
    module.def("options", &options, "The settings of study, solver and generators.");
}

}  // namespace touchstone::python
