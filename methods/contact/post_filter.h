#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"

namespace touchstone {

/// Merges contacts of one body pair that agree: positions within `position_tolerance` [m] and
/// normals within `normal_tolerance`, both as Euclidean distances, since the maximum norm of the
/// usual filters depends on how the scene is rotated. Of each group the deepest contact stays, and
/// of equally deep ones the first in `contacts`. The result is sorted (see sorted).
std::vector<ContactPoint> merge_repeated(const std::vector<ContactPoint>& contacts,
                                         double position_tolerance, double normal_tolerance);

/// Applies the filter of the research code: sorts, then drops a contact that agrees with the last
/// kept one in every component of position, normal and separation within `tolerance`. Repeats that
/// are not adjacent in that order survive.
std::vector<ContactPoint> drop_adjacent(const std::vector<ContactPoint>& contacts,
                                        double tolerance);

/// Returns the contacts that `merge_repeated` keeps, as indices into `contacts`, for callers that
/// have yet to complete the contacts. Features and bodies are ignored.
std::vector<int> find_unrepeated(std::span<const ContactPoint> contacts, double position_tolerance,
                                 double normal_tolerance);
/// Returns the contacts that `drop_adjacent` keeps, in the same form.
std::vector<int> find_nonadjacent(std::span<const ContactPoint> contacts, double tolerance);

/// Sorts by position (y, x, z), then normal (y, x, z), then separation; equal contacts keep their
/// order.
std::vector<ContactPoint> sorted(const std::vector<ContactPoint>& contacts);

}  // namespace touchstone
