#pragma once

#include "reports/commands/report_command.h"

namespace touchstone::reports {

/// The word among `--generators` that asks for the league.
inline constexpr const char* kLeagueWord = "engines";

bool is_league(const ReportOptions& options);

/// All methods and all engines, see docs/use/league.md. Returns the exit status: 130 when Ctrl-C
/// ended it early. Throws UsageError for options that it does not have.
int run_league_command(const ReportOptions& options);

}  // namespace touchstone::reports
