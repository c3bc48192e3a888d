#include "generators/continuous/bodies/first_impact.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include "generators/continuous/bodies/body_impact.h"
#include "generators/continuous/bodies/first_impact_settings.h"
#include "generators/continuous/bodies/impact_contacts.h"

namespace touchstone {
namespace {

constexpr double kPathShare = 0.1;        ///< of the distance that counts as touch
constexpr double kToleranceShare = 1e-3;  ///< δ, the same
constexpr int kMostBoxes = 10'000;        ///< an ordinary answer takes hundreds

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

BodyImpactSettings impact_settings(const FirstImpactSettings& settings, double distance) {
    BodyImpactSettings result;
    result.find = find_impact_method(method_of(settings.search)).find;
    result.find_at_cap = find_impact_method(method_of(ImpactSearch::Exact)).find;
    result.impact.separation = distance;
    result.impact.tolerance = kToleranceShare * distance;
    result.impact.max_boxes = kMostBoxes;
    result.path_distance = kPathShare * distance;
    return result;
}

/// Returns the largest distance of points that count as touching [m]: `distance` in the maximum
/// norm, with the path's error and twice δ added, since a conservative time is a little early.
double widened(double distance) {
    return std::numbers::sqrt3 * distance * (1.0 + kPathShare + 2.0 * kToleranceShare);
}

}  // namespace

ShapeRule first_impact_shape(const MethodSettings&) {
    ShapeRule rule;
    rule.facets = true;
    return rule;
}

double first_impact_reach(const MethodSettings& settings, const ShapeSizes& sizes) {
    return widened(settings.as<FirstImpactSettings>().eps * sizes.second_largest);
}

double first_impact_slack(const MethodSettings& settings, const ShapeSizes& sizes) {
    return 0.5 * widened(settings.as<FirstImpactSettings>().eps * sizes.largest);
}

std::vector<ContactPoint> first_impact_contacts(const Collider& a, const Collider& b,
                                                const Query& query) {
    const bool exchanged = comes_first(b, a);
    const Collider& first = exchanged ? b : a;
    const Collider& second = exchanged ? a : b;
    const Pose& frame = first.world_from_body;
    const SweptBody swept_first = make_swept_body(first, query.time_step, frame);
    const SweptBody swept_second = make_swept_body(second, query.time_step, frame);
    const auto& settings = query.settings.as<FirstImpactSettings>();
    const double distance =
        settings.eps * std::min(first.shape->facets->size, second.shape->facets->size);
    const BodyImpact impact =
        find_body_impact(swept_first, swept_second, impact_settings(settings, distance));
    if (!impact.hit) {
        return {};
    }
    std::vector<ContactPoint> contacts =
        find_impact_contacts(swept_first, swept_second, impact.time, widened(distance));
    const Mat3 rotation = frame.rotation.toRotationMatrix();
    for (ContactPoint& contact : contacts) {
        contact.position = rotation * contact.position + frame.translation;
        contact.normal = (rotation * contact.normal).normalized();
        if (exchanged) {
            contact.normal = -contact.normal;
            std::swap(contact.feature_a, contact.feature_b);
        }
    }
    return contacts;
}

}  // namespace touchstone
