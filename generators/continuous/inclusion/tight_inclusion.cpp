#include "generators/continuous/inclusion/tight_inclusion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "methods/base/options/option_makers.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {
namespace {

struct Range {
    double low, high;
};

/// Returns the range of F's corners over (u, v) at one time, with differences first. Rounding is
/// monotone, so the smallest and largest of the sums are the sums of the smallest and largest.
Range range_at(const MotionAxis& axis, double t, double u0, double u1, double v0, double v1) {
    const double p = axis.a + axis.b * t;
    const double q = axis.c + axis.d * t;
    const double r = axis.e + axis.g * t;
    const double qu0 = u0 * q;
    const double qu1 = u1 * q;
    const double rv0 = v0 * r;
    const double rv1 = v1 * r;
    return {p + std::min(qu0, qu1) + std::min(rv0, rv1),
            p + std::max(qu0, qu1) + std::max(rv0, rv1)};
}

/// Returns the range with points first, in the order of Wang et al. [2021], Eq. (2) and (3).
Range printed_range_at(const ImpactQuery& query, int axis, double t, double u0, double u1,
                       double v0, double v1) {
    std::array<double, 4> x;
    for (int i = 0; i < 4; ++i) {
        const double start = query.start[i][axis];
        x[i] = start + t * (query.end[i][axis] - start);
    }
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    Range range{kInfinite, -kInfinite};
    for (const double u : {u0, u1}) {
        for (const double v : {v0, v1}) {
            const double value = query.kind == ImpactKind::VertexFace
                                     ? x[0] - ((x[2] - x[1]) * u + (x[3] - x[1]) * v + x[1])
                                     : ((x[1] - x[0]) * u + x[0]) - ((x[3] - x[2]) * v + x[2]);
            range = {std::min(range.low, value), std::max(range.high, value)};
        }
    }
    return range;
}

/// The data that the test of a box needs.
struct InclusionContext {
    const ImpactQuery& query;
    MotionPolynomial motion;
    std::array<double, 3> half_width;
    double tolerance;
};

/// Tests a box; `range(k, t)` is the range of F on axis k over (u, v) at time t.
template <class RangeAt>
BoxTest test_ranges(const InclusionContext& context, double t0, double t1, const RangeAt& range) {
    BoxTest result;
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
        const Range first = range(k, t0);
        const Range last = range(k, t1);
        const double low = std::min(first.low, last.low);
        const double high = std::max(first.high, last.high);
        const double half_width = context.half_width[k];
        if (low > half_width || high < -half_width) {
            result.apart = true;
            return result;
        }
        inside = inside && low >= -half_width && high <= half_width;
        result.width = std::max(result.width, high - low);
    }
    result.small = inside || result.width <= context.tolerance;
    return result;
}

BoxTest test_differences(const void* data, const BoxCorner& box, double t1,
                         const BoxWidths& width) {
    const auto& context = *static_cast<const InclusionContext*>(data);
    return test_ranges(context, box.t, t1, [&](int k, double t) {
        return range_at(context.motion.axes[k], t, box.u, box.u + width.u, box.v, box.v + width.v);
    });
}

BoxTest test_as_printed(const void* data, const BoxCorner& box, double t1, const BoxWidths& width) {
    const auto& context = *static_cast<const InclusionContext*>(data);
    return test_ranges(context, box.t, t1, [&](int k, double t) {
        return printed_range_at(context.query, k, t, box.u, box.u + width.u, box.v,
                                box.v + width.v);
    });
}

InclusionFilter filter_of(const ImpactSettings& settings) {
    return settings.own.as<TightInclusionSettings>().filter;
}

InclusionContext make_context(const ImpactQuery& query, const ImpactSettings& settings) {
    InclusionContext context{query, make_motion_polynomial(query), {}, settings.tolerance};
    for (int k = 0; k < 3; ++k) {
        context.half_width[k] =
            filter_half_width(query, context.motion, k, settings.separation, filter_of(settings));
    }
    return context;
}

Impact search_query(const ImpactQuery& query, const ImpactSettings& settings) {
    const InclusionContext context = make_context(query, settings);
    LevelSearch search;
    search.rates = motion_rates(context.motion);
    search.face = query.kind == ImpactKind::VertexFace;
    search.test = evaluates_as_printed(filter_of(settings)) ? test_as_printed : test_differences;
    search.context = &context;
    return search_levels(search, settings);
}

Impact search_once(const ImpactQuery& query, const ImpactSettings& settings) {
    const std::optional<int> exponent = range_exponent(make_swept_boxes(query));
    // The cubic filters are no lengths: they hold only for the unscaled query.
    if (!exponent || filter_of(settings) != InclusionFilter::Linear) {
        return search_query(query, settings);
    }
    Impact impact =
        search_query(scaled_by_power(query, *exponent), with_scaled_lengths(settings, *exponent));
    impact.accuracy = std::ldexp(impact.accuracy, -*exponent);
    return impact;
}

/// A test that remembers what it was asked.
struct WatchedTest {
    TestBox test;
    const InclusionContext& context;
    std::vector<VisitedBox>& visited;
};

BoxTest test_watched(const void* data, const BoxCorner& box, double t1, const BoxWidths& width) {
    const auto& watched = *static_cast<const WatchedTest*>(data);
    watched.visited.push_back({box, width, watched.test(&watched.context, box, t1, width)});
    return watched.visited.back().test;
}

constexpr Word<InclusionFilter> kInclusionFilters[]{
    {"linear", InclusionFilter::Linear},
    {"linear_coordinates", InclusionFilter::LinearCoordinates},
    {"paper", InclusionFilter::Paper},
    {"published_code", InclusionFilter::PublishedCode}};

}  // namespace

MethodOptions tight_inclusion_options() {
    Options<TightInclusionSettings> options =
        inherited<TightInclusionSettings>(zero_time_options());
    options.push_back(word_option("filter", &TightInclusionSettings::filter, kInclusionFilters,
                                  "rounding intervals of the inclusion tests"));
    return make_method_options<TightInclusionSettings>(options, {});
}

std::vector<VisitedBox> tight_inclusion_boxes(const ImpactQuery& query,
                                              const ImpactSettings& settings, int most) {
    std::vector<VisitedBox> visited;
    const InclusionContext context = make_context(query, settings);
    const WatchedTest watched{
        evaluates_as_printed(filter_of(settings)) ? test_as_printed : test_differences, context,
        visited};
    LevelSearch search;
    search.rates = motion_rates(context.motion);
    search.face = query.kind == ImpactKind::VertexFace;
    search.test = test_watched;
    search.context = &watched;
    ImpactSettings limited = settings;
    limited.max_boxes = std::min(settings.max_boxes, most);
    search_levels(search, limited);
    return visited;
}

Impact tight_inclusion(const ImpactQuery& query, const ImpactSettings& settings) {
    return without_zero_time(search_once, query, settings,
                             settings.own.as<TightInclusionSettings>());
}

Impact tight_inclusion_published(const ImpactQuery& query, const ImpactSettings& settings) {
    ImpactSettings published = settings;
    published.own =
        TightInclusionSettings{settings.own.as<ZeroTimeSettings>(), InclusionFilter::PublishedCode};
    Impact impact = tight_inclusion(query, published);
    if (!impact.hit) {
        impact.proof = ImpactProof::None;
    }
    return impact;
}

}  // namespace touchstone
