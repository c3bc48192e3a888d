#include "generators/continuous/inclusion/interval_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "generators/continuous/impact_answers.h"
#include "generators/continuous/inclusion/interval.h"
#include "generators/continuous/zero_time.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {
namespace {

using IntervalVector = std::array<Interval, 3>;

IntervalVector operator+(const IntervalVector& a, const IntervalVector& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

IntervalVector cross(const IntervalVector& a, const IntervalVector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Interval dot(const IntervalVector& a, const IntervalVector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// The vectors of F, each as start + t change.
struct IntervalMotion {
    bool face = false;
    std::array<IntervalVector, 3> start, change;  ///< P, Q, R
};

/// Encloses the differences of coordinates, which rounding may change, in intervals.
IntervalMotion make_interval_motion(const ImpactQuery& query) {
    const bool face = query.kind == ImpactKind::VertexFace;
    const std::array<std::array<int, 2>, 3> differences =
        face ? std::array<std::array<int, 2>, 3>{{{0, 1}, {1, 2}, {1, 3}}}
             : std::array<std::array<int, 2>, 3>{{{0, 2}, {1, 0}, {2, 3}}};
    IntervalMotion motion;
    motion.face = face;
    for (int i = 0; i < 3; ++i) {
        const auto [to, from] = differences[i];
        for (int k = 0; k < 3; ++k) {
            const auto exact = [](double x) { return Interval{x, x}; };
            const Interval last = exact(query.end[to][k]) - exact(query.end[from][k]);
            motion.start[i][k] = exact(query.start[to][k]) - exact(query.start[from][k]);
            motion.change[i][k] = last - motion.start[i][k];
        }
    }
    return motion;
}

/// Returns vector i over an interval of time.
IntervalVector vector_over(const IntervalMotion& motion, int i, const Interval& t) {
    IntervalVector result;
    for (int k = 0; k < 3; ++k) {
        result[k] = motion.start[i][k] + t * motion.change[i][k];
    }
    return result;
}

/// A certain finding over an interval: the elements are not coplanar, or do not meet where they
/// are, or neither.
enum class TimeTest : std::uint8_t { Apart, Outside, Possible };

/// Finds what is certain over an interval of time. Edges are tested only for `with_edges`.
TimeTest test_times(const IntervalMotion& motion, const Interval& t, bool with_edges) {
    const IntervalVector p = vector_over(motion, 0, t);
    const IntervalVector q = vector_over(motion, 1, t);
    const IntervalVector r = vector_over(motion, 2, t);
    const IntervalVector normal = cross(q, r);
    // P · (Q × R) is the volume of the four points, which is 0 when they are coplanar.
    if (!holds_zero(dot(normal, p))) {
        return TimeTest::Apart;
    }
    if (!with_edges) {
        return TimeTest::Possible;
    }
    std::array<IntervalVector, 4> w{p, p + q, p + r, p + r};
    if (!motion.face) {
        w[2] = w[1] + r;
    }
    const int count = motion.face ? 3 : 4;
    for (int i = 0; i < count; ++i) {
        // At a root, w_i × w_(i+1) = λ Q × R, and λ < 0 outside the edge.
        if (dot(cross(w[i], w[(i + 1) % count]), normal).high < 0.0) {
            return TimeTest::Outside;
        }
    }
    return TimeTest::Possible;
}

/// Halves the unit of time, the earlier half first, until an interval is small enough.
Impact search_times(const ImpactQuery& query, const ImpactSettings& settings) {
    struct HalvedTimes {
        double start, width;
    };
    constexpr double kNarrowestTime = 0x1p-50;
    const IntervalMotion motion = make_interval_motion(query);
    const double rate = motion_rates(make_motion_polynomial(query))[0];
    std::array<HalvedTimes, 64> waiting;
    int count = 0;
    waiting[count++] = {0.0, 1.0};
    std::int64_t work = 0;
    while (count > 0) {
        const HalvedTimes times = waiting[--count];
        if (times.start > settings.t_max) {
            continue;
        }
        if (work >= settings.max_boxes) {
            return capped_impact(times.start, std::max(settings.tolerance, times.width * rate),
                                 work);
        }
        ++work;
        const bool small =
            times.width * rate <= settings.tolerance || times.width <= kNarrowestTime;
        const double last = std::min(times.start + times.width, settings.t_max);
        if (test_times(motion, {times.start, last}, small) != TimeTest::Possible) {
            continue;
        }
        if (small) {
            return hit_impact(times.start, settings.tolerance, ImpactProof::Conservative, work);
        }
        const double half = 0.5 * times.width;
        waiting[count++] = {times.start + half, half};
        waiting[count++] = {times.start, half};
    }
    return separated_impact(work);
}

/// Searches with coordinates brought to about 1, where they are far from it.
Impact search_scaled_times(const ImpactQuery& query, const ImpactSettings& settings) {
    const std::optional<int> exponent = range_exponent(make_swept_boxes(query));
    if (!exponent) {
        return search_times(query, settings);
    }
    Impact impact =
        search_times(scaled_by_power(query, *exponent), with_scaled_lengths(settings, *exponent));
    impact.accuracy = std::ldexp(impact.accuracy, -*exponent);
    return impact;
}

}  // namespace

Impact interval_time(const ImpactQuery& query, const ImpactSettings& settings) {
    return without_zero_time(search_scaled_times, query, settings,
                             settings.own.as<ZeroTimeSettings>());
}

}  // namespace touchstone
