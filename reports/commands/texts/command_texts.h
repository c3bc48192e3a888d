#pragma once

#include <CLI/App.hpp>
#include <iosfwd>

// What is written from the one table of commands: nothing here names a command or an option.

namespace touchstone::reports {

/// The manual page of section 1, as roff: commands, their options and examples.
void write_man_page(std::ostream& out, const CLI::App& app);

/// Scripts that complete commands, their options, and the values of which there are lists: cases,
/// generators, engines, profiles and formats, as this program has them; else files.
void write_bash_completion(std::ostream& out, const CLI::App& app);
void write_zsh_completion(std::ostream& out, const CLI::App& app);
void write_fish_completion(std::ostream& out, const CLI::App& app);

}  // namespace touchstone::reports
