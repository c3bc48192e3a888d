#pragma once

#include <string>
#include <vector>

#include "testcases/impacts/convex/convex_study.h"

namespace touchstone::reports {

/// The results on one set of convex samples, moved or deformed in one way.
struct ConvexTable {
    NamedConvexSet set;
    ConvexSampleOptions samples;  ///< options with which the set was drawn
    double vertices = kUnset;     ///< mean of a hull
    NamedTransform transform;
    std::vector<ConvexStudyRow> rows;
};

/// The results of the methods for convex bodies, with what they depend on.
struct ConvexReport {
    std::string version;
    std::string commit;
    CastSettings settings;
    std::vector<ConvexTable> tables;
};

}  // namespace touchstone::reports
