#include "generators/barrier/barrier_settings.h"

#include "methods/base/option_makers.h"

namespace touchstone::barrier {
namespace {

constexpr Word<BarrierPrimitives> kPrimitives[]{{"triangles", BarrierPrimitives::Triangles},
                                                {"facets", BarrierPrimitives::Facets}};

}  // namespace

MethodOptions options() {
    return make_method_options<Settings>(
        {length_option("dhat", &Settings::dhat, {1e-9, 1.0, "number in [1e-9, 1] [m]"},
                       "distance at which the barrier begins"),
         number_option("y", &Settings::y, {0.01, 0.99, "number in [0.01, 0.99]"},
                       "smallest distance at which two bodies are probed, as a share of dhat"),
         word_option("primitives", &Settings::primitives, kPrimitives,
                     "elements between which the barrier acts")},
        {});
}

}  // namespace touchstone::barrier
