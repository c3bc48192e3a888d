#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"

namespace touchstone {

/// Counts of contacts that break a promise of every generator. No right answer is needed.
struct Audit {
    int not_finite = 0;      ///< not finite in position, normal or separation; no further checks
    int not_unit = 0;        ///< | ‖n‖ - 1 | > 1e-9
    int outside_bounds = 0;  ///< position outside the bounds of one of its bodies
    int too_deep = 0;        ///< deeper than the overlap of the bodies along the normal
    int duplicates = 0;      ///< equal in bodies, position, normal and separation to an earlier
                             ///< contact

    /// Returns true when no promise is broken.
    bool clean() const {
        return not_finite + not_unit + outside_bounds + too_deep + duplicates == 0;
    }
    bool operator==(const Audit&) const = default;
};

/// Allowances beyond round-off.
struct AuditOptions {
    double slack = 0.0;  ///< growth of bounds and depth: 2ε for `closest_points` [m]
};

/// Audits the contacts of a scene. `vertices` holds the vertices of each body's solid in world
/// frame [m], in the order of the contacts' body indices. The overlap of A and B along n is max n·a
/// - min n·b: how far B must move along n to leave A.
Audit audit(std::span<const ContactPoint> contacts, std::span<const std::vector<Vec3>> vertices,
            const AuditOptions& options = {});

}  // namespace touchstone
