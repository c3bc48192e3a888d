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

ShapeRule make_declared_rule(const MethodSettings& settings) {
    ShapeRule rule;
    const bool declared = settings.holds<DeclaredSettings>();
    if (declared && settings.as<DeclaredSettings>().profile == Profile::Published) {
        rule.order = ElementOrder::Authored;
    }
    return rule;
}

double usual_reach(const MethodSettings&, const ShapeSizes& sizes) {
    // A little more than that, for rounding: this only has to be conservative.
    return 0.02 + 1e-5 * sizes.largest;
}

double no_slack(const MethodSettings&, const ShapeSizes&) { return 0.0; }

}  // namespace touchstone
