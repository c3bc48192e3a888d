#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/writers/study_writers.h"
#include "testcases/queries/convex_study.h"

namespace touchstone {

/// What was found on one set of convex samples, moved or deformed in one way.
struct ConvexTable {
    std::string set;              ///< "small" or "large"
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

/// A table per set and transform, with the paper's values in lines of their own.
void write_convex_markdown(std::ostream& out, const ConvexReport& report);

/// One line per set, transform and method. Schema "touchstone-convex-1".
void write_convex_csv(std::ostream& out, const ConvexReport& report);

/// Of each table how many samples have not come to a share of the first contact's time after so
/// many iterations, as in Yuan et al. [2025], Figure 5.
std::vector<StudyPlot> make_convex_plots(const ConvexReport& report);

}  // namespace touchstone
