#include "rigid_solver/proximal/solver_options.h"

#include "methods/base/options/option_makers.h"

namespace touchstone {
namespace {

constexpr Word<Stepping> kSteppings[]{{"moreau", Stepping::MoreauMidpoint},
                                      {"semi_implicit", Stepping::SemiImplicit}};
constexpr Word<FrictionModel> kFrictionModels[]{{"disc", FrictionModel::Disc},
                                                {"torsion_ball", FrictionModel::TorsionBall}};
constexpr Word<GapRule> kGapRules[]{{"ignore", GapRule::Ignore}, {"close", GapRule::Close}};
constexpr Word<StepBound> kStepBounds[]{{"none", StepBound::None}, {"ccd", StepBound::Ccd}};
constexpr Word<RStrategy> kRStrategies[]{{"local", RStrategy::Local},
                                         {"global", RStrategy::Global},
                                         {"local_rows", RStrategy::LocalRows},
                                         {"blocked", RStrategy::Blocked}};
constexpr Word<DivergenceRule> kDivergenceRules[]{{"roll_back", DivergenceRule::RollBack},
                                                  {"count", DivergenceRule::Count}};
constexpr Word<SweepOrder> kSweepOrders[]{{"given", SweepOrder::Given},
                                          {"coloured", SweepOrder::Coloured}};
constexpr Word<Acceleration> kAccelerations[]{{"none", Acceleration::None},
                                              {"conjugate", Acceleration::Conjugate}};
constexpr Word<Stabilization> kStabilizations[]{
    {"none", Stabilization::None}, {"pre", Stabilization::Pre}, {"post", Stabilization::Post}};

constexpr NumberRange kShare{0.0, 1.0, "number in [0, 1]"};
constexpr NumberRange kLength{0.0, 1e12, "number in [0, 1e12] [m]"};

Options<SolverSettings> make_solver_options() {
    using Settings = SolverSettings;
    return {
        number_option("restitution", &Settings::restitution, kShare,
                      "of the velocity along the normal"),
        word_option("stepping", &Settings::stepping, kSteppings,
                    "when in a step contacts are found and bodies moved"),
        word_option("friction_model", &Settings::friction_model, kFrictionModels,
                    "what bounds the friction impulse"),
        word_option("gap", &Settings::gap, kGapRules,
                    "whether contacts let bodies that are still apart come together, and turning "
                    "gains no energy"),
        word_option("curvature", &Settings::curvature, kOffOn,
                    "whether contacts of exact curved shapes allow for the bend of the ground"),
        word_option("step_bound", &Settings::step_bound, kStepBounds,
                    "whether bodies stop where continuous detection has them meet"),
        word_option("r_strategy", &Settings::r_strategy, kRStrategies,
                    "how the step lengths R of the sweeps are chosen"),
        word_option(
            "divergence_rule", &Settings::divergence_rule, kDivergenceRules,
            "whether a sweep with a larger residual than the last is dropped and R scaled down"),
        word_option("sweep", &Settings::sweep, kSweepOrders,
                    "in which order a sweep takes the pairs of bodies: theirs, or by colours"),
        word_option("acceleration", &Settings::acceleration, kAccelerations,
                    "whether sweeps go on along conjugate directions, and none is dropped"),
        number_option("global_r", &Settings::global_r,
                      {1e-12, 1e12, "number in [1e-12, 1e12] [kg]"}, "R of the strategy `global`"),
        count_option("max_sweeps", &Settings::max_sweeps, {0.0, 1e9, "whole number in [0, 1e9]"},
                     "sweeps over all contacts in a step"),
        number_option("absolute_tolerance", &Settings::absolute_tolerance,
                      {0.0, 1e12, "number in [0, 1e12] [N s]"},
                      "stop below this residual; 0: never"),
        number_option("relative_tolerance", &Settings::relative_tolerance,
                      {0.0, 1e12, "number in [0, 1e12]"},
                      "stop when the residual changes by less than this share; 0: never"),
        number_option(
            "stagnation_tolerance", &Settings::stagnation_tolerance, kShare,
            "stop at a residual of at most this share of the largest impulse, and let rest what "
            "less would move; 0: never"),
        word_option(
            "warm_start", &Settings::warm_start, kOffOn,
            "begin a step with the last step's impulses of the same features; the first with those "
            "that hold what rests"),
        word_option("stabilization", &Settings::stabilization, kStabilizations,
                    "how penetration is undone"),
        number_option("stabilization_gain", &Settings::stabilization_gain, kShare,
                      "share of the penetration undone in a step"),
        number_option("min_penetration", &Settings::min_penetration, kLength,
                      "less is left alone by the stabilization `pre`"),
        number_option("max_correction", &Settings::max_correction, kLength,
                      "at most this much is undone in a step"),
    };
}

}  // namespace

const Options<SolverSettings>& solver_options() {
    static const Options<SolverSettings> options = make_solver_options();
    return options;
}

}  // namespace touchstone
