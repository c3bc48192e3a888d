#include "testcases/study_settings.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr std::string_view kStudy = "study";

std::string shortest(double value) {
    std::array<char, 32> text{};
    const std::to_chars_result end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

std::optional<double> parse_number(std::string_view text) {
    double value = 0.0;
    const std::from_chars_result end =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

/// Sets `field` to the enumerator named by `value`: the first of the two names, or the second.
template <typename Enum>
bool choose(Enum& field, std::string_view value, std::array<std::string_view, 2> names,
            std::array<Enum, 2> enumerators) {
    const auto found = std::ranges::find(names, value);
    if (found == names.end()) {
        return false;
    }
    field = enumerators[static_cast<std::size_t>(found - names.begin())];
    return true;
}

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
     [](const StudySettings& s) -> std::string {
         return s.body_order == BodyOrder::LowerFirst ? "lower_first" : "creation";
     },
     [](StudySettings& s, std::string_view value) {
         return choose(s.body_order, value, {"lower_first", "creation"},
                       {BodyOrder::LowerFirst, BodyOrder::Creation});
     }},
    {"normal_sign", "signed|unsigned", "whether the opposite of a right normal is right too",
     [](const StudySettings& s) -> std::string {
         return s.normal_sign == NormalSign::Signed ? "signed" : "unsigned";
     },
     [](StudySettings& s, std::string_view value) {
         return choose(s.normal_sign, value, {"signed", "unsigned"},
                       {NormalSign::Signed, NormalSign::Unsigned});
     }},
    {"expected_x", "table|mirrored",
     "sign of x of the right normals of spikes, spike_and_wedge and wedges",
     [](const StudySettings& s) -> std::string {
         return s.expected_x == ExpectedX::Table ? "table" : "mirrored";
     },
     [](StudySettings& s, std::string_view value) {
         return choose(s.expected_x, value, {"table", "mirrored"},
                       {ExpectedX::Table, ExpectedX::Mirrored});
     }},
    {"angle_tolerance", "reference|number in (0, 90] [degrees]",
     "how far a normal may be off and still count as correct",
     [](const StudySettings& s) -> std::string {
         return s.angle_tolerance ? shortest(*s.angle_tolerance) : "reference";
     },
     &write_angle_tolerance},
}};

void assign_study_option(StudySettings& settings, const Assignment& assignment) {
    const auto option = std::ranges::find(kStudyOptions, assignment.option, &StudyOption::id);
    if (option == kStudyOptions.end()) {
        std::string known;
        for (const StudyOption& each : kStudyOptions) {
            known += (known.empty() ? "" : ", ") + std::string(each.id);
        }
        throw UsageError("the study has no option '" + assignment.option + "'; known: " + known);
    }
    if (!option->write(settings, assignment.value)) {
        throw UsageError("study." + assignment.option + " cannot be '" + assignment.value +
                         "'; it is one of " + std::string(option->values));
    }
}

}  // namespace

StudySettings make_study_settings(Profile profile) {
    StudySettings settings;
    settings.profile = profile;
    if (profile == Profile::Published) {
        settings.body_order = BodyOrder::Creation;
        settings.normal_sign = NormalSign::Unsigned;
        settings.expected_x = ExpectedX::Mirrored;
    }
    for (const Generator& generator : all_generators()) {
        settings.generators[generator.id] = make_settings(generator.id, profile);
    }
    return settings;
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
        throw UsageError("--set needs GENERATOR.OPTION=VALUE or study.OPTION=VALUE, found '" +
                         std::string(text) + "'");
    }
    return {std::string(text.substr(0, dot)), std::string(text.substr(dot + 1, equals - dot - 1)),
            std::string(text.substr(equals + 1))};
}

void assign(StudySettings& settings, const Assignment& assignment) {
    if (assignment.owner == kStudy) {
        assign_study_option(settings, assignment);
        return;
    }
    const Generator& generator = find_generator(assignment.owner);
    set_option(settings.generators[generator.id], generator.id, assignment.option,
               assignment.value);
}

std::vector<SettingsSection> setting_sections(const StudySettings& settings) {
    std::vector<SettingsSection> sections{{std::string(kStudy), {}}};
    for (const StudyOption& option : kStudyOptions) {
        sections[0].values.push_back({option.id, option.read(settings)});
    }
    for (const Generator& generator : all_generators()) {
        const auto found = settings.generators.find(generator.id);
        if (found != settings.generators.end()) {
            sections.push_back({generator.id, option_values(found->second, generator.id)});
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
    options.raw_normals = generator_id == "intersection" && found != settings.generators.end() &&
                          found->second.vf_normal == VfNormal::Raw;
    return options;
}

}  // namespace touchstone
