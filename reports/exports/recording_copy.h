#pragma once

#include "reports/exports/recording_frames.h"

namespace touchstone::reports {

/// Exports a recording as one with compressed tables: the same steps, bit for bit, to be read,
/// looked at and exported like any other. The steps must be the first ones, without a gap. Throws
/// UsageError and FileError; writes the whole file or nothing. Returns the exit status.
int export_packed(const ExportTask& task);

}  // namespace touchstone::reports
