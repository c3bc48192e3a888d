#pragma once

#include <pybind11/pybind11.h>

#include <vector>

#include "generators/settings.h"

namespace touchstone::python {

/// Reads the options of a Python function: a dict of defaults by id. A default is a number, True or
/// False, a list of words of which the first is the default, or a dict with `default` and what else
/// is known: `values`, `minimum`, `maximum`, `unit`, `meaning`. Throws UsageError naming the
/// option.
std::vector<DeclaredOption> read_declared_options(const pybind11::dict& options);

/// Returns the present values by id, as float, bool and str.
pybind11::dict declared_dict(const MethodSettings& settings, const MethodOptions& options,
                             const std::vector<DeclaredOption>& declared);

}  // namespace touchstone::python
