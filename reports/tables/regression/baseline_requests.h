#pragma once

#include <filesystem>
#include <vector>

#include "generators/method_list.h"
#include "reports/tables/regression/baseline.h"
#include "testcases/study/study.h"

namespace touchstone::reports {

/// Makes the requests of one run of the baseline in `file`, one for each query. Scene files lie
/// beside the baseline, wherever the program is started. Throws FileError for a generator that
/// `methods` does not have, as a baseline cannot start programs, and what expand_cases and `assign`
/// throw.
std::vector<StudyRequest> baseline_requests(const BaselineRun& run,
                                            const std::filesystem::path& file,
                                            const MethodList& methods);

}  // namespace touchstone::reports
