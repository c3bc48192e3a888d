#pragma once

#include <CLI/App.hpp>
#include <span>

#include "reports/commands/commands.h"

namespace touchstone::reports {

/// A report on something else than contacts: the words `touchstone report ccd`.
struct OtherReport {
    const char* id;
    const char* summary;  ///< line of the help
    /// Adds the options; the function it returns is to be called once they are read.
    CommandRun (*add)(CLI::App& command);
};

/// Returns the table of these reports, in the order of the help.
std::span<const OtherReport> other_reports();

}  // namespace touchstone::reports
