#pragma once

#include <span>
#include <string>

#include "methods/base/types.h"

namespace touchstone {

/// A body as it is asked whether its coordinates hold enough digits of its shape.
struct SizedBody {
    std::string name;      ///< how a message begins: "scene, body 'a'"
    double size = kUnset;  ///< the longest edge of the box around it [m]
};

/// Returns the body of that name with these vertices, of which there is one at least.
SizedBody make_sized_body(std::string name, std::span<const Vec3> vertices);

/// Throws UsageError for a body farther than 2³² of its sizes from the origin, by its position or
/// by the vertices in its own frame: contacts there would be rounding errors. Of the 52 bits of a
/// coordinate 20 then describe the shape: as many as tolerances of some millionths of the body's
/// size can use.
void check_place(const SizedBody& body, std::span<const Vec3> vertices, const Vec3& position);

/// Throws UsageError for a body that moves as far as that in a step, naming `key` as what to make
/// smaller.
void check_speed(const SizedBody& body, const Vec3& velocity, double time_step,
                 const std::string& key);

/// Throws UsageError for a body that turns by more than 2³² radians in a step, after which its
/// rotation would hold as few digits.
void check_spin(const SizedBody& body, const Vec3& angular_velocity, double time_step);

/// Throws UsageError for a pivot as far as that from the body that turns about it.
void check_pivot(const SizedBody& body, double distance);

}  // namespace touchstone
