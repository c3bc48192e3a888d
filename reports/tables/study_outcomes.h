#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "testcases/cells/cell.h"
#include "testcases/study/experiment.h"

namespace touchstone::reports {

/// A finished run with its result.
struct StudyOutcome {
    ExperimentRun run;
    ExperimentResult result;
};

/// The input of the writers of an experiment: its runs by profile, generator and variant.
struct StudyOutcomes {
    const Experiment* experiment = nullptr;
    RunOrigin origin;
    std::vector<StudyOutcome> runs;

    /// Finds a result; null when that run was not asked for.
    const ExperimentResult* find(Profile profile, std::string_view generator_id,
                                 std::string_view variant_id) const;
    std::vector<Profile> profiles() const;        ///< profiles in their order, each once
    std::vector<std::string> generators() const;  ///< generators, likewise
};

}  // namespace touchstone::reports
