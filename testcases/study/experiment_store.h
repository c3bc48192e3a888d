#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testcases/study/experiment.h"
#include "testcases/study/watch.h"

// Finished runs on disk, each in a file of its own, schema "touchstone-study-run-1", and the loop
// that completes a study with them.

namespace touchstone {

/// Who made a result. Other programs may come to other results.
struct RunOrigin {
    std::string version;
    std::string commit;
};

/// The file's text: the same run and result give the same text.
std::string write_run(const ExperimentRun& run, const RunOrigin& origin,
                      const ExperimentResult& result);

/// The result in a file of that text; nothing when another run or another program made it. Throws
/// FileError when it is not what write_run wrote.
std::optional<ExperimentResult> parse_run(std::string_view text, const std::string& file_name,
                                          const ExperimentRun& run, const RunOrigin& origin);

/// How the runs of a study are done. What it tells and asks its caller comes from any thread, from
/// one at a time.
struct ExperimentLoop {
    RunOrigin origin;
    std::optional<std::filesystem::path> folder;   ///< of the runs' files; nothing: none is kept
    int jobs = 0;                                  ///< runs at a time; 0: one per core
    std::function<void(const std::string&)> note;  ///< one line about a file that is of no use
    Watcher watcher;
};

/// One result per run, in their order; nothing for a run that was stopped. A finished run whose
/// file says that the same program made it with the same settings is not done again. The results
/// and the files are the same for any number of jobs. Throws what run_experiment throws for the
/// first run in order that failed, after the others; their files stay.
std::vector<std::optional<ExperimentResult>> complete_runs(const std::vector<ExperimentRun>& runs,
                                                           const ExperimentLoop& loop);

}  // namespace touchstone
