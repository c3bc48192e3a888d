#pragma once

#include "reports/exports/recording_frames.h"

namespace touchstone::reports {

/// Exports a recording as one with compressed tables: the same steps, bit for bit, in a file that
/// is read like any other. The steps of the task must be the first ones, without a gap. Returns the
/// exit status. Throws UsageError for other steps, and FileError; writes the whole file or nothing.
int export_packed(const ExportTask& task);

}  // namespace touchstone::reports
