#pragma once

#include <string>
#include <vector>

#include "testcases/impacts/convex_study.h"

namespace touchstone::reports {

/// What was found on one set of convex samples, moved or deformed in one way.
struct ConvexTable {
    NamedConvexSet set;
    ConvexSampleOptions samples;  ///< what the set was drawn with
    double vertices = kUnset;     ///< mean of a hull
    NamedTransform transform;
    std::vector<ConvexStudyRow> rows;
};

struct ConvexReport {
    std::string version;
    std::string commit;
    CastSettings settings;
    std::vector<ConvexTable> tables;
};

}  // namespace touchstone::reports
