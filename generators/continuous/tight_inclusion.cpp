#include "generators/continuous/tight_inclusion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "generators/continuous/inclusion_filter.h"
#include "generators/continuous/zero_time.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

/// Edges of boxes stay exact multiples of this.
constexpr double kNarrowest = 0x1p-50;

/// The corner of a box that is nearest to 0.
struct BoxCorner {
    double t, u, v;
};

struct BoxWidths {
    double t = 1.0, u = 1.0, v = 1.0;
};

struct Range {
    double low, high;
};

/// All that a search needs to know of its query.
struct InclusionSearch {
    const ImpactQuery& query;
    const ImpactSettings& settings;
    MotionPolynomial motion;
    std::array<double, 3> half_width;
    Vec3 rates;
    bool as_printed = false;
};

InclusionSearch make_search(const ImpactQuery& query, const ImpactSettings& settings) {
    InclusionSearch search{query, settings, make_motion_polynomial(query), {}, {}, false};
    search.as_printed = evaluates_as_printed(settings.filter);
    search.rates = motion_rates(search.motion);
    for (int k = 0; k < 3; ++k) {
        search.half_width[k] = filter_half_width(query, search.motion, k, settings);
    }
    return search;
}

/// The corners of F over (u, v) at one time, differences first. Rounding is monotone, so the least
/// and largest of the sums are the sums of the least and largest.
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

/// The same with points first, in the order of Wang et al. [2021], Eq. (2) and (3).
Range printed_range_at(const ImpactQuery& query, int axis, double t, double u0, double u1,
                       double v0, double v1) {
    std::array<double, 4> x;
    for (int i = 0; i < 4; ++i) {
        const double start = query.start[i][axis];
        x[i] = start + t * (query.end[i][axis] - start);
    }
    Range range{kNever, -kNever};
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

struct BoxTest {
    bool apart = false;
    bool small = false;
    double width = 0.0;  ///< largest of the ranges of F [m]
};

BoxTest test_box(const InclusionSearch& search, const BoxCorner& box, double t1,
                 const BoxWidths& width) {
    BoxTest result;
    bool inside = true;
    for (int k = 0; k < 3; ++k) {
        const auto at = [&](double t) {
            return search.as_printed ? printed_range_at(search.query, k, t, box.u, box.u + width.u,
                                                        box.v, box.v + width.v)
                                     : range_at(search.motion.axes[k], t, box.u, box.u + width.u,
                                                box.v, box.v + width.v);
        };
        const Range first = at(box.t);
        const Range last = at(t1);
        const double low = std::min(first.low, last.low);
        const double high = std::max(first.high, last.high);
        if (low > search.half_width[k] || high < -search.half_width[k]) {
            result.apart = true;
            return result;
        }
        inside = inside && low >= -search.half_width[k] && high <= search.half_width[k];
        result.width = std::max(result.width, high - low);
    }
    result.small = inside || result.width <= search.settings.tolerance;
    return result;
}

/// The axis to halve, 0 for t, 1 for u and 2 for v; -1 when the box is small enough on all of them.
int axis_to_halve(const Vec3& rates, const BoxWidths& width, double tolerance) {
    const std::array<double, 3> widths{width.t, width.u, width.v};
    int best = -1;
    double largest = tolerance;
    for (int k = 0; k < 3; ++k) {
        if (widths[k] > kNarrowest && widths[k] * rates[k] > largest) {
            best = k;
            largest = widths[k] * rates[k];
        }
    }
    return best;
}

void halve_time(const std::vector<BoxCorner>& level, double half, std::vector<BoxCorner>& next) {
    for (std::size_t first = 0; first < level.size();) {
        std::size_t last = first;
        for (; last < level.size() && level[last].t == level[first].t; ++last) {
            next.push_back(level[last]);
        }
        for (; first < last; ++first) {
            next.push_back({level[first].t + half, level[first].u, level[first].v});
        }
    }
}

/// A box of a face with u + v ≥ 1 at its nearest corner has that point alone in the domain, and so
/// has the box before it.
void halve_place(const std::vector<BoxCorner>& level, int axis, double half, bool face,
                 std::vector<BoxCorner>& next) {
    for (const BoxCorner& box : level) {
        next.push_back(box);
        const BoxCorner upper{box.t, axis == 1 ? box.u + half : box.u,
                              axis == 2 ? box.v + half : box.v};
        if (!face || upper.u + upper.v < 1.0) {
            next.push_back(upper);
        }
    }
}

/// Goes from the kept boxes of a level to the next level.
void halve(std::vector<BoxCorner>& level, std::vector<BoxCorner>& next, int axis, BoxWidths& width,
           bool face) {
    next.clear();
    double& side = axis == 0 ? width.t : axis == 1 ? width.u : width.v;
    side *= 0.5;
    if (axis == 0) {
        halve_time(level, side, next);
    } else {
        halve_place(level, axis, side, face, next);
    }
    level.swap(next);
}

Impact hit_at(double time, double accuracy, std::int64_t work, bool capped) {
    Impact impact;
    impact.hit = true;
    impact.time = time;
    impact.accuracy = accuracy;
    impact.proof = ImpactProof::Conservative;
    impact.work = work;
    impact.capped = capped;
    return impact;
}

/// What is left of one level.
struct LevelResult {
    std::size_t kept = 0;      ///< boxes at the front of the level
    double first_width = 0.0;  ///< range of F over the first of them [m]
    double found = kNever;     ///< time of the first survivor, when that one is small
    double unseen = kNever;    ///< time of the first box that was not looked at, at the cap
    bool capped = false;
};

LevelResult visit_level(const InclusionSearch& search, std::vector<BoxCorner>& level,
                        const BoxWidths& width, bool all_small, double& t_skip,
                        std::int64_t& work) {
    LevelResult result;
    for (const BoxCorner& box : level) {
        if (box.t >= t_skip || box.t > search.settings.t_max) {
            break;
        }
        if (work >= search.settings.max_boxes) {
            result.capped = true;
            result.unseen = box.t;
            break;
        }
        ++work;
        const double t1 = std::min(box.t + width.t, search.settings.t_max);
        const BoxTest test = test_box(search, box, t1, width);
        if (test.apart) {
            continue;
        }
        if (result.kept == 0) {
            result.first_width = test.width;
        }
        if (test.small || all_small) {
            (result.kept == 0 ? result.found : t_skip) = box.t;
            break;
        }
        level[result.kept++] = box;
    }
    level.resize(result.kept);
    return result;
}

/// The tolerance, or more where a box cannot be halved any more.
double refined_to(const InclusionSearch& search, const BoxWidths& width) {
    double reached = search.settings.tolerance;
    if (axis_to_halve(search.rates, width, reached) < 0) {
        reached = std::max({reached, width.t * search.rates[0], width.u * search.rates[1],
                            width.v * search.rates[2]});
    }
    return reached;
}

Impact search_levels(const InclusionSearch& search) {
    thread_local std::vector<BoxCorner> level;
    thread_local std::vector<BoxCorner> next;
    const double tolerance = search.settings.tolerance;
    level.assign(1, {0.0, 0.0, 0.0});
    BoxWidths width;
    double t_skip = kNever;
    std::int64_t work = 0;
    while (true) {
        const int axis = axis_to_halve(search.rates, width, tolerance);
        const LevelResult result = visit_level(search, level, width, axis < 0, t_skip, work);
        if (result.found < kNever) {
            return hit_at(result.found, refined_to(search, width), work, false);
        }
        if (result.capped) {
            const double first = result.kept > 0 ? level.front().t : result.unseen;
            return hit_at(std::min(first, t_skip), std::max(tolerance, result.first_width), work,
                          true);
        }
        if (result.kept == 0) {
            break;
        }
        halve(level, next, axis, width, search.query.kind == ImpactKind::VertexFace);
    }
    if (t_skip < kNever) {
        return hit_at(t_skip, tolerance, work, false);
    }
    Impact apart;
    apart.proof = ImpactProof::Separated;
    apart.work = work;
    return apart;
}

Impact search_once(const ImpactQuery& query, const ImpactSettings& settings) {
    // The cubic filters are no lengths: they hold for the query as it is.
    if (settings.filter == InclusionFilter::Linear) {
        if (const std::optional<int> exponent = range_exponent(query)) {
            const ImpactQuery scaled = scaled_by_power(query, *exponent);
            const ImpactSettings lengths = with_scaled_lengths(settings, *exponent);
            Impact impact = search_levels(make_search(scaled, lengths));
            impact.accuracy = std::ldexp(impact.accuracy, -*exponent);
            return impact;
        }
    }
    return search_levels(make_search(query, settings));
}

}  // namespace

Impact tight_inclusion(const ImpactQuery& query, const ImpactSettings& settings) {
    return without_zero_time(search_once, query, settings);
}

Impact tight_inclusion_published(const ImpactQuery& query, const ImpactSettings& settings) {
    ImpactSettings published = settings;
    published.filter = InclusionFilter::PublishedCode;
    Impact impact = tight_inclusion(query, published);
    if (!impact.hit) {
        impact.proof = ImpactProof::None;
    }
    return impact;
}

}  // namespace touchstone
