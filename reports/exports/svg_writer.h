#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "reports/exports/recording_frames.h"
#include "testcases/recordings/recording.h"

namespace touchstone::reports {

/// Steps of a recording as drawings side by side, one scale and one view for all: seen from the
/// front, somewhat from the right and from above, without perspective, framed around where the
/// bodies that can move were at the start. Contacts are dots with their normals, drawn over
/// everything. `surfaces`: per body, in its own frame; `records`: at least one; `origin` goes into
/// a comment.
void write_svg(std::ostream& out, const Recording& recording,
               const std::vector<SurfaceMesh>& surfaces, const std::vector<StepRecord>& records,
               const std::string& origin);

/// Draws at most twelve steps; throws UsageError for more. Returns the exit status.
int export_svg(const ExportTask& task);

}  // namespace touchstone::reports
