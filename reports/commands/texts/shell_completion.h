#pragma once

#include <CLI/App.hpp>
#include <iosfwd>
#include <span>

namespace touchstone::reports {

/// A shell, and the function that writes its script. All offer the same, see completed_words.h.
struct ShellCompletion {
    const char* id;
    void (*write)(std::ostream& out, const CLI::App& app);
};

/// Returns the table of the shells.
std::span<const ShellCompletion> all_shells();

}  // namespace touchstone::reports
