#pragma once

#include <span>
#include <string>

#include "viewer/model/moment.h"

namespace touchstone::viewer {

/// Writes the contacts as CSV, in the given order, with 17 digits where necessary. Unknown values
/// are empty cells.
std::string contacts_csv(const Moment& moment, std::span<const BodySetup> bodies,
                         std::span<const int> contacts);

/// Writes all that is known of a contact as a JSON object: names of scene, generator and bodies,
/// lengths in metres, angle in degrees, impulse in newton seconds, all in world frame. Unknown
/// values are null.
std::string contact_json(const Moment& moment, const TestCase& scene, int contact);

}  // namespace touchstone::viewer
