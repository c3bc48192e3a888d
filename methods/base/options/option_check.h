#pragma once

#include <string_view>

#include "methods/base/options/option.h"

namespace touchstone {

/// Throws UsageError for the first option whose present value is none that it takes: settings that
/// a program has filled in itself, field by field, are held to the ranges of their options.
template <class Settings>
void check_options(const Settings& settings, const Options<Settings>& options,
                   std::string_view owner) {
    Settings copy = settings;
    for (const Option<Settings>& option : options) {
        const std::string value = option.read(settings);
        if (!option.write(copy, value)) {
            refuse_value(owner, option.id, value, option.values);
        }
    }
}

}  // namespace touchstone
