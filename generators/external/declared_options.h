#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <variant>
#include <vector>

#include "generators/settings.h"

namespace touchstone {

/// Reads the options that a program lists in its `hello`, an array of objects with `id`, `default`,
/// and `values`, `minimum`, `maximum`, `unit` and `meaning` where they apply. Throws UsageError,
/// naming the entry, for anything else.
std::vector<DeclaredOption> read_declared_options(const nlohmann::json& list);

/// Returns an option's present value, kept as `text`, as programs take it: a number, true or false
/// for on and off, and any other word as a text.
std::variant<double, bool, std::string> declared_value(const DeclaredOption& option,
                                                       const std::string& text);

/// Returns the present values by id, see declared_value.
nlohmann::json declared_values(const MethodSettings& settings, const MethodOptions& options,
                               const std::vector<DeclaredOption>& declared);

}  // namespace touchstone
