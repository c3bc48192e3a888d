#include "generators/continuous/oriented/oriented_search.h"

#include <algorithm>
#include <cmath>

#include "generators/continuous/impact_answers.h"

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
Impact find_scaled_impact(const PreparedImpact& prepared) {
    const ImpactSettings& settings = prepared.settings;
    if (settings.separation > 0.0) {
        return search_with_front(prepared);
    }
    if (never_coplanar(prepared.cubic)) {
        return separated_impact(0);
    }
    const double interval = settings.tolerance / motion_rates(prepared.motion)[0];
    const CoplanarSearch direct =
        search_coplanar_times(prepared.motion, prepared.cubic, interval, settings.t_max);
    Impact impact;
    if (direct.touch == Decision::Yes) {
        impact = hit_impact(direct.time, settings.tolerance, ImpactProof::Certified, 0);
    } else if (direct.touch == Decision::No) {
        impact = separated_impact(0);
    } else {
        impact = search_with_front(prepared);
    }
    impact.work += direct.work;
    return impact;
}

/// Prepares a query whose coordinates were scaled by 2^exponent.
PreparedImpact prepare_in_range(const ImpactQuery& query, const ImpactSettings& settings,
                                int exponent) {
    // Members are made in place and in this order: a copy would cost as much as the cubic.
    PreparedImpact prepared{
        make_motion_polynomial(query),
        settings.separation == 0.0 ? make_coplanar_cubic(prepared.motion) : CoplanarCubic{},
        settings, exponent};
    return prepared;
}

}  // namespace

FrontTask make_front_task(const PreparedImpact& prepared) {
    const MotionPolynomial& motion = prepared.motion;
    const ImpactSettings& settings = prepared.settings;
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
                        rounding_half_width(axis, settings.separation)};
        task.extents[k] = axis.extent;
        task.rates[k] = rates[k];
    }
    // The further axis is the normal at half of the motion, up to a factor.
    const Vec3 normal = (motion.q[0] + motion.q[1]).cross(motion.r[0] + motion.r[1]);
    task.axes[3] = axis_along(motion, normal, settings.separation);
    task.separation = settings.separation;
    task.tolerance = settings.tolerance;
    task.t_max = settings.t_max;
    task.max_boxes = settings.max_boxes;
    task.face = motion.kind == ImpactKind::VertexFace;
    return task;
}

PreparedImpact prepare_impact(const ImpactQuery& query, const SweptBoxes& boxes,
                              const ImpactSettings& settings) {
    const std::optional<int> exponent = range_exponent(boxes);
    if (!exponent) {
        return prepare_in_range(query, settings, 0);
    }
    return prepare_in_range(scaled_by_power(query, *exponent),
                            with_scaled_lengths(settings, *exponent), *exponent);
}

Impact find_prepared_impact(const PreparedImpact& prepared) {
    Impact impact = find_scaled_impact(prepared);
    if (prepared.exponent != 0 && impact.hit) {
        impact.accuracy = std::ldexp(impact.accuracy, -prepared.exponent);
    }
    return impact;
}

}  // namespace touchstone
