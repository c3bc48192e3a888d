#pragma once

#include <functional>
#include <optional>
#include <string>

#include "reports/shell/progress_bar.h"
#include "testcases/cells/cell_folder.h"

namespace touchstone::reports {

/// Returns a function that prints notes on standard error, above the bar, which must outlive it.
std::function<void(const std::string&)> notes_above(ProgressBar& bar);

/// Returns the folder where a command with `--out` keeps its finished cells; nothing without.
std::optional<CellFolder> cell_folder(const std::optional<std::string>& out,
                                      const CellSharing& sharing, ProgressBar& bar);

/// Says on standard error that Ctrl-C came first, and what is kept: "stopped by Ctrl-C after 3 of 8
/// rows; the same command goes on from there".
void tell_stop(std::size_t done, std::size_t asked, bool kept);

}  // namespace touchstone::reports
