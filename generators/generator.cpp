#include "generators/generator.h"

#include <algorithm>

namespace touchstone {

const char* shape_kind_word(ShapeKind kind) {
    return kind == ShapeKind::Facets ? "facets" : "tets";
}

double shape_size(const CollisionShape& shape) {
    return shape.facets ? shape.facets->size : shape.size;
}

void ShapeSizes::add(double size) {
    second_largest = std::max(second_largest, std::min(largest, size));
    largest = std::max(largest, size);
}

double reach_of_tets(const GeneratorSettings& settings, const ShapeSizes& sizes) {
    // Wider than what any of them adds for rounding: this only has to be conservative.
    return 2.0 * settings.envelope + 1e-5 * sizes.largest;
}

double no_slack(const GeneratorSettings&, const ShapeSizes&) { return 0.0; }

}  // namespace touchstone
