#pragma once

#include "methods/smooth/extremal_points.h"

namespace touchstone {

/// The region that two parallel faces share, seen along their normal.
struct ContactRegion {
    std::vector<SmoothContact> contacts;  ///< corners of the region; empty: the faces do not lie
                                          ///< opposite each other
    ContactSpread spread = ContactSpread::Point;
};

/// Returns the contacts between the faces of A along n and of B against n. Both lie in planes
/// across n. `same`: distance in which points count as one [m].
ContactRegion contact_region(const SupportFace& a, const SupportFace& b, const Vec3& normal,
                             double same);

}  // namespace touchstone
