#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "generators/method_list.h"
#include "reports/tables/regression/baseline.h"
#include "testcases/query/scene_stock.h"
#include "testcases/study/study.h"

namespace touchstone::reports {

/// Returns the cases of one run of the baseline in `file`, ids or paths. Scene files lie beside the
/// baseline, wherever the program is started. Throws what expand_cases throws.
std::vector<std::string> baseline_cases(const BaselineRun& run, const std::filesystem::path& file);

/// Makes the requests of one run of the baseline in `file`, one for each query, which share
/// `stock`. Throws FileError for a generator that `methods` does not have, as a baseline cannot
/// start programs, and what baseline_cases and `assign` throw.
std::vector<StudyRequest> baseline_requests(const BaselineRun& run,
                                            const std::filesystem::path& file,
                                            const MethodList& methods,
                                            const std::shared_ptr<SceneStock>& stock);

}  // namespace touchstone::reports
