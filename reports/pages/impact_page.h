#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "reports/tables/impacts/impact_report.h"

namespace touchstone::reports {

/// A query that was answered wrong, drawn.
struct ImpactPicture {
    std::string set;
    std::int64_t number = 0;           ///< in the set, from 0
    std::vector<std::string> answers;  ///< by whom and how: "cubic_roots: missed"
    std::string truth;                 ///< "touches first at t = 0.25", "never touches"
    std::string svg;
    std::string command;  ///< asks about this query alone
    std::string view;     ///< opens it in the viewer
};

/// The pictures of the report: of each row the first few wrong ones, each query once. Reads the
/// sets again up to there, and throws what they throw.
std::vector<ImpactPicture> make_impact_pictures(const ImpactReport& report,
                                                const std::vector<QuerySet>& sets,
                                                const std::string& kind_option);

/// One self-contained page, in the form of the other reports: a table for each set and kind, and
/// the pictures.
void write_impact_html(std::ostream& out, const ImpactReport& report,
                       const std::vector<ImpactPicture>& pictures, const std::string& command);

}  // namespace touchstone::reports
