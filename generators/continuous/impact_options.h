#pragma once

#include "generators/continuous/impact_method.h"
#include "methods/base/options/option.h"

namespace touchstone {

/// The owner of the options of queries on a command line: `--set impact.tolerance=1e-6`.
inline constexpr const char* kImpactOwner = "impact";

/// Returns the options of all queries of contact times, in the order of tables; each method has its
/// own besides.
const Options<ImpactSettings>& impact_options();

}  // namespace touchstone
