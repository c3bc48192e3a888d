#include "generators/continuous/kernels/own_axes.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

// The linearisation of F at the centre of a box: F is about f + τ a + μ b + ν e with τ, μ and ν in
// [-1, 1], where a, b and e are the half widths of the box times the derivatives of F.
struct Linear {
    VectorLanes f, a, b, e;
};

Linear linearise(const FrontTask& task, const BoxLanes& box) {
    const Lanes half = broadcast(0.5);
    const Lanes t = half * (box.t0 + box.t1);
    const Lanes u = half * (box.u0 + box.u1);
    const Lanes v = half * (box.v0 + box.v1);
    const Lanes ht = half * (box.t1 - box.t0);
    const Lanes hu = half * (box.u1 - box.u0);
    const Lanes hv = half * (box.v1 - box.v0);
    Linear result;
    Lanes* const f[] = {&result.f.x, &result.f.y, &result.f.z};
    Lanes* const a[] = {&result.a.x, &result.a.y, &result.a.z};
    Lanes* const b[] = {&result.b.x, &result.b.y, &result.b.z};
    Lanes* const e[] = {&result.e.x, &result.e.y, &result.e.z};
    for (int k = 0; k < 3; ++k) {
        const FrontAxis& axis = task.axes[k];
        const Lanes q = broadcast(axis.c) + broadcast(axis.d) * t;
        const Lanes r = broadcast(axis.e) + broadcast(axis.g) * t;
        *f[k] = broadcast(axis.a) + broadcast(axis.b) * t + u * q + v * r;
        *a[k] = ht * (broadcast(axis.b) + u * broadcast(axis.d) + v * broadcast(axis.g));
        *b[k] = hu * q;
        *e[k] = hv * r;
    }
    return result;
}

/// An axis, and the distance of F's linear part from 0 along it, as its sign times its square.
struct Choice {
    VectorLanes axis;
    Lanes score;
};

/// Takes the better axis. An axis without a direction has no score, and is never taken.
void take_better(Choice& best, const VectorLanes& axis, Lanes excess) {
    const Lanes score = excess * absolute(excess) / dot(axis, axis);
    const LaneMask better = score > best.score;
    best.axis.x = select(better, axis.x, best.axis.x);
    best.axis.y = select(better, axis.y, best.axis.y);
    best.axis.z = select(better, axis.z, best.axis.z);
    best.score = select(better, score, best.score);
}

/// Finds an axis of the Newton step. Along n1 = b × e, F's linear part covers n1·f ± |det|, and
/// likewise along the other two: these miss 0 where a Newton step leaves the box.
Choice choose_newton_axis(const Linear& linear, const VectorLanes (&normals)[3]) {
    Choice best{normals[0], broadcast(0.0)};
    const Lanes det = absolute(dot(linear.a, normals[0]));
    for (const VectorLanes& normal : normals) {
        take_better(best, normal, absolute(dot(normal, linear.f)) - det);
    }
    return best;
}

VectorLanes longest_of(const VectorLanes (&normals)[3]) {
    Choice longest{normals[0], dot(normals[0], normals[0])};
    for (int i = 1; i < 3; ++i) {
        const Lanes squared = dot(normals[i], normals[i]);
        const LaneMask longer = squared > longest.score;
        longest.axis.x = select(longer, normals[i].x, longest.axis.x);
        longest.axis.y = select(longer, normals[i].y, longest.axis.y);
        longest.axis.z = select(longer, normals[i].z, longest.axis.z);
        longest.score = select(longer, squared, longest.score);
    }
    return longest.axis;
}

/// Finds an axis for motions in one plane, and those whose derivatives are nearly so.
Choice choose_axis_in_plane(const Linear& linear, const VectorLanes& normal) {
    Choice best{normal, broadcast(0.0)};
    const VectorLanes* const sides[] = {&linear.a, &linear.b, &linear.e};
    for (const VectorLanes* side : sides) {
        const VectorLanes axis = cross(normal, *side);
        take_better(best, axis,
                    absolute(dot(axis, linear.f)) - absolute(dot(axis, linear.a)) -
                        absolute(dot(axis, linear.b)) - absolute(dot(axis, linear.e)));
    }
    return best;
}

Lanes along(const VectorLanes& n, double x, double y, double z) {
    return n.x * broadcast(x) + n.y * broadcast(y) + n.z * broadcast(z);
}

/// Tests one axis. With u = 2^-53 and N = Σ |n_k| L_k, the projected coefficients a, c and e carry
/// an error of 4uN, b, d and g 10uN, P, Q and R 17uN and F 56uN. The separation's cube extends d Σ
/// |n_k| along n.
LaneMask apart_along(const FrontTask& task, const BoxLanes& box, const VectorLanes& n) {
    const FrontAxis& x = task.axes[0];
    const FrontAxis& y = task.axes[1];
    const FrontAxis& z = task.axes[2];
    const RangeLanes range = range_over(
        AxisLanes{along(n, x.a, y.a, z.a), along(n, x.b, y.b, z.b), along(n, x.c, y.c, z.c),
                  along(n, x.d, y.d, z.d), along(n, x.e, y.e, z.e), along(n, x.g, y.g, z.g)},
        box);
    const VectorLanes size{absolute(n.x), absolute(n.y), absolute(n.z)};
    const Lanes reach = broadcast(task.separation * (1.0 + 0x1p-49)) * (size.x + size.y + size.z);
    const Lanes half =
        broadcast(0x1p-47) * along(size, task.extents[0], task.extents[1], task.extents[2]) +
        reach + broadcast(0x1p-1040);
    return (range.low > half) | (range.high < -half);
}

}  // namespace

LaneMask apart_on_own_axes(const FrontTask& task, const BoxLanes& box, LaneMask alive) {
    const Linear linear = linearise(task, box);
    const VectorLanes normals[3] = {cross(linear.b, linear.e), cross(linear.e, linear.a),
                                    cross(linear.a, linear.b)};
    const LaneMask none = alive & ~alive;
    const Choice newton = choose_newton_axis(linear, normals);
    LaneMask apart = none;
    if (bits(alive & (newton.score > broadcast(0.0))) != 0) {
        apart = apart_along(task, box, newton.axis);
        if (bits(alive & ~apart) == 0) {
            return apart;
        }
    }
    const Choice plane = choose_axis_in_plane(linear, longest_of(normals));
    if (bits(alive & (plane.score > broadcast(0.0))) != 0) {
        apart |= apart_along(task, box, plane.axis);
    }
    return apart;
}

}  // namespace touchstone::TOUCHSTONE_ISA
