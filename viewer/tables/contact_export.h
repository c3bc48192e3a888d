#pragma once

#include <span>
#include <string>

#include "viewer/model/moment.h"

namespace touchstone::viewer {

/// Writes the contacts as CSV, in the given order, with 17 digits where necessary. Unknown values
/// are empty cells.
std::string contacts_csv(const Moment& moment, std::span<const BodySetup> bodies,
                         std::span<const int> contacts);

}  // namespace touchstone::viewer
