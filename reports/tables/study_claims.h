#pragma once

#include <string>
#include <vector>

#include "reports/tables/study_outcomes.h"

namespace touchstone::reports {

/// A sentence of the paper about an experiment, and what came out here.
struct StudyClaim {
    std::string paper;
    std::string section;
    std::string ours;  ///< numbers, and whether it holds where that can be told
};

/// Those of the experiment whose runs are all there. Erleben [2018], §8.5 to §8.7.
std::vector<StudyClaim> make_claims(const StudyOutcomes& outcomes, Profile profile);

}  // namespace touchstone::reports
