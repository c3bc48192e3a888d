#pragma once

#include "generators/convex_cast/convex_cast.h"
#include "methods/base/options/option.h"

namespace touchstone {

/// The owner of these options on a command line: `--set cast.slack=10`.
inline constexpr const char* kCastOwner = "cast";

/// Returns the options that can be set by name in casts of convex bodies, in the order of tables.
const Options<CastSettings>& cast_options();

}  // namespace touchstone
