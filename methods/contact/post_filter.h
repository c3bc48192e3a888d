#pragma once

#include <span>
#include <vector>

#include "methods/contact/contact_point.h"

namespace touchstone {

/// Removes contacts of one body pair that repeat another one: positions within `position_tolerance`
/// [m] and normals within `normal_tolerance`. Distances are Euclidean: the maximum norm of
/// generators' usual filters depends on how the scene is turned. Of those the deepest stays; of
/// equally deep ones the first in `contacts`. The result is in order, see sorted.
std::vector<ContactPoint> merge_repeated(const std::vector<ContactPoint>& contacts,
                                         double position_tolerance, double normal_tolerance);

/// The research code's filter: sorts, then drops a contact that agrees with its kept predecessor in
/// every component of position, normal and separation within `tolerance`. Repeats that are not
/// neighbours in the order survive.
std::vector<ContactPoint> drop_adjacent(const std::vector<ContactPoint>& contacts,
                                        double tolerance);

/// What the two filters keep, as indices into `contacts`: for callers that have yet to complete
/// the contacts. Features and bodies are not looked at.
std::vector<int> find_unrepeated(std::span<const ContactPoint> contacts, double position_tolerance,
                                 double normal_tolerance);
std::vector<int> find_nonadjacent(std::span<const ContactPoint> contacts, double tolerance);

/// By position (y, x, z), then normal (y, x, z), then separation; equal ones keep their order.
std::vector<ContactPoint> sorted(const std::vector<ContactPoint>& contacts);

}  // namespace touchstone
