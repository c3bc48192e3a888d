#include "generators/continuous/bodies/first_impact.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "generators/continuous/bodies/body_impact.h"
#include "generators/continuous/bodies/impact_contacts.h"

namespace touchstone {
namespace {

constexpr double kPathShare = 0.1;        ///< of the distance that counts as touch
constexpr double kToleranceShare = 1e-3;  ///< δ, the same
constexpr int kMostBoxes = 100'000;

std::string_view method_of(ImpactSearch search) {
    switch (search) {
        case ImpactSearch::Exact:
            return "exact_contact";
        case ImpactSearch::Tight:
            return "tight_inclusion";
        case ImpactSearch::Oriented:
            break;
    }
    return "oriented_inclusion";
}

BodyImpactSettings impact_settings(const GeneratorSettings& settings, double reach) {
    BodyImpactSettings result;
    result.find = find_impact_method(method_of(settings.impact_search)).find;
    // Points within it in the maximum norm are within the reach.
    result.impact.separation = reach / std::numbers::sqrt3;
    result.impact.tolerance = kToleranceShare * reach;
    result.impact.max_boxes = kMostBoxes;
    result.path_distance = kPathShare * reach;
    return result;
}

}  // namespace

double first_impact_reach(const GeneratorSettings& settings, const ShapeSizes& sizes) {
    return settings.eps * sizes.second_largest;
}

std::vector<ContactPoint> first_impact_contacts(const Collider& a, const Collider& b,
                                                const Query& query) {
    const bool exchanged = comes_first(b, a);
    const Collider& first = exchanged ? b : a;
    const Collider& second = exchanged ? a : b;
    const Vec3 origin = first.world_from_body.translation;
    const SweptBody swept_first = make_swept_body(first, query.time_step, origin);
    const SweptBody swept_second = make_swept_body(second, query.time_step, origin);
    const double size = std::min(first.shape->facets->size, second.shape->facets->size);
    const double reach = query.settings.eps * size;
    const BodyImpact impact =
        find_body_impact(swept_first, swept_second, impact_settings(query.settings, reach));
    if (!impact.hit) {
        return {};
    }
    // By the path's error the true motion may be a little farther than what the method saw, and by
    // δ a conservative time a little early.
    const double widened = reach * (1.0 + 2.0 * kPathShare + 2.0 * kToleranceShare);
    std::vector<ContactPoint> contacts =
        find_impact_contacts(first, second, swept_first, swept_second, impact.time, widened);
    for (ContactPoint& contact : contacts) {
        contact.position += origin;
        if (exchanged) {
            contact.normal = -contact.normal;
            std::swap(contact.feature_a, contact.feature_b);
        }
    }
    return contacts;
}

}  // namespace touchstone
