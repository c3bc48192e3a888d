#pragma once

#include <cstdint>

#include "generators/continuous/impact_method.h"

namespace touchstone {

// A search through boxes of (t, u, v), level by level and in order of time: the common part of the
// inclusion methods. See tight_inclusion.h.

/// The corner of a box that is nearest to 0.
struct BoxCorner {
    double t, u, v;
};

/// The widths of a box.
struct BoxWidths {
    double t = 1.0, u = 1.0, v = 1.0;
};

/// The result of a test.
struct BoxTest {
    bool apart = false;  ///< true: F is certainly not 0 over the box
    bool small = false;  ///< true: F is so near to 0 all over the box that it need not be halved
    double width = 0.0;  ///< largest range of F over the box [m]
};

/// A function that tests F over a box that ends at time t1.
using TestBox = BoxTest (*)(const void* context, const BoxCorner& box, double t1,
                            const BoxWidths& width);

/// A search to do.
struct LevelSearch {
    Vec3 rates = Vec3::Zero();  ///< κ of t, u and v: Wang et al. [2021], Eq. (7) [m]
    bool face = false;          ///< true: u + v ≤ 1 in the domain
    TestBox test = nullptr;
    const void* context = nullptr;  ///< first argument of `test`
};

/// Runs the search with the tolerance, t_max and max_boxes of the settings. A hit is Conservative
/// and a miss Separated, provided that the test is right.
Impact search_levels(const LevelSearch& search, const ImpactSettings& settings);

}  // namespace touchstone
