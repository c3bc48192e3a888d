#pragma once

#include <string>

namespace touchstone {

/// Largest distance from the origin, in sizes of a body, at which its coordinates still hold enough
/// digits of its shape: 20 of their 52 bits are left then, as many as tolerances of some millionths
/// of the body's size can use. Farther away contacts are rounding errors, and energies overflow.
inline constexpr double kFarthestSizes = 0x1p32;

/// Throws UsageError for a body so fast that one step takes it farther than that from where it is.
/// `whose` begins the message, "CASE, body 'X'"; `setting` is what to make smaller.
void check_speed(const std::string& whose, double size, double speed, double time_step,
                 const std::string& setting);

}  // namespace touchstone
