#pragma once

#include "generators/continuous/impact_method.h"

namespace touchstone {

// A conservative method in four stages, which ends at the first stage that is certain.
//
// 1. Boxes around the swept elements, by plain comparisons of coordinates: exact.
// 2. The cubic of the times at which the four points lie in one plane: when its Bernstein
//    coefficients have one sign beyond a bound of rounding errors, nothing touches.
// 3. Its roots in order of time (coplanar_times.h): at a root that is isolated, signs of quadratics
//    show whether the origin is within the corners of F. A hit found here is certain.
// 4. The remaining cases, and every query with a separation, by inclusion with a bounded front
//    (kernels/front.h). It differs from the search of tight_inclusion.h:
//    - boxes end where a known touch begins: only what happens before it is still open;
//    - boxes are also tested on axes other than x, y and z: Q × R at t = 1/2, the normals of the
//      box's own Newton step, and one in plane. Along those, F differs from a linear function by
//      terms of second order only, so a box is dropped once its width is about the root of the gap
//      instead of the gap;
//    - of more than 16 boxes the later ones wait, in chunks, which bounds the memory.
//
// Every axis test compares the range of F with (64uN + d Σ|n_k|), where N = Σ|n_k| L_k: see
// own_axes.cpp. So no contact is dropped, and no time is late.

/// Answers a query by these stages.
Impact oriented_inclusion(const ImpactQuery& query, const ImpactSettings& settings);

}  // namespace touchstone
