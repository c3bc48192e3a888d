#pragma once

#include <span>
#include <string>

#include "viewer/model/moment.h"

namespace touchstone::viewer {

/// The contacts as CSV, in the order given; 17 digits where they are needed. What is not known is
/// an empty cell.
std::string contacts_csv(const Moment& moment, std::span<const BodySetup> bodies,
                         std::span<const int> contacts);

}  // namespace touchstone::viewer
