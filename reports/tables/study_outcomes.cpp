#include "reports/tables/study_outcomes.h"

#include <algorithm>

namespace touchstone::reports {

const ExperimentResult* StudyOutcomes::find(Profile profile, std::string_view generator_id,
                                            std::string_view variant_id) const {
    for (const StudyOutcome& outcome : runs) {
        if (outcome.run.settings.profile == profile && outcome.run.generator == generator_id &&
            outcome.run.variant.id == variant_id) {
            return &outcome.result;
        }
    }
    return nullptr;
}

std::vector<Profile> StudyOutcomes::profiles() const {
    std::vector<Profile> result;
    for (const StudyOutcome& outcome : runs) {
        if (std::ranges::find(result, outcome.run.settings.profile) == result.end()) {
            result.push_back(outcome.run.settings.profile);
        }
    }
    return result;
}

std::vector<std::string> StudyOutcomes::generators() const {
    std::vector<std::string> result;
    for (const StudyOutcome& outcome : runs) {
        if (std::ranges::find(result, outcome.run.generator) == result.end()) {
            result.push_back(outcome.run.generator);
        }
    }
    return result;
}

}  // namespace touchstone::reports
