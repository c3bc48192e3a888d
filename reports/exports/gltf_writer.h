#pragma once

#include <string>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "reports/exports/recording_frames.h"
#include "testcases/recordings/recording.h"

namespace touchstone::reports {

/// The placement of every body over time.
struct Motion {
    std::vector<double> times;             ///< ascending times [s]
    std::vector<std::vector<Pose>> poses;  ///< world_from_body by time, then by body
    /// By time, then by body: vertices of an elastic body's surface, in the frame of its pose [m];
    /// a rigid one has none. Empty: all are rigid.
    std::vector<std::vector<std::vector<Vec3>>> shapes;
};

/// Makes a binary glTF 2.0 file (.glb): a node per body with its name, animated where the body
/// moves; bodies of equal shape share their triangles. y up, metres, single precision. `surfaces`
/// are by body without strain, in its own frame; an elastic body's has a morph target for each time
/// but the first, whose shape it begins with, and is animated by their weights. `origin` becomes
/// `asset.generator`. Throws FileError when the file would be larger than the format allows.
std::string make_glb(const Recording& recording, const std::vector<SurfaceMesh>& surfaces,
                     const Motion& motion, const std::string& origin);

/// Writes the animation of the recording. Returns the exit status. Throws UsageError for more than
/// 2000 steps of elastic bodies, whose weights grow as the square of the steps.
int export_gltf(const ExportTask& task);

}  // namespace touchstone::reports
