#pragma once

#include <CLI/App.hpp>
#include <iosfwd>
#include <span>

// Texts made from the one table of commands: nothing here names a command or an option.

namespace touchstone::reports {

/// Writes the manual page of section 1, as roff: commands, their options and examples.
void write_man_page(std::ostream& out, const CLI::App& app);

/// A shell, and the function that writes its script, which completes commands, options, and the
/// values that have lists: cases, generators, engines, profiles and formats of this program; else
/// files.
struct ShellCompletion {
    const char* id;
    void (*write)(std::ostream& out, const CLI::App& app);
};

/// Returns the table of the shells.
std::span<const ShellCompletion> all_shells();

}  // namespace touchstone::reports
