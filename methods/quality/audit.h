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
    int opposite = 0;  ///< contacts whose normal is opposite to that of an earlier one of the same
                       ///< bodies at the same place: a solver that obeys both glues the bodies
    int silent = 0;    ///< pairs of bodies that overlap, and have no contact; see silent_pairs.h,
                       ///< which counts them

    /// Returns true when no promise is broken.
    bool clean() const { return *this == Audit{}; }
    bool operator==(const Audit&) const = default;
};

/// Allowances beyond round-off.
struct AuditOptions {
    double slack = 0.0;  ///< growth of bounds and depth: 2ε for `closest_points` [m]
    /// Largest gap [m] of contacts that are not ahead, by body, see is_ahead: contacts ahead lie
    /// where bodies only arrive later, not within their bounds.
    std::span<const double> envelopes = {};
};

/// Audits the contacts of a scene. `vertices` holds the vertices of each body's solid in world
/// frame [m], in the order of the contacts' body indices. The overlap of A and B along n is max n·a
/// - min n·b: how far B must move along n to leave A. Two contacts are at one place when they are
/// no farther apart than half of both separations, along the normal as well as across it: the far
/// sides of two sheets that lie on each other are, the two sides of a wall in a slot are not.
Audit audit(std::span<const ContactPoint> contacts, std::span<const std::vector<Vec3>> vertices,
            const AuditOptions& options = {});

}  // namespace touchstone
