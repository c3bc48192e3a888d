#pragma once

#include "generators/continuous/kernels/front.h"
#include "methods/lanes/lanes.h"

namespace touchstone::TOUCHSTONE_ISA {

/// Bounds of four boxes in (t, u, v).
struct BoxLanes {
    Lanes t0, t1, u0, u1, v0, v1;
};

/// F along an axis of each lane. See FrontAxis.
struct AxisLanes {
    Lanes a, b, c, d, e, g;
};

/// The range of F in each lane.
struct RangeLanes {
    Lanes low, high;
};

/// Returns the range of F over the corners of the boxes, which is that over the boxes. Rounding is
/// monotone: the smallest and largest of the sums are the sums of the smallest and largest.
inline RangeLanes range_over(const AxisLanes& f, const BoxLanes& box) {
    const Lanes p0 = f.a + f.b * box.t0;
    const Lanes q0 = f.c + f.d * box.t0;
    const Lanes r0 = f.e + f.g * box.t0;
    const Lanes p1 = f.a + f.b * box.t1;
    const Lanes q1 = f.c + f.d * box.t1;
    const Lanes r1 = f.e + f.g * box.t1;
    const Lanes uq00 = box.u0 * q0;
    const Lanes uq10 = box.u1 * q0;
    const Lanes uq01 = box.u0 * q1;
    const Lanes uq11 = box.u1 * q1;
    const Lanes vr00 = box.v0 * r0;
    const Lanes vr10 = box.v1 * r0;
    const Lanes vr01 = box.v0 * r1;
    const Lanes vr11 = box.v1 * r1;
    return {min(p0 + min(uq00, uq10) + min(vr00, vr10), p1 + min(uq01, uq11) + min(vr01, vr11)),
            max(p0 + max(uq00, uq10) + max(vr00, vr10), p1 + max(uq01, uq11) + max(vr01, vr11))};
}

/// Returns those of the `alive` boxes over which F differs from 0 on one of two axes that each box
/// chooses for itself. The choice may be inaccurate, since the test is not.
LaneMask apart_on_own_axes(const FrontTask& task, const BoxLanes& box, LaneMask alive);

}  // namespace touchstone::TOUCHSTONE_ISA
