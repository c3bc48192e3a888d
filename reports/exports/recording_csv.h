#pragma once

#include <iosfwd>

#include "reports/exports/recording_frames.h"
#include "testcases/recordings/recording.h"

// The tables of a recording as CSV: `touchstone-recording-csv-1`, see docs/formats/recordings.md. A
// head line is followed by the lines of each step in order. Numbers read back as the same bits.

namespace touchstone::reports {

/// Writes the header line of steps.csv.
void write_steps_head(std::ostream& out);
/// Writes the line of a step in steps.csv; nothing for step 0, the start.
void write_steps_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

/// Writes the header line of bodies.csv.
void write_bodies_head(std::ostream& out);
/// Writes a line of bodies.csv for each body in a step.
void write_bodies_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

/// Writes the header line of contacts.csv.
void write_contacts_head(std::ostream& out);
/// Writes a line of contacts.csv for each contact in a step.
void write_contacts_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

/// Writes the header line of vertices.csv.
void write_vertices_head(std::ostream& out);
/// Writes a line of vertices.csv for each vertex in a step. There must be elastic bodies.
void write_vertices_csv(std::ostream& out, const Recording& recording, const StepRecord& record);

/// Writes steps.csv, bodies.csv and contacts.csv into a folder, with stops.csv where steps are
/// bounded, and vertices.csv where there are elastic bodies. Returns the exit status. Throws the
/// errors of check_export.
int export_csv(const ExportTask& task);

}  // namespace touchstone::reports
