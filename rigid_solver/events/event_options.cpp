#include "rigid_solver/events/event_options.h"

#include "methods/base/options/option_makers.h"

namespace touchstone {
namespace {

constexpr Word<ImpactRule> kImpactRules[]{{"poisson", ImpactRule::Poisson},
                                          {"one_by_one", ImpactRule::OneByOne},
                                          {"all_rows", ImpactRule::AllRows}};
constexpr Word<CollisionRule> kCollisionRules[]{{"quintic", CollisionRule::Quintic},
                                                {"quadratic", CollisionRule::Quadratic},
                                                {"newton", CollisionRule::Newton},
                                                {"regula_falsi", CollisionRule::RegulaFalsi},
                                                {"bisection", CollisionRule::Bisection}};

Options<EventSettings> make_event_options() {
    return {
        word_option("impacts", &EventSettings::impacts, kImpactRules, "law of impulses"),
        word_option("collision_times", &EventSettings::collisions, kCollisionRules,
                    "how times of collisions are guessed"),
    };
}

}  // namespace

const Options<EventSettings>& event_options() {
    static const Options<EventSettings> options = make_event_options();
    return options;
}

}  // namespace touchstone
