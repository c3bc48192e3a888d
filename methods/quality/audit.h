#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"

namespace touchstone {

/// How many contacts break which promise. Needs no right answer.
struct Audit {
    int not_finite =
        0;  ///< a component of position or normal, or the separation; not looked at further
    int not_unit = 0;        ///< | ‖n‖ - 1 | > 1e-9
    int outside_bounds = 0;  ///< position outside the bounds of a body of the pair
    int too_deep = 0;        ///< deeper than the bodies overlap along the normal
    int duplicates = 0;      ///< equal in bodies, position, normal and separation to an earlier one

    bool clean() const {
        return not_finite + not_unit + outside_bounds + too_deep + duplicates == 0;
    }
    bool operator==(const Audit&) const = default;
};

/// What the promises allow beyond round-off.
struct AuditOptions {
    double slack = 0.0;  ///< bounds and depth grow by this: 2ε for `closest_points` [m]
};

/// Audits the contacts of a scene. `vertices`: of each body's solid, world frame [m], in the order
/// of the contacts' body indices. The overlap of A and B along n is max n·a - min n·b: how far B
/// must move along n to leave A.
Audit audit(std::span<const ContactPoint> contacts, std::span<const std::vector<Vec3>> vertices,
            const AuditOptions& options = {});

}  // namespace touchstone
