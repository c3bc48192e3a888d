#pragma once

#include "generators/continuous/impact_method.h"
#include "testcases/impacts/impact_study.h"

namespace touchstone::reports {

/// The answers of contact-time methods, and their settings.
struct ImpactReport {
    ImpactSettings settings;
    ImpactStudyResult result;
};

}  // namespace touchstone::reports
