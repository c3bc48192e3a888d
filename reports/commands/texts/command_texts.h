#pragma once

#include <CLI/App.hpp>
#include <iosfwd>

// Texts made from the one table of commands: nothing here names a command or an option.

namespace touchstone::reports {

/// Writes the manual page of section 1, as roff: commands, their options and examples.
void write_man_page(std::ostream& out, const CLI::App& app);

/// Writes a script that completes commands, options, and the values that have lists: cases,
/// generators, engines, profiles and formats of this program; else files. For the shell bash.
void write_bash_completion(std::ostream& out, const CLI::App& app);
/// Writes the same for zsh.
void write_zsh_completion(std::ostream& out, const CLI::App& app);
/// Writes the same for fish.
void write_fish_completion(std::ostream& out, const CLI::App& app);

}  // namespace touchstone::reports
