#include "generators/continuous/oriented/oriented_search.h"

#include <algorithm>
#include <cmath>

#include "generators/continuous/impact_answers.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {
namespace {

/// Sets up an axis. Any vector will do; with n its rounded components, see own_axes.cpp for the
/// bound.
FrontAxis axis_along(const MotionPolynomial& motion, const Vec3& n, double separation) {
    const auto along = [&](double MotionAxis::*part) {
        return n[0] * motion.axes[0].*part + n[1] * motion.axes[1].*part +
               n[2] * motion.axes[2].*part;
    };
    const Vec3 size = n.cwiseAbs();
    const double reach = size[0] * motion.axes[0].extent + size[1] * motion.axes[1].extent +
                         size[2] * motion.axes[2].extent;
    const double half = 64.0 * kRoundoff * reach + kUnderflow +
                        separation * (1.0 + 16.0 * kRoundoff) * (size[0] + size[1] + size[2]);
    return {along(&MotionAxis::a),
            along(&MotionAxis::b),
            along(&MotionAxis::c),
            along(&MotionAxis::d),
            along(&MotionAxis::e),
            along(&MotionAxis::g),
            half};
}

/// Searches boxes of (t, u, v) in order of time.
Impact search_with_front(const PreparedImpact& prepared) {
    thread_local FrontWorkspace workspace;
    const FrontAnswer answer =
        best_continuous_kernels().search_front(make_front_task(prepared), workspace);
    if (!answer.hit) {
        return separated_impact(answer.work);
    }
    return answer.capped
               ? capped_impact(answer.time, answer.accuracy, answer.work)
               : hit_impact(answer.time, answer.accuracy, ImpactProof::Conservative, answer.work);
}

/// Decides by the times at which the elements are coplanar where these suffice, which need no
/// search; else by the search.
[[gnu::always_inline]] inline Impact find_scaled_impact(const PreparedImpact& prepared) {
    const SearchLimits& limits = prepared.limits;
    std::int64_t work = 0;
    if (limits.separation == 0.0) {
        const CoplanarSearch direct =
            search_coplanar_times(prepared.ends, prepared.cubic, limits.tolerance, limits.t_max);
        if (direct.touch == Decision::No) {
            return separated_impact(direct.work);
        }
        if (direct.touch == Decision::Yes) {
            return hit_impact(direct.time, limits.tolerance, ImpactProof::Certified, direct.work);
        }
        work = direct.work;
    }
    Impact impact = search_with_front(prepared);
    impact.work += work;
    return impact;
}

SearchLimits limits_of(const ImpactSettings& settings) {
    return {settings.separation, settings.tolerance, settings.t_max, settings.max_boxes};
}

/// Prepares a query whose coordinates are in the usual range.
PreparedImpact prepare_in_range(const ImpactQuery& query, const ImpactSettings& settings) {
    PreparedImpact prepared;
    prepared.separated = false;
    prepared.ends = make_end_vectors(query);
    prepared.cubic = make_coplanar_cubic(prepared.ends);
    prepared.limits = limits_of(settings);
    prepared.exponent = 0;
    return prepared;
}

/// Prepares a query with coordinates out of the usual range, or all 0, and runs stage 2 on it.
PreparedImpact begin_out_of_range(const ImpactQuery& query, const ImpactSettings& settings) {
    PreparedImpact prepared = prepare_impact(query, settings);
    prepared.separated = settings.separation == 0.0 && never_coplanar(prepared.cubic);
    return prepared;
}

template <ImpactKind kind>
[[gnu::always_inline]] inline PreparedImpact begin_kind(const ImpactQuery& query,
                                                        const ImpactSettings& settings) {
    PreparedImpact prepared;
    prepared.separated = true;
    const SweptBoxes boxes = swept_boxes<kind>(query);
    if (are_apart(boxes, settings.separation)) {
        return prepared;
    }
    if (!are_in_usual_range(boxes)) [[unlikely]] {
        prepared = begin_out_of_range(query, settings);
        return prepared;
    }
    const EndVectors ends = end_vectors<kind>(query, boxes);
    const CoplanarCubic cubic = make_coplanar_cubic(ends);
    if (settings.separation == 0.0 && never_coplanar(cubic)) {
        return prepared;
    }
    prepared.separated = false;
    prepared.ends = ends;
    prepared.cubic = cubic;
    prepared.limits = limits_of(settings);
    prepared.exponent = 0;
    return prepared;
}

}  // namespace

FrontTask make_front_task(const PreparedImpact& prepared) {
    const MotionPolynomial motion = make_motion_polynomial(prepared.ends);
    const SearchLimits& limits = prepared.limits;
    const Vec3 rates = motion_rates(motion);
    FrontTask task;
    for (int k = 0; k < 3; ++k) {
        const MotionAxis& axis = motion.axes[k];
        task.axes[k] = {axis.a,
                        axis.b,
                        axis.c,
                        axis.d,
                        axis.e,
                        axis.g,
                        rounding_half_width(axis, limits.separation)};
        task.extents[k] = axis.extent;
        task.rates[k] = rates[k];
    }
    // The further axis is the normal at half of the motion, up to a factor.
    const VectorPair& q = prepared.ends.q;
    const VectorPair& r = prepared.ends.r;
    const VectorPair normal = cross(q + exchanged(q), r + exchanged(r));
    task.axes[3] = axis_along(motion, {normal.x[0], normal.y[0], normal.z[0]}, limits.separation);
    task.separation = limits.separation;
    task.tolerance = limits.tolerance;
    task.t_max = limits.t_max;
    task.max_boxes = limits.max_boxes;
    task.face = motion.kind == ImpactKind::VertexFace;
    return task;
}

PreparedImpact prepare_impact(const ImpactQuery& query, const ImpactSettings& settings) {
    const std::optional<int> exponent = range_exponent(make_swept_boxes(query));
    if (!exponent) {
        return prepare_in_range(query, settings);
    }
    PreparedImpact prepared = prepare_in_range(scaled_by_power(query, *exponent),
                                               with_scaled_lengths(settings, *exponent));
    prepared.exponent = *exponent;
    return prepared;
}

PreparedImpact begin_impact(const ImpactQuery& query, const ImpactSettings& settings) {
    return query.kind == ImpactKind::VertexFace
               ? begin_kind<ImpactKind::VertexFace>(query, settings)
               : begin_kind<ImpactKind::EdgeEdge>(query, settings);
}

Impact find_prepared_impact(const PreparedImpact& prepared) {
    Impact impact = find_scaled_impact(prepared);
    if (prepared.exponent != 0 && impact.hit) {
        impact.accuracy = std::ldexp(impact.accuracy, -prepared.exponent);
    }
    return impact;
}

}  // namespace touchstone
