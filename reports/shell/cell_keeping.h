#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "reports/shell/progress_bar.h"
#include "testcases/cells/cell_folder.h"
#include "testcases/cells/table_turn.h"

namespace touchstone::reports {

/// Returns a function that prints notes on standard error, above the bar, which must outlive it.
std::function<void(const std::string&)> notes_above(ProgressBar& bar);

/// Returns the folder where a command with `--out` keeps its finished cells; nothing without.
std::optional<CellFolder> cell_folder(const std::optional<std::string>& out,
                                      const CellSharing& sharing, ProgressBar& bar);

/// Returns the turn to write the tables in the folder of `--out`, and makes it a part of `sharing`.
/// `about`: what decides, beside the cells, what is written. Null without a folder, and for a
/// process that makes one part, which takes no turn.
std::unique_ptr<TableTurn> make_table_turn(const std::optional<std::string>& out,
                                           CellSharing& sharing, const std::string& about);

/// Calls `fill`, which fills the cells of the tables. Returns nothing when this process is to write
/// them. When another has the turn, waits for it, says on standard error for whom and who has
/// written the tables, and returns the exit status: that of the other process, or that of Ctrl-C.
/// After Ctrl-C only a process that gets the turn is to write, and only where these tables are not
/// there yet. Null: no turn is taken.
std::optional<int> fill_together(TableTurn* turn, const std::function<void()>& fill);

/// Notes that this process has written the tables and ends with this status, unless Ctrl-C came
/// first. Null: no turn was taken.
void finish_tables(TableTurn* turn, int status);

/// Says on standard error that Ctrl-C came first, and what is kept: "stopped by Ctrl-C after 3 of 8
/// rows; the same command goes on from there".
void tell_stop(std::size_t done, std::size_t asked, bool kept);

}  // namespace touchstone::reports
