#pragma once

#include <filesystem>
#include <string>

#include "methods/base/types.h"
#include "methods/testing/temporary_folder.h"
#include "reports/commands/tests/run_program.h"

namespace touchstone::testing {

constexpr int kExportedSteps = 7;  ///< steps of the sample

/// A recording of the sample steps, and a folder to export it to.
struct ExportSample {
    TemporaryFolder folder;
    std::filesystem::path recording = folder.path() / "run.h5";
    std::filesystem::path out = folder.path() / "out";

    /// `is_elastic`: whether it is the sample with an elastic body.
    explicit ExportSample(bool is_elastic = false);

    /// Exports it, and checks that nothing is said.
    void export_to(const std::string& format, const std::filesystem::path& path,
                   Arguments more = {}) const;

    /// Checks that an export is refused in one line that has the message, and writes nothing.
    void check_refused(const Arguments& more, int code, const std::string& message) const;
};

/// Returns where a body of the sample is at the end of a step; 0: at the start.
Pose sample_pose(int step, int body);

}  // namespace touchstone::testing
