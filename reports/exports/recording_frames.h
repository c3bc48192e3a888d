#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "testcases/recordings/recording.h"

// The common parts of all exports of a recording.

namespace touchstone::reports {

/// The choice of steps to export. Step 0 is the start, before any step.
struct FrameSelection {
    std::optional<std::string> steps;  ///< "A:B", both ends included; nothing: all
    int every = 1;                     ///< interval between the steps chosen from
                                       ///< that range, which include its first
};

/// Returns the numbers of the steps in ascending order. Throws UsageError for a range that is empty
/// or leaves the recording.
std::vector<int> select_frames(const FrameSelection& selection, const Recording& recording);

/// Reads a step, or for 0 the scene at its start: poses and velocities, neither contacts nor
/// energy.
StepRecord read_frame(const Recording& recording, int step);

/// Returns "touchstone 0.1.0, commit …, from a recording of wall with opposing, recorded by
/// touchstone …".
std::string frame_origin(const Recording& recording);

/// Callbacks of a loop over steps.
struct FrameLoop {
    std::function<void(int done, int total)> progress;
    std::function<bool()> stop;  ///< called before each step; true ends the loop
};
/// Reads the steps one after the other and passes each to `take`. Returns how many were read.
int for_each_frame(const Recording& recording, const std::vector<int>& steps, const FrameLoop& loop,
                   const std::function<void(const StepRecord&)>& take);

/// The input of every format.
struct ExportTask {
    const Recording& recording;
    std::vector<int> steps;     ///< steps from select_frames
    std::filesystem::path out;  ///< file, or folder for a format of several files
    FrameLoop loop;
};

/// Makes the surface of each body without strain, in its own frame.
std::vector<SurfaceMesh> make_surfaces(const Recording& recording);

/// The surfaces of all bodies in a step.
struct FrameSurfaces {
    std::vector<std::vector<Vec3>> points;     ///< by body, at its vertices, world frame [m]
    std::vector<std::vector<double>> strains;  ///< likewise, see vertex_strains; empty: rigid [-]
};
/// Returns them. `surfaces`: those of make_surfaces.
FrameSurfaces frame_surfaces(const Recording& recording, const std::vector<SurfaceMesh>& surfaces,
                             const StepRecord& record);

/// Returns true for an elastic body whose vertices the recording holds.
bool is_elastic(const Recording& recording, int body);

/// Returns the poses of all bodies at the end of a step.
std::vector<Pose> body_poses(const StepRecord& record);

/// Throws before anything is done when an output cannot be written or would replace the recording.
/// `names` are the files in the folder `out`; without names `out` is the file.
void check_export(const ExportTask& task, std::initializer_list<const char*> names = {});

/// Returns the exit status after so many steps: 130, with a message on standard error, when Ctrl-C
/// came before the last one. `left` describes what is on the disk then.
int finish_export(const ExportTask& task, int done, const std::string& left);

}  // namespace touchstone::reports
