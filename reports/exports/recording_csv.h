#pragma once

#include <iosfwd>

#include "reports/exports/recording_frames.h"
#include "testcases/recordings/recording.h"

// The tables of a recording as CSV: `touchstone-recording-csv-1`, see docs/formats/recordings.md. A
// head line is followed by the lines of each step in order. Numbers read back as the same bits.

namespace touchstone::reports {

/// Writes the head line of the steps.
void write_steps_head(std::ostream& out);
/// Writes the line of a step.
void write_steps_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

/// Writes the head line of the bodies.
void write_bodies_head(std::ostream& out);
/// Writes a line for each body in a step.
void write_bodies_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

/// Writes the head line of the contacts.
void write_contacts_head(std::ostream& out);
/// Writes a line for each contact in a step.
void write_contacts_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

/// Writes the head line of the vertices of elastic bodies.
void write_vertices_head(std::ostream& out);
/// Writes a line for each vertex in a step. There must be elastic bodies.
void write_vertices_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

/// Writes steps.csv, bodies.csv and contacts.csv, stops.csv where steps are bounded, and
/// vertices.csv where there are elastic bodies. Returns the exit status.
int export_csv(const ExportTask& task);

}  // namespace touchstone::reports
