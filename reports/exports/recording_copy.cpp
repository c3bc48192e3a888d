#include "reports/exports/recording_copy.h"

#include "methods/base/error.h"
#include "reports/shell/output_file.h"

namespace touchstone::reports {
namespace {

/// Returns true when the steps are the first ones without a gap. Step 0, the start of the scene,
/// may be among them: every recording holds it.
bool are_first_steps(const std::vector<int>& steps) {
    for (int i = 0; i < std::ssize(steps); ++i) {
        if (steps[i] != i) {
            return false;
        }
    }
    return true;
}

}  // namespace

int export_packed(const ExportTask& task) {
    if (!are_first_steps(task.steps)) {
        throw UsageError(
            "h5 holds the first steps without a gap: choose them by --steps 0:B alone");
    }
    check_export(task);
    const auto wanted = static_cast<int>(std::ssize(task.steps)) - 1;
    int done = 0;
    const bool is_whole = write_packed_copy(task.recording, wanted, task.out, [&](int step) {
        if (task.loop.stop && task.loop.stop()) {
            return false;
        }
        done = step;
        if (task.loop.progress) {
            task.loop.progress(step, wanted);
        }
        return true;
    });
    if (!is_whole) {
        return finish_export(task, done, "nothing was written");
    }
    tell_written(task.out);
    return 0;
}

}  // namespace touchstone::reports
