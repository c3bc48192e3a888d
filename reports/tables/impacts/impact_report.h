#pragma once

#include "generators/continuous/impact_method.h"
#include "testcases/impacts/impact_study.h"

namespace touchstone::reports {

/// What contact-time methods answered, and with which settings.
struct ImpactReport {
    ImpactSettings settings;
    ImpactStudyResult result;
};

}  // namespace touchstone::reports
