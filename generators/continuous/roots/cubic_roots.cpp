#include "generators/continuous/roots/cubic_roots.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "generators/continuous/impact_answers.h"
#include "generators/continuous/oriented/coplanar_times.h"
#include "generators/continuous/oriented/oriented_search.h"
#include "methods/continuous/motion_polynomial.h"

namespace touchstone {
namespace {

/// f = c0 + c1 t + c2 t² + c3 t³.
struct PowerCubic {
    double c0, c1, c2, c3;
};

PowerCubic power_form(const CoplanarCubic& cubic) {
    const std::array<double, 4> b = bernstein_coefficients(cubic);
    return {b[0], 3.0 * (b[1] - b[0]), 3.0 * (b[2] - 2.0 * b[1] + b[0]),
            b[3] - 3.0 * b[2] + 3.0 * b[1] - b[0]};
}

double value_of(const PowerCubic& f, double t) { return ((f.c3 * t + f.c2) * t + f.c1) * t + f.c0; }

struct Times {
    std::array<double, 8> at;
    int count = 0;
};

/// Returns the ends of [0, last], and the extrema in between, in order.
Times monotone_ends(const PowerCubic& f, double last) {
    Times times;
    times.at[times.count++] = 0.0;
    const double a = 3.0 * f.c3;
    const double discriminant = f.c2 * f.c2 - a * f.c1;
    if (discriminant >= 0.0) {
        // The numerically stable pair of roots of 3 c3 t² + 2 c2 t + c1.
        const double q = -(f.c2 + std::copysign(std::sqrt(discriminant), f.c2));
        const double first = q != 0.0 ? f.c1 / q : last;
        const double second = a != 0.0 ? q / a : last;
        for (const double t : {std::min(first, second), std::max(first, second)}) {
            if (t > 0.0 && t < last) {
                times.at[times.count++] = t;
            }
        }
    }
    times.at[times.count++] = last;
    return times;
}

double bisect(const PowerCubic& f, double low, double high) {
    const bool rising = value_of(f, low) < 0.0;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        ((value_of(f, middle) < 0.0) == rising ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

Times roots_of(const PowerCubic& f, double last) {
    const Times ends = monotone_ends(f, last);
    Times roots;
    for (int i = 0; i < ends.count; ++i) {
        const double value = value_of(f, ends.at[i]);
        if (value == 0.0) {
            roots.at[roots.count++] = ends.at[i];
        }
        if (i + 1 < ends.count && value * value_of(f, ends.at[i + 1]) < 0.0) {
            roots.at[roots.count++] = bisect(f, ends.at[i], ends.at[i + 1]);
        }
    }
    return roots;
}

/// Solves P + u Q + v R = 0 by least squares.
bool is_inside(const MotionPolynomial& motion, double t, double slack) {
    Vec3 p;
    Vec3 q;
    Vec3 r;
    for (int k = 0; k < 3; ++k) {
        const MotionAxis& axis = motion.axes[k];
        p[k] = axis.a + axis.b * t;
        q[k] = axis.c + axis.d * t;
        r[k] = axis.e + axis.g * t;
    }
    const double qq = q.dot(q);
    const double qr = q.dot(r);
    const double rr = r.dot(r);
    const double determinant = qq * rr - qr * qr;
    if (determinant == 0.0) {
        return false;
    }
    const double u = (qr * p.dot(r) - rr * p.dot(q)) / determinant;
    const double v = (qr * p.dot(q) - qq * p.dot(r)) / determinant;
    const bool positive = u >= -slack && v >= -slack;
    return motion.kind == ImpactKind::VertexFace ? positive && u + v <= 1.0 + slack
                                                 : positive && u <= 1.0 + slack && v <= 1.0 + slack;
}

Impact find_by_roots(const ImpactQuery& query, const ImpactSettings& settings, double slack) {
    ImpactSettings without_separation = settings;
    without_separation.separation = 0.0;
    const PreparedImpact prepared = prepare_impact(query, without_separation);
    const MotionPolynomial motion = make_motion_polynomial(prepared.ends);
    const Times roots = roots_of(power_form(prepared.cubic), settings.t_max);
    for (int i = 0; i < roots.count; ++i) {
        if (is_inside(motion, roots.at[i], slack)) {
            return unproven_impact(true, roots.at[i], i + 1);
        }
    }
    return unproven_impact(false, 0.0, roots.count);
}

}  // namespace

Impact cubic_roots(const ImpactQuery& query, const ImpactSettings& settings) {
    return find_by_roots(query, settings, 0.0);
}

Impact cubic_roots_slack(const ImpactQuery& query, const ImpactSettings& settings) {
    return find_by_roots(query, settings, 1e-6);
}

}  // namespace touchstone
