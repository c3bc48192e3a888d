#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "reports/exports/recording_frames.h"
#include "testcases/recordings/recording.h"

namespace touchstone::reports {

/// Draws steps of a recording side by side, with one scale and one view for all: from the front,
/// somewhat from the right and from above, without perspective, framed around the start of the
/// bodies that can move. Contacts are dots with their normals, drawn over everything. `surfaces`
/// are by body, in its own frame; `records` is not empty; `origin` becomes a comment.
void write_svg(std::ostream& out, const Recording& recording,
               const std::vector<SurfaceMesh>& surfaces, const std::vector<StepRecord>& records,
               const std::string& origin);

/// Draws at most twelve steps; throws UsageError for more. Returns the exit status.
int export_svg(const ExportTask& task);

}  // namespace touchstone::reports
