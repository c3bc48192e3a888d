#include "generators/barrier/barrier_settings.h"

#include "methods/base/option_makers.h"

namespace touchstone::barrier {
namespace {

constexpr Word<BarrierPrimitives> kPrimitives[]{{"triangles", BarrierPrimitives::Triangles},
                                                {"facets", BarrierPrimitives::Facets}};

constexpr NumberRange kSpeed{1e-15, 1e3, "number in [1e-15, 1000] [m/s]"};

}  // namespace

MethodOptions options() {
    return make_method_options<Settings>(
        {length_option("dhat", &Settings::dhat, {1e-9, 1.0, "number in [1e-9, 1] [m]"},
                       "distance at which the barrier begins"),
         number_option("y", &Settings::y, {0.01, 0.99, "number in [0.01, 0.99]"},
                       "smallest distance at which two bodies are probed, as a share of dhat"),
         word_option("primitives", &Settings::primitives, kPrimitives,
                     "elements between which the barrier acts"),
         word_option("moves", &Settings::moves, kOffOn,
                     "simulations move the bodies by the barrier itself, as --solver barrier does"),
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
