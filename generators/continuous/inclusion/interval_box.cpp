#include "generators/continuous/inclusion/interval_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "generators/continuous/inclusion/interval.h"
#include "generators/continuous/inclusion/level_search.h"
#include "generators/continuous/zero_time.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {
namespace {

/// The paths of the points on each axis: start + t change.
struct IntervalContext {
    bool face = false;
    std::array<std::array<Interval, 4>, 3> start, change;
    double separation = 0.0;
    double tolerance = 0.0;
};

IntervalContext make_interval_context(const ImpactQuery& query, const ImpactSettings& settings) {
    IntervalContext context;
    context.face = query.kind == ImpactKind::VertexFace;
    context.separation = settings.separation;
    context.tolerance = settings.tolerance;
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 4; ++i) {
            const Interval last{query.end[i][k], query.end[i][k]};
            context.start[k][i] = {query.start[i][k], query.start[i][k]};
            context.change[k][i] = last - context.start[k][i];
        }
    }
    return context;
}

Interval interval_over(const IntervalContext& context, int axis, const Interval& t,
                       const Interval& u, const Interval& v) {
    const auto point = [&](int i) { return context.start[axis][i] + t * context.change[axis][i]; };
    const Interval x0 = point(0);
    const Interval x1 = point(1);
    const Interval x2 = point(2);
    const Interval x3 = point(3);
    return context.face ? x0 - (x1 + u * (x2 - x1) + v * (x3 - x1))
                        : (x0 + u * (x1 - x0)) - (x2 + v * (x3 - x2));
}

BoxTest test_intervals(const void* data, const BoxCorner& box, double t1, const BoxWidths& width) {
    const auto& context = *static_cast<const IntervalContext*>(data);
    BoxTest result;
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
        const Interval f = interval_over(context, k, {box.t, t1}, {box.u, box.u + width.u},
                                         {box.v, box.v + width.v});
        if (f.low > context.separation || f.high < -context.separation) {
            result.apart = true;
            return result;
        }
        inside = inside && f.low >= -context.separation && f.high <= context.separation;
        result.width = std::max(result.width, f.high - f.low);
    }
    result.small = inside || result.width <= context.tolerance;
    return result;
}

Impact search_intervals(const ImpactQuery& query, const ImpactSettings& settings) {
    const IntervalContext context = make_interval_context(query, settings);
    LevelSearch search;
    search.rates = motion_rates(make_motion_polynomial(query));
    search.face = context.face;
    search.test = test_intervals;
    search.context = &context;
    return search_levels(search, settings);
}

Impact search_scaled_intervals(const ImpactQuery& query, const ImpactSettings& settings) {
    const std::optional<int> exponent = range_exponent(make_swept_boxes(query));
    if (!exponent) {
        return search_intervals(query, settings);
    }
    // A coordinate that scaling turns into 0 moves by less than the separation that is added.
    ImpactSettings scaled = with_scaled_lengths(settings, *exponent);
    scaled.separation += kUnderflow;
    Impact impact = search_intervals(scaled_by_power(query, *exponent), scaled);
    impact.accuracy = std::ldexp(impact.accuracy, -*exponent);
    return impact;
}

}  // namespace

Impact interval_box(const ImpactQuery& query, const ImpactSettings& settings) {
    return without_zero_time(search_scaled_intervals, query, settings,
                             settings.own.as<ZeroTimeSettings>());
}

}  // namespace touchstone
