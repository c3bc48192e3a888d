#include "testcases/settings/study_settings.h"

#include <algorithm>
#include <array>

#include "methods/base/error.h"
#include "testcases/settings/option_text.h"

namespace touchstone {
namespace {

constexpr std::string_view kStudy = "study";
constexpr std::string_view kSolver = "solver";

using namespace std::string_view_literals;

constexpr std::array kOrderNames{"lower_first"sv, "creation"sv};
constexpr std::array kOrders{BodyOrder::LowerFirst, BodyOrder::Creation};
constexpr std::array kSignNames{"signed"sv, "unsigned"sv};
constexpr std::array kSigns{NormalSign::Signed, NormalSign::Unsigned};
constexpr std::array kExpectedXNames{"table"sv, "mirrored"sv};
constexpr std::array kExpectedXs{ExpectedX::Table, ExpectedX::Mirrored};

bool write_angle_tolerance(StudySettings& settings, std::string_view value) {
    if (value == "reference") {
        settings.angle_tolerance = std::nullopt;
        return true;
    }
    const std::optional<double> degrees = parse_number(value);
    if (!degrees || !(*degrees > 0.0 && *degrees <= 90.0)) {
        return false;
    }
    settings.angle_tolerance = degrees;
    return true;
}

constexpr std::array<StudyOption, 4> kStudyOptions{{
    {"body_order", "lower_first|creation",
     "which body of the built-in cases with a moving spike or wedge is A",
     [](const StudySettings& s) { return name_of(s.body_order, kOrderNames, kOrders); },
     [](StudySettings& s, std::string_view value) {
         return choose(s.body_order, value, kOrderNames, kOrders);
     }},
    {"normal_sign", "signed|unsigned", "whether the opposite of a right normal is right too",
     [](const StudySettings& s) { return name_of(s.normal_sign, kSignNames, kSigns); },
     [](StudySettings& s, std::string_view value) {
         return choose(s.normal_sign, value, kSignNames, kSigns);
     }},
    {"expected_x", "table|mirrored",
     "sign of x of the right normals of spikes, spike_and_wedge and wedges",
     [](const StudySettings& s) { return name_of(s.expected_x, kExpectedXNames, kExpectedXs); },
     [](StudySettings& s, std::string_view value) {
         return choose(s.expected_x, value, kExpectedXNames, kExpectedXs);
     }},
    {"angle_tolerance", "reference|number in (0, 90] [degrees]",
     "how far a normal may be off and still count as correct",
     [](const StudySettings& s) -> std::string {
         return s.angle_tolerance ? shortest(*s.angle_tolerance) : "reference";
     },
     &write_angle_tolerance},
}};

/// `owner`: how a message calls whose option it is.
void assign_option(StudySettings& settings, const Assignment& assignment,
                   std::span<const StudyOption> options, std::string_view owner) {
    const auto option = std::ranges::find(options, assignment.option, &StudyOption::id);
    if (option == options.end()) {
        std::string known;
        for (const StudyOption& each : options) {
            known += (known.empty() ? "" : ", ") + std::string(each.id);
        }
        throw UsageError("the " + std::string(owner) + " has no option '" + assignment.option +
                         "'; known: " + known);
    }
    if (!option->write(settings, assignment.value)) {
        throw UsageError(std::string(owner) + "." + assignment.option + " cannot be '" +
                         assignment.value + "'; it is one of " + std::string(option->values));
    }
}

SettingsSection make_section(const StudySettings& settings, std::span<const StudyOption> options,
                             std::string_view owner) {
    SettingsSection section{std::string(owner), {}};
    for (const StudyOption& option : options) {
        section.values.push_back({option.id, option.read(settings)});
    }
    return section;
}

}  // namespace

StudySettings with_scene_solver(const StudySettings& settings, const TestCase& test_case) {
    StudySettings result = settings;
    for (const NamedSetting& setting : test_case.solver) {
        if (!settings.assigned_to_solver.contains(setting.id)) {
            assign(result, {std::string(kSolver), setting.id, setting.value});
        }
    }
    return result;
}

SolverSettings solver_settings(const StudySettings& settings, const TestCase& test_case) {
    const StudySettings own = with_scene_solver(settings, test_case);
    SolverSettings solver = own.solver;
    solver.gravity = test_case.gravity;
    solver.time_step = own.time_step.value_or(test_case.time_step);
    solver.friction = own.friction.value_or(test_case.friction);
    return solver;
}

StudySettings make_study_settings(Profile profile, MethodList methods) {
    StudySettings settings;
    settings.profile = profile;
    if (profile == Profile::Published) {
        settings.body_order = BodyOrder::Creation;
        settings.normal_sign = NormalSign::Unsigned;
        settings.expected_x = ExpectedX::Mirrored;
        settings.solver.r_strategy = RStrategy::LocalRows;
        settings.solver.friction_model = FrictionModel::TorsionBall;
    }
    settings.methods = std::move(methods);
    for (const std::string& id : settings.methods.ids()) {
        settings.generators[id] = make_settings(id, profile);
    }
    return settings;
}

void add_method(StudySettings& settings, Generator generator) {
    const std::string id = generator.id;
    settings.methods.add(std::move(generator));
    settings.generators[id] = make_settings(id, settings.profile);
}

std::string_view pose_id(QueryPose pose) {
    return pose == QueryPose::Initial ? "initial" : "half-step";
}

QueryPose find_query_pose(std::string_view id) {
    for (const QueryPose pose : {QueryPose::Initial, QueryPose::HalfStep}) {
        if (pose_id(pose) == id) {
            return pose;
        }
    }
    throw UnknownName("unknown pose '" + std::string(id) + "'; known: half-step, initial");
}

std::span<const StudyOption> all_study_options() { return kStudyOptions; }

Assignment parse_assignment(std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::size_t dot = text.substr(0, equals).find('.');
    if (equals == std::string_view::npos || dot == std::string_view::npos || dot == 0 ||
        dot + 1 == equals || equals + 1 == text.size()) {
        throw UsageError(
            "--set needs GENERATOR.OPTION=VALUE, study.OPTION=VALUE or solver.OPTION=VALUE, found "
            "'" +
            std::string(text) + "'");
    }
    return {std::string(text.substr(0, dot)), std::string(text.substr(dot + 1, equals - dot - 1)),
            std::string(text.substr(equals + 1))};
}

void assign(StudySettings& settings, const Assignment& assignment) {
    if (assignment.owner == kStudy) {
        assign_option(settings, assignment, all_study_options(), kStudy);
        return;
    }
    if (assignment.owner == kSolver) {
        assign_option(settings, assignment, all_solver_options(), kSolver);
        settings.assigned_to_solver.insert(assignment.option);
        return;
    }
    const Generator& generator = settings.methods.find(assignment.owner);
    set_option(settings.generators[generator.id], generator.id, assignment.option,
               assignment.value);
}

std::vector<SettingsSection> setting_sections(const StudySettings& settings) {
    std::vector<SettingsSection> sections{make_section(settings, all_study_options(), kStudy),
                                          make_section(settings, all_solver_options(), kSolver)};
    for (const std::string& id : settings.methods.ids()) {
        const auto found = settings.generators.find(id);
        if (found != settings.generators.end()) {
            sections.push_back({id, option_values(found->second, id)});
        }
    }
    return sections;
}

JudgeOptions judge_options(const StudySettings& settings, std::string_view generator_id,
                           bool two_points) {
    JudgeOptions options;
    options.signed_normals = settings.normal_sign == NormalSign::Signed;
    options.mirror_expected_x = two_points && settings.expected_x == ExpectedX::Mirrored;
    options.angle_tolerance = settings.angle_tolerance;
    const auto found = settings.generators.find(std::string(generator_id));
    if (found != settings.generators.end()) {
        const Generator& generator = settings.methods.find(generator_id);
        options.raw_normals =
            generator.has_raw_normals != nullptr && generator.has_raw_normals(found->second);
    }
    return options;
}

std::vector<Assignment> assignments(std::span<const SettingsSection> sections) {
    std::vector<Assignment> result;
    for (const SettingsSection& section : sections) {
        for (const OptionValue& value : section.values) {
            result.push_back({section.owner, std::string(value.id), value.value});
        }
    }
    return result;
}

std::vector<std::string> settings_of_method(const StudySettings& settings,
                                            std::string_view generator_id) {
    std::vector<std::string> result;
    for (const Assignment& one : assignments(setting_sections(settings))) {
        if (one.owner == "study" || one.owner == "solver" || one.owner == generator_id) {
            result.push_back(one.owner + "." + one.option + "=" + one.value);
        }
    }
    return result;
}

}  // namespace touchstone
