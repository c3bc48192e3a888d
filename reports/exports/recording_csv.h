#pragma once

#include <iosfwd>

#include "reports/exports/recording_frames.h"
#include "testcases/recordings/recording.h"

// The tables of a recording as CSV: `touchstone-recording-csv-1`, see docs/formats/recordings.md. A
// head line, then the lines of one step after the other. Numbers read back as the same bits.

namespace touchstone::reports {

void write_steps_head(std::ostream& out);
void write_steps_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

void write_bodies_head(std::ostream& out);
void write_bodies_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

void write_contacts_head(std::ostream& out);
void write_contacts_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

/// Writes steps.csv, bodies.csv and contacts.csv. Returns the exit status.
int export_csv(const ExportTask& task);

}  // namespace touchstone::reports
