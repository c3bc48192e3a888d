#include "generators/barrier/barrier_settings.h"

#include "methods/base/options/option_makers.h"

namespace touchstone::barrier {
namespace {

constexpr Word<BarrierPrimitives> kPrimitives[]{{"triangles", BarrierPrimitives::Triangles},
                                                {"facets", BarrierPrimitives::Facets}};

constexpr Word<Moves> kMoves[]{{"off", Moves::Off}, {"on", Moves::On}, {"all", Moves::All}};

constexpr Word<StiffnessRule> kRules[]{{"adaptive", StiffnessRule::Adaptive},
                                       {"reference", StiffnessRule::SceneSized}};

constexpr Word<Integration> kIntegrations[]{{"implicit_euler", Integration::ImplicitEuler},
                                            {"newmark", Integration::Newmark}};

constexpr NumberRange kReach{1e-9, 1.0, "number in [1e-9, 1] [m], or with an l: of the size"};

/// "1e-4" or "1e-3l".
Option<Settings> dhat_option() {
    return {"dhat",
            std::string(kReach.text),
            "distance at which the barrier begins; with an l a share of the bodies' size",
            [](const Settings& settings) {
                return shortest(settings.dhat) + (settings.dhat_is_share ? "l" : "");
            },
            [](Settings& settings, std::string_view text) {
                const bool is_share = text.ends_with('l');
                if (!take(settings.dhat,
                          parse_number_in(text.substr(0, text.size() - is_share), kReach))) {
                    return false;
                }
                settings.dhat_is_share = is_share;
                return true;
            },
            [](Settings& settings, double factor) {
                settings.dhat *= settings.dhat_is_share ? 1.0 : factor;
            }};
}

constexpr NumberRange kSpeed{1e-15, 1e3, "number in [1e-15, 1000] [m/s]"};

}  // namespace

double dhat_of(const Settings& settings, double size) {
    return settings.dhat_is_share ? settings.dhat * size : settings.dhat;
}

Moves moves(const MethodSettings& settings) { return settings.as<Settings>().moves; }

MethodOptions options() {
    return make_method_options<Settings>(
        {dhat_option(),
         number_option("y", &Settings::y, {0.01, 0.99, "number in [0.01, 0.99]"},
                       "smallest distance at which two bodies are probed, as a share of dhat"),
         word_option("primitives", &Settings::primitives, kPrimitives,
                     "elements between which the barrier acts"),
         word_option(kMovesOption, &Settings::moves, kMoves,
                     "the barrier moves the bodies, as with --solver barrier: in simulations with "
                     "this method, or with all"),
         word_option("stiffness", &Settings::stiffness, kRules,
                     "in motion: how stiff the barrier is; reference: by the size of the scene"),
         word_option("integration", &Settings::integration, kIntegrations,
                     "in motion: of which forces a step is made; newmark: elastic bodies alone"),
         number_option("stick_speed", &Settings::stick_speed, kSpeed,
                       "in motion: speed below which a contact sticks"),
         number_option("accuracy", &Settings::accuracy, kSpeed,
                       "in motion: speed of a Newton step that ends the search; at most a "
                       "fiftieth of stick_speed with friction"),
         number_option("shape_stiffness", &Settings::shape_stiffness,
                       {1e-6, 1e15, "number in [1e-6, 1e15] [Pa]"},
                       "in motion: an eighth of the bodies' Young's modulus"),
         count_option("lags", &Settings::lags, {1.0, 100.0, "whole number in [1, 100]"},
                      "in motion: solves per step, each with the friction of the one before")},
        {});
}

}  // namespace touchstone::barrier
