#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "testcases/recordings/recording.h"

// What the exports of a recording have in common.

namespace touchstone::reports {

/// Which steps are exported. Step 0 is the start, before any step.
struct FrameSelection {
    std::optional<std::string> steps;  ///< "A:B", both ends included; nothing: all
    int every = 1;                     ///< of those only each so many-th, the first one included
};

/// The steps' numbers, rising. Throws UsageError for a range that is empty or leaves the recording.
std::vector<int> select_frames(const FrameSelection& selection, const Recording& recording);

/// The step, or for 0 the scene at its start: poses and velocities, neither contacts nor energy.
StepRecord read_frame(const Recording& recording, int step);

/// "touchstone 0.1.0, commit …, from a recording of wall with opposing, recorded by touchstone …".
std::string frame_origin(const Recording& recording);

/// Reads the steps one after the other, hands each to `take` and tells how far it is.
struct FrameLoop {
    std::function<void(int done, int total)> progress;
    std::function<bool()> stop;  ///< asked before each step
};
/// Returns how many steps were taken.
int for_each_frame(const Recording& recording, const std::vector<int>& steps, const FrameLoop& loop,
                   const std::function<void(const StepRecord&)>& take);

/// What every format is asked for.
struct ExportTask {
    const Recording& recording;
    std::vector<int> steps;     ///< from select_frames
    std::filesystem::path out;  ///< the file, or the folder of a format of several files
    FrameLoop loop;
};

/// Per body, in its own frame.
std::vector<SurfaceMesh> make_surfaces(const TestCase& test_case);

/// Throws before anything is done when an output cannot be written or would replace the recording.
/// `names`: of the files in the folder `out`; none: `out` is the file.
void check_export(const ExportTask& task, std::initializer_list<const char*> names = {});

/// Exit status after so many steps: 130, told on standard error, when Ctrl-C came before the last
/// one. `left`: what stands on the disk then.
int finish_export(const ExportTask& task, int done, const std::string& left);

}  // namespace touchstone::reports
