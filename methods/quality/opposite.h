#pragma once

#include <cstdint>
#include <span>

#include "methods/contact/contact_point.h"

namespace touchstone {

/// Counts the contacts whose normal is opposite, within 10°, to that of an earlier contact of the
/// same bodies at the same place; earlier is what lies before it along x, of equal ones what is
/// listed before it. `round_off` is the error of positions [m]. What is not finite, or has no
/// normal, counts nowhere. Adds to `compared` how many pairs of contacts were compared; all with
/// all are only where all nearly are at one place and nearly opposite.
int count_opposite(std::span<const ContactPoint> contacts, double round_off,
                   std::int64_t* compared = nullptr);

}  // namespace touchstone
