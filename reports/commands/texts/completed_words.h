#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

#include "reports/commands/texts/command_texts.h"

// What a shell may complete, the same for all shells: commands, options, and the values that have
// lists in this program. Where there is no list, files are offered if the value is one.

namespace touchstone::reports {

/// What may follow an option of a command.
struct OfferedValue {
    std::vector<std::string> names;  ///< of the option: "--generator", "--generators"
    std::string words;               ///< with blanks between them
    bool files = false;
};

/// What may stand in a command.
struct OfferedWords {
    std::string command;  ///< "report", "scene export"; empty: the program itself
    std::string summary;
    std::string words;  ///< that may stand by themselves, with blanks between them
    std::vector<OptionText> options;
    bool files = false;
    std::vector<OfferedValue> values;  ///< of options that take one
};

/// Returns the table, the program itself first.
std::vector<OfferedWords> offered_words(const CLI::App& app);

/// Returns the names of the options, with blanks between them.
std::string option_names(const OfferedWords& offered);

}  // namespace touchstone::reports
