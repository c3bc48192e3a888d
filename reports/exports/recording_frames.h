#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "testcases/recordings/recording.h"

// The common parts of all exports of a recording.

namespace touchstone::reports {

/// The choice of steps to export. Step 0 is the scene at its start.
struct FrameSelection {
    std::optional<std::string> steps;  ///< range "A:B" of steps, both ends included; nothing: all
    int every = 1;  ///< interval between the steps taken from that range, its first included
};

/// Returns the numbers of the chosen steps in ascending order. Throws UsageError for a range that
/// is empty or leaves the recording, and for an interval below 1.
std::vector<int> select_frames(const FrameSelection& selection, const Recording& recording);

/// Reads a step. For step 0 returns the scene at its start: poses and velocities, neither contacts
/// nor energy.
StepRecord read_frame(const Recording& recording, int step);

/// Returns the origin of a file in words: the version and commit that export, the case, the
/// generator, and the version that recorded.
std::string frame_origin(const Recording& recording);

/// Callbacks of a loop over steps.
struct FrameLoop {
    std::function<void(int done, int total)> progress;  ///< function called after each step, with
                                                        ///< the number of steps done and of all
    std::function<bool()> stop;  ///< function called before each step; true ends the loop
};
/// Reads steps one after the other, and passes each to `take`. Returns how many were read.
int for_each_frame(const Recording& recording, const std::vector<int>& steps, const FrameLoop& loop,
                   const std::function<void(const StepRecord&)>& take);

/// The input of every export format.
struct ExportTask {
    const Recording& recording;  ///< recording to export
    std::vector<int> steps;      ///< numbers of the steps, from select_frames
    std::filesystem::path out;   ///< file to write, or folder for a format of several files
    FrameLoop loop;              ///< callbacks of the loop over the steps
};

/// Makes the surface of each body without strain, in body frame [m].
std::vector<SurfaceMesh> make_surfaces(const Recording& recording);

/// The surfaces of all bodies in a step.
struct FrameSurfaces {
    std::vector<std::vector<Vec3>> points;  ///< positions of the vertices of each body's surface,
                                            ///< world frame [m]
    std::vector<std::vector<double>> strains;  ///< strains at the same vertices, as vertex_strains
                                               ///< returns them; empty for a rigid body [-]
};
/// Returns the surfaces of all bodies in a step. `surfaces`: what make_surfaces returns.
FrameSurfaces frame_surfaces(const Recording& recording, const std::vector<SurfaceMesh>& surfaces,
                             const StepRecord& record);

/// Returns true for an elastic body whose vertices the recording holds.
bool is_elastic(const Recording& recording, int body);

/// Returns the poses of all bodies at the end of a step.
std::vector<Pose> body_poses(const StepRecord& record);

/// Throws FileError or UsageError when an output cannot be written, or would replace the recording;
/// to be called before anything is written. `names`: files in the folder `out`; without names `out`
/// is the file.
void check_export(const ExportTask& task, std::initializer_list<const char*> names = {});

/// Returns the exit status of an export that has done `done` steps: 130, with a message on standard
/// error, when Ctrl-C came before the last one. `left`: what is on the disk then, for the message.
int finish_export(const ExportTask& task, int done, const std::string& left);

}  // namespace touchstone::reports
