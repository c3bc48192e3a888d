#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "generators/settings.h"

namespace touchstone {

/// Reads the options that a program lists in its `hello`, an array of objects with `id`, `default`,
/// and `values`, `minimum`, `maximum`, `unit` and `meaning` where they apply. Throws UsageError,
/// naming the entry, for anything else.
std::vector<DeclaredOption> read_declared_options(const nlohmann::json& list);

/// Returns the present values by id, as a program takes them: numbers, true or false, and texts.
nlohmann::json declared_values(const MethodSettings& settings, const MethodOptions& options,
                               const std::vector<DeclaredOption>& declared);

}  // namespace touchstone
