#pragma once

#include <string>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "reports/exports/recording_frames.h"
#include "testcases/recordings/recording.h"

namespace touchstone::reports {

/// Where every body is, over time.
struct Motion {
    std::vector<double> times;             ///< rising [s]
    std::vector<std::vector<Pose>> poses;  ///< per time, per body: world_from_body
};

/// A binary glTF 2.0 file (.glb): a node per body with its name, animated where the body moves;
/// bodies of equal shape share their triangles. y up, metres, single precision. `surfaces`: per
/// body, in its own frame. `origin` goes into `asset.generator`. Throws FileError when the file
/// would be larger than the format allows.
std::string make_glb(const Recording& recording, const std::vector<SurfaceMesh>& surfaces,
                     const Motion& motion, const std::string& origin);

/// Writes the animation of the recording. Returns the exit status.
int export_gltf(const ExportTask& task);

}  // namespace touchstone::reports
