#pragma once

#include <string>
#include <vector>

#include "reports/tables/study_outcomes.h"

namespace touchstone::reports {

/// A sentence of the paper about an experiment, and our result.
struct StudyClaim {
    std::string paper;
    std::string section;
    std::string ours;  ///< our numbers, and whether the sentence holds
};

/// Makes the claims whose runs are all there. Erleben [2018], §8.5 to §8.7.
std::vector<StudyClaim> make_claims(const StudyOutcomes& outcomes, Profile profile);

}  // namespace touchstone::reports
