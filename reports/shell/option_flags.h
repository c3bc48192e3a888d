#pragma once

#include <CLI/App.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/options/option.h"
#include "testcases/settings/study_settings.h"

namespace touchstone::reports {

/// One option as the help shows it.
struct OptionLine {
    std::string id;
    std::string values;
    std::string meaning;
    std::string standard;  ///< its value when nothing is said
};

/// Returns a line for each option: id, values, meaning, default.
template <class Settings>
std::vector<OptionLine> option_lines(const Options<Settings>& options) {
    std::vector<OptionLine> lines;
    lines.reserve(options.size());
    for (const Option<Settings>& option : options) {
        lines.push_back({option.id, option.values, option.meaning, option.read(Settings{})});
    }
    return lines;
}

/// Adds a word of the command line for each option, `--max-boxes` for `max_boxes`; a switch that is
/// off needs no value. Each appends to `assignments`, as `--set OWNER.OPTION=VALUE` does.
void add_option_flags(CLI::App& command, const std::string& owner,
                      const std::vector<OptionLine>& lines, std::vector<std::string>& assignments);

/// Adds `--set` for options of that owner. `others`: what the help says of further forms that the
/// command takes, after "OWNER.OPTION=VALUE"; empty: there are none.
void add_owner_set(CLI::App& command, const std::string& owner,
                   std::vector<std::string>& assignments, const std::string& others = {});

/// Throws UsageError when one option is given two values.
void refuse_two_values(std::span<const Assignment> assignments);

/// Splits assignments as `--set` takes them. Throws UsageError for another owner, and when one
/// option is given two values.
std::vector<Assignment> assignments_of(std::string_view owner,
                                       std::span<const std::string> assignments);

/// Returns the settings with the assigned values. Throws as `assignments_of` and `set_option` do.
template <class Settings>
Settings assigned_settings(std::string_view owner, const Options<Settings>& options,
                           std::span<const std::string> assignments) {
    Settings settings;
    for (const Assignment& one : assignments_of(owner, assignments)) {
        set_option(settings, options, owner, one.option, one.value);
    }
    return settings;
}

/// Returns the word of the command line for an option's id: "--max-boxes".
std::string flag_word(std::string_view id);

/// Returns the words of a command line that turn the defaults into these settings: " --max-boxes
/// 2000".
template <class Settings>
std::string option_flag_text(const Settings& settings, const Options<Settings>& options) {
    std::string text;
    for (const Option<Settings>& option : options) {
        const std::string value = option.read(settings);
        if (value != option.read(Settings{})) {
            text += " " + flag_word(option.id) + (value == "on" ? "" : " " + value);
        }
    }
    return text;
}

}  // namespace touchstone::reports
