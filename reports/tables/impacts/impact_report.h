#pragma once

#include <vector>

#include "generators/continuous/impact_method.h"
#include "testcases/impacts/impact_study.h"
#include "testcases/settings/study_settings.h"

namespace touchstone::reports {

/// The answers of contact-time methods, and their settings.
struct ImpactReport {
    ImpactSettings settings;
    std::vector<SettingsSection> own = {};  ///< settings of methods that have some of their own
    ImpactStudyResult result;
};

}  // namespace touchstone::reports
