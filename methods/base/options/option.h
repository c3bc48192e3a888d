#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone {

/// One thing that can be set by name in settings of some type, as `--set OWNER.OPTION=VALUE` sees
/// it. A list of these is all that tables, files and command lines know of the type. Makers for the
/// usual kinds: option_makers.h.
template <class Settings>
struct Option {
    std::string id;       ///< "own_plane"
    std::string values;   ///< "skip|keep", or "number >= 0 [m]"
    std::string meaning;  ///< one line
    std::function<std::string(const Settings&)> read;
    /// Returns false, and changes nothing, when the value is none of `values`.
    std::function<bool(Settings&, std::string_view value)> write;
    /// Multiplies a length of the scene by a factor. Empty: the value is no such length.
    std::function<void(Settings&, double factor)> scale = {};
};
/// Options in the order of tables and reports.
template <class Settings>
using Options = std::vector<Option<Settings>>;

/// An option's id and its present value.
struct OptionValue {
    std::string id;
    std::string value;
};

/// Throws UnknownName: the owner has only the known options.
[[noreturn]] void refuse_option(std::string_view owner, std::string_view id,
                                const std::vector<std::string>& known);

/// Throws UsageError: the option takes only these values.
[[noreturn]] void refuse_value(std::string_view owner, std::string_view id, std::string_view value,
                               std::string_view values);

/// Sets one option. Throws UnknownName, listing the known ids, when the owner has no such option,
/// and UsageError for a value that is none of its.
template <class Settings>
void set_option(Settings& settings, const Options<Settings>& options, std::string_view owner,
                std::string_view id, std::string_view value) {
    std::vector<std::string> known;
    for (const Option<Settings>& option : options) {
        if (option.id != id) {
            known.push_back(option.id);
        } else if (option.write(settings, value)) {
            return;
        } else {
            refuse_value(owner, id, value, option.values);
        }
    }
    refuse_option(owner, id, known);
}

/// Returns all present values, in the order of the list.
template <class Settings>
std::vector<OptionValue> option_values(const Settings& settings, const Options<Settings>& options) {
    std::vector<OptionValue> values;
    for (const Option<Settings>& option : options) {
        values.push_back({option.id, option.read(settings)});
    }
    return values;
}

/// Returns the settings for a scene that is `factor` times as large.
template <class Settings>
Settings with_scaled_lengths(Settings settings, const Options<Settings>& options, double factor) {
    for (const Option<Settings>& option : options) {
        if (option.scale) {
            option.scale(settings, factor);
        }
    }
    return settings;
}

/// Turns options of a part into options of the whole: `part` returns the part of a whole, const or
/// not.
template <class Whole, class Part, class Select>
Options<Whole> options_of_part(const Options<Part>& options, Select part) {
    Options<Whole> result;
    for (const Option<Part>& option : options) {
        Option<Whole> whole{option.id, option.values, option.meaning, {}, {}};
        whole.read = [read = option.read, part](const Whole& settings) {
            return read(part(settings));
        };
        whole.write = [write = option.write, part](Whole& settings, std::string_view value) {
            return write(part(settings), value);
        };
        if (option.scale) {
            whole.scale = [scale = option.scale, part](Whole& settings, double factor) {
                scale(part(settings), factor);
            };
        }
        result.push_back(std::move(whole));
    }
    return result;
}

/// Turns options of a base class into those of a class derived from it.
template <class Derived, class Base>
Options<Derived> inherited(const Options<Base>& options) {
    return options_of_part<Derived>(
        options, [](auto& settings) -> auto& { return settings; });
}

}  // namespace touchstone
