#include "reports/shell/option_flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "methods/base/error.h"

namespace touchstone::reports {

std::string flag_word(std::string_view id) {
    std::string word = "--" + std::string(id);
    std::ranges::replace(word, '_', '-');
    return word;
}

void add_option_flags(CLI::App& command, const std::string& owner,
                      const std::vector<OptionLine>& lines, std::vector<std::string>& assignments) {
    for (const OptionLine& line : lines) {
        const std::string start = owner + "." + line.id + "=";
        if (line.values == "off|on") {
            command.add_flag_callback(
                flag_word(line.id), [&assignments, start] { assignments.push_back(start + "on"); },
                line.meaning);
            continue;
        }
        command
            .add_option_function<std::string>(
                flag_word(line.id),
                [&assignments, start](const std::string& value) {
                    assignments.push_back(start + value);
                },
                line.meaning + ": " + line.values + " (" + line.standard + ")")
            ->type_name("VALUE");
    }
}

void add_owner_set(CLI::App& command, const std::string& owner,
                   std::vector<std::string>& assignments, const std::string& others) {
    command
        .add_option_function<std::vector<std::string>>(
            "--set",
            // Appends, as the words of their own do: bound to the list, CLI11 would replace it.
            [&assignments](const std::vector<std::string>& texts) {
                assignments.insert(assignments.end(), texts.begin(), texts.end());
            },
            "the same as a word of its own: " + owner + ".OPTION=VALUE" + others +
                "; may be repeated; see `touchstone list options`")
        ->type_name("ASSIGNMENT")
        ->allow_extra_args(false);
}

void refuse_two_values(std::span<const Assignment> assignments) {
    std::map<std::string, std::string> values;
    for (const Assignment& assignment : assignments) {
        const std::string name = assignment.owner + "." + assignment.option;
        const auto [known, is_new] = values.emplace(name, assignment.value);
        if (!is_new && known->second != assignment.value) {
            throw UsageError(name + " is given both '" + known->second + "' and '" +
                             assignment.value + "'");
        }
    }
}

std::vector<Assignment> assignments_of(std::string_view owner,
                                       std::span<const std::string> assignments) {
    const std::string start = std::string(owner) + ".";
    std::vector<Assignment> parts;
    parts.reserve(assignments.size());
    for (const std::string& text : assignments) {
        const std::size_t equals = text.find('=');
        if (!text.starts_with(start) || equals == std::string::npos) {
            std::string fault = "--set needs ";
            fault.append(start).append("OPTION=VALUE here, found '").append(text).append("'");
            throw UsageError(fault);
        }
        parts.push_back({std::string(owner), text.substr(start.size(), equals - start.size()),
                         text.substr(equals + 1)});
    }
    refuse_two_values(parts);
    return parts;
}

}  // namespace touchstone::reports
