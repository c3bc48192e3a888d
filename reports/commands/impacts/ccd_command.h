#pragma once

#include "reports/commands/report_command.h"

namespace touchstone::reports {

/// Returns true when `report` is about contact-time methods: its first word is `ccd`.
bool is_ccd_report(const ReportOptions& options);

/// Judges contact-time methods on sets of queries, files or folders. Returns the exit status: 130
/// when Ctrl-C ended it early.
int run_ccd_report(const ReportOptions& options);

}  // namespace touchstone::reports
