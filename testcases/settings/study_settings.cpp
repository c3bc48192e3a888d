#include "testcases/settings/study_settings.h"

#include <algorithm>
#include <array>

#include "generators/generator.h"
#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/options/option_makers.h"
#include "rigid_solver/proximal/solver_options.h"
#include "testcases/settings/shared_owner.h"

namespace touchstone {
namespace {

constexpr Word<BodyOrder> kBodyOrders[]{{"lower_first", BodyOrder::LowerFirst},
                                        {"creation", BodyOrder::Creation}};
constexpr Word<NormalSign> kNormalSigns[]{{"signed", NormalSign::Signed},
                                          {"unsigned", NormalSign::Unsigned}};
constexpr Word<ExpectedX> kExpectedXs[]{{"table", ExpectedX::Table},
                                        {"mirrored", ExpectedX::Mirrored}};

Options<StudySettings> make_study_options() {
    using Settings = StudySettings;
    return {
        word_option("body_order", &Settings::body_order, kBodyOrders,
                    "which body of the built-in cases with a moving spike or wedge is A"),
        word_option("normal_sign", &Settings::normal_sign, kNormalSigns,
                    "whether the opposite of a right normal is right too"),
        word_option("expected_x", &Settings::expected_x, kExpectedXs,
                    "sign of x of the right normals of spikes, spike_and_wedge and wedges"),
        optional_number_option("angle_tolerance", &Settings::angle_tolerance, "reference",
                               {kAboveZero, 90.0, "number in (0, 90] [degrees]"},
                               "how far a normal may be off and still count as correct"),
        count_option("vertex_noise", &Settings::vertex_noise, {0, 1e9, "whole number in [0, 1e9]"},
                     "seed of rounding errors of 32 bits in the tets' world vertices; 0: none"),
    };
}

/// What the case decides unless it is set, then what is the solver's own.
Options<StudySettings> make_options_of_solver() {
    Options<StudySettings> options{
        optional_number_option("time_step", &StudySettings::time_step, "case",
                               {1e-12, 1e12, "number in [1e-12, 1e12] [s]"},
                               "instead of the case's"),
        optional_number_option("friction", &StudySettings::friction, "case",
                               {0.0, 1e12, "number in [0, 1e12]"},
                               "Coulomb's coefficient, instead of the case's"),
    };
    const auto part = [](auto& settings) -> auto& { return settings.solver; };
    for (Option<StudySettings>& option : options_of_part<StudySettings>(solver_options(), part)) {
        options.push_back(std::move(option));
    }
    return options;
}

}  // namespace

StudySettings with_scene_solver(const StudySettings& settings, const TestCase& test_case) {
    StudySettings result = settings;
    for (const NamedSetting& setting : test_case.solver) {
        if (!settings.assigned_to_solver.contains(setting.id)) {
            assign(result, {std::string(kSolverOwner), setting.id, setting.value});
        }
    }
    for (const auto& [method, options] : test_case.movers) {
        if (!settings.generators.contains(method)) {
            continue;
        }
        for (const NamedSetting& setting : options) {
            if (!settings.assigned_to_solver.contains(method + "." + setting.id)) {
                assign(result, {method, setting.id, setting.value});
            }
        }
    }
    return result;
}

std::string moving_method(const StudySettings& settings, const std::string& generator_id) {
    const auto moves_of = [&](const std::string& id, const MethodSettings& own) {
        const Generator& generator = settings.methods.find(id);
        return generator.moves == nullptr ? Moves::Off : generator.moves(own);
    };
    const auto own = settings.generators.find(generator_id);
    if (own != settings.generators.end() && settings.methods.find(generator_id).moves != nullptr) {
        return moves_of(generator_id, own->second) == Moves::Off ? std::string() : generator_id;
    }
    for (const auto& [id, options] : settings.generators) {
        if (moves_of(id, options) == Moves::All) {
            return id;
        }
    }
    return {};
}

StudySettings with_free_solver_options(const StudySettings& settings,
                                       std::span<const NamedSetting> options) {
    StudySettings result = settings;
    for (const NamedSetting& option : options) {
        if (!settings.assigned_to_solver.contains(option.id)) {
            assign(result, {std::string(kSolverOwner), option.id, option.value});
        }
    }
    return result;
}

std::span<const NamedSetting> gap_solver_options() {
    static const std::array<NamedSetting, 4> options{{{"gap", "close"},
                                                      {"warm_start", "on"},
                                                      {"acceleration", "conjugate"},
                                                      {"stagnation_tolerance", "1e-10"}}};
    return options;
}

std::string default_with_gaps(std::string_view option_id) {
    const auto options = gap_solver_options();
    const auto option = std::ranges::find(options, option_id, &NamedSetting::id);
    if (option == options.end()) {
        return "";
    }
    std::string methods;
    for (const Generator& generator : all_generators()) {
        if (generator.finds_gaps()) {
            append_item(methods, generator.id);
        }
    }
    return "; corrected, where " + methods + " move bodies: " + std::string(option->value);
}

StudySettings with_gap_solver(const StudySettings& settings) {
    return with_free_solver_options(settings, gap_solver_options());
}

StudySettings with_method_solver(const StudySettings& settings, std::string_view generator_id) {
    const bool has_gaps = settings.methods.find(generator_id).finds_gaps();
    return settings.profile == Profile::Corrected && has_gaps ? with_gap_solver(settings)
                                                              : settings;
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
        settings.generators[id] = settings.methods.find(id).options.of(profile);
    }
    return settings;
}

void add_method(StudySettings& settings, Generator generator) {
    const std::string id = generator.id;
    settings.methods.add(std::move(generator));
    settings.generators[id] = settings.methods.find(id).options.of(settings.profile);
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

const Options<StudySettings>& all_study_options() {
    static const Options<StudySettings> options = make_study_options();
    return options;
}

const Options<StudySettings>& all_solver_options() {
    static const Options<StudySettings> options = make_options_of_solver();
    return options;
}

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
    if (assignment.owner == kStudyOwner) {
        set_option(settings, all_study_options(), kStudyOwner, assignment.option, assignment.value);
        return;
    }
    if (assignment.owner == kSolverOwner) {
        set_option(settings, all_solver_options(), kSolverOwner, assignment.option,
                   assignment.value);
        settings.assigned_to_solver.insert(assignment.option);
        return;
    }
    const Generator& generator = settings.methods.find(assignment.owner);
    set_option(settings.generators[generator.id], generator.options.list, generator.id,
               assignment.option, assignment.value);
    if (generator.moves != nullptr) {
        settings.assigned_to_solver.insert(generator.id + "." + assignment.option);
    }
}

std::vector<SettingsSection> setting_sections(const StudySettings& settings) {
    std::vector<SettingsSection> sections{
        {std::string(kStudyOwner), option_values(settings, all_study_options())},
        {std::string(kSolverOwner), option_values(settings, all_solver_options())}};
    for (const std::string& id : settings.methods.ids()) {
        const auto found = settings.generators.find(id);
        if (found != settings.generators.end()) {
            const MethodOptions& options = settings.methods.find(id).options;
            sections.push_back({id, option_values(found->second, options.list)});
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
            result.push_back({section.owner, value.id, value.value});
        }
    }
    return result;
}

std::vector<std::string> settings_of_method(const StudySettings& settings,
                                            std::string_view generator_id) {
    std::vector<std::string> result;
    // Where one method moves the bodies of all, its settings are of each.
    const std::string moving = moving_method(settings, std::string(generator_id));
    for (const Assignment& one : assignments(setting_sections(settings))) {
        if (is_shared_owner(one.owner) || one.owner == generator_id || one.owner == moving) {
            result.push_back(one.owner + "." + one.option + "=" + one.value);
        }
    }
    return result;
}

}  // namespace touchstone
