#include <algorithm>
#include <array>
#include <cmath>

#include "testcases/settings/option_text.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {
namespace {

using namespace std::string_view_literals;

constexpr std::array kSteppingNames{"moreau"sv, "semi_implicit"sv};
constexpr std::array kSteppings{Stepping::MoreauMidpoint, Stepping::SemiImplicit};
constexpr std::array kFrictionNames{"disc"sv, "torsion_ball"sv};
constexpr std::array kFrictionModels{FrictionModel::Disc, FrictionModel::TorsionBall};
constexpr std::array kGapNames{"ignore"sv, "close"sv};
constexpr std::array kGapRules{GapRule::Ignore, GapRule::Close};
constexpr std::array kStrategyNames{"local"sv, "global"sv, "local_rows"sv, "blocked"sv};
constexpr std::array kStrategies{RStrategy::Local, RStrategy::Global, RStrategy::LocalRows,
                                 RStrategy::Blocked};
constexpr std::array kRuleNames{"roll_back"sv, "count"sv};
constexpr std::array kRules{DivergenceRule::RollBack, DivergenceRule::Count};
constexpr std::array kStabilizationNames{"none"sv, "pre"sv, "post"sv};
constexpr std::array kStabilizations{Stabilization::None, Stabilization::Pre, Stabilization::Post};
constexpr std::array kSwitchNames{"off"sv, "on"sv};
constexpr std::array kSwitches{false, true};

constexpr double kLargestCount = 1e9;

/// Sets the field when the text is a finite number in [low, high].
bool write_number(double& field, std::string_view text, double low, double high) {
    const std::optional<double> value = parse_number(text);
    if (!value || !std::isfinite(*value) || !(*value >= low && *value <= high)) {
        return false;
    }
    field = *value;
    return true;
}

/// The same for a number that overrides the case's; `case` takes it back.
bool write_override(std::optional<double>& field, std::string_view text, double low, double high) {
    if (text == "case") {
        field = std::nullopt;
        return true;
    }
    double value = 0.0;
    if (!write_number(value, text, low, high)) {
        return false;
    }
    field = value;
    return true;
}

std::string override_text(const std::optional<double>& field) {
    return field ? shortest(*field) : "case";
}

bool write_count(int& field, std::string_view text) {
    double value = 0.0;
    if (!write_number(value, text, 0.0, kLargestCount) || value != std::floor(value)) {
        return false;
    }
    field = static_cast<int>(value);
    return true;
}

constexpr double kSmallest = 1e-12;  // of what must not be 0
constexpr double kLargest = 1e12;

constexpr std::array<StudyOption, 18> kSolverOptions{{
    {"time_step", "case|number in [1e-12, 1e12] [s]", "instead of the case's",
     [](const StudySettings& s) { return override_text(s.time_step); },
     [](StudySettings& s, std::string_view v) {
         return write_override(s.time_step, v, kSmallest, kLargest);
     }},
    {"friction", "case|number in [0, 1e12]", "Coulomb's coefficient, instead of the case's",
     [](const StudySettings& s) { return override_text(s.friction); },
     [](StudySettings& s, std::string_view v) {
         return write_override(s.friction, v, 0.0, kLargest);
     }},
    {"restitution", "number in [0, 1]", "of the velocity along the normal",
     [](const StudySettings& s) { return shortest(s.solver.restitution); },
     [](StudySettings& s, std::string_view v) {
         return write_number(s.solver.restitution, v, 0.0, 1.0);
     }},
    {"stepping", "moreau|semi_implicit", "when in a step contacts are found and bodies moved",
     [](const StudySettings& s) { return name_of(s.solver.stepping, kSteppingNames, kSteppings); },
     [](StudySettings& s, std::string_view v) {
         return choose(s.solver.stepping, v, kSteppingNames, kSteppings);
     }},
    {"friction_model", "disc|torsion_ball", "what bounds the friction impulse",
     [](const StudySettings& s) {
         return name_of(s.solver.friction_model, kFrictionNames, kFrictionModels);
     },
     [](StudySettings& s, std::string_view v) {
         return choose(s.solver.friction_model, v, kFrictionNames, kFrictionModels);
     }},
    {"gap", "ignore|close", "whether contacts let bodies that are still apart come together",
     [](const StudySettings& s) { return name_of(s.solver.gap, kGapNames, kGapRules); },
     [](StudySettings& s, std::string_view v) {
         return choose(s.solver.gap, v, kGapNames, kGapRules);
     }},
    {"r_strategy", "local|global|local_rows|blocked",
     "how the step lengths R of the sweeps are chosen",
     [](const StudySettings& s) {
         return name_of(s.solver.r_strategy, kStrategyNames, kStrategies);
     },
     [](StudySettings& s, std::string_view v) {
         return choose(s.solver.r_strategy, v, kStrategyNames, kStrategies);
     }},
    {"divergence_rule", "roll_back|count",
     "whether a sweep with a larger residual than the last is dropped and R scaled down",
     [](const StudySettings& s) { return name_of(s.solver.divergence_rule, kRuleNames, kRules); },
     [](StudySettings& s, std::string_view v) {
         return choose(s.solver.divergence_rule, v, kRuleNames, kRules);
     }},
    {"global_r", "number in [1e-12, 1e12] [kg]", "R of the strategy `global`",
     [](const StudySettings& s) { return shortest(s.solver.global_r); },
     [](StudySettings& s, std::string_view v) {
         return write_number(s.solver.global_r, v, kSmallest, kLargest);
     }},
    {"max_sweeps", "whole number in [0, 1e9]", "sweeps over all contacts in a step",
     [](const StudySettings& s) { return std::to_string(s.solver.max_sweeps); },
     [](StudySettings& s, std::string_view v) { return write_count(s.solver.max_sweeps, v); }},
    {"absolute_tolerance", "number in [0, 1e12] [N s]", "stop below this residual; 0: never",
     [](const StudySettings& s) { return shortest(s.solver.absolute_tolerance); },
     [](StudySettings& s, std::string_view v) {
         return write_number(s.solver.absolute_tolerance, v, 0.0, kLargest);
     }},
    {"relative_tolerance", "number in [0, 1e12]",
     "stop when the residual changes by less than this share; 0: never",
     [](const StudySettings& s) { return shortest(s.solver.relative_tolerance); },
     [](StudySettings& s, std::string_view v) {
         return write_number(s.solver.relative_tolerance, v, 0.0, kLargest);
     }},
    {"stagnation_tolerance", "number in [0, 1]",
     "stop at a residual of at most this share of the largest impulse; 0: never",
     [](const StudySettings& s) { return shortest(s.solver.stagnation_tolerance); },
     [](StudySettings& s, std::string_view v) {
         return write_number(s.solver.stagnation_tolerance, v, 0.0, 1.0);
     }},
    {"warm_start", "off|on", "begin a step with the last step's impulses of the same features",
     [](const StudySettings& s) { return name_of(s.solver.warm_start, kSwitchNames, kSwitches); },
     [](StudySettings& s, std::string_view v) {
         return choose(s.solver.warm_start, v, kSwitchNames, kSwitches);
     }},
    {"stabilization", "none|pre|post", "how penetration is undone",
     [](const StudySettings& s) {
         return name_of(s.solver.stabilization, kStabilizationNames, kStabilizations);
     },
     [](StudySettings& s, std::string_view v) {
         return choose(s.solver.stabilization, v, kStabilizationNames, kStabilizations);
     }},
    {"stabilization_gain", "number in [0, 1]", "share of the penetration undone in a step",
     [](const StudySettings& s) { return shortest(s.solver.stabilization_gain); },
     [](StudySettings& s, std::string_view v) {
         return write_number(s.solver.stabilization_gain, v, 0.0, 1.0);
     }},
    {"min_penetration", "number in [0, 1e12] [m]", "less is left alone by the stabilization `pre`",
     [](const StudySettings& s) { return shortest(s.solver.min_penetration); },
     [](StudySettings& s, std::string_view v) {
         return write_number(s.solver.min_penetration, v, 0.0, kLargest);
     }},
    {"max_correction", "number in [0, 1e12] [m]", "at most this much is undone in a step",
     [](const StudySettings& s) { return shortest(s.solver.max_correction); },
     [](StudySettings& s, std::string_view v) {
         return write_number(s.solver.max_correction, v, 0.0, kLargest);
     }},
}};

}  // namespace

std::span<const StudyOption> all_solver_options() { return kSolverOptions; }

}  // namespace touchstone
