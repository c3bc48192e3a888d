#pragma once

#include <string>

#include "generators/continuous/impact_method.h"
#include "methods/base/option.h"

namespace touchstone {

/// The owner of these options on a command line: `--set impact.tolerance=1e-6`.
inline constexpr const char* kImpactOwner = "impact";

/// Returns the options that can be set by name in queries of contact times, in the order of tables.
const Options<ImpactSettings>& impact_options();

/// Returns the name of a filter: "linear".
std::string filter_id(InclusionFilter filter);

}  // namespace touchstone
