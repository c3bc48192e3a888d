#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "reports/tables/impacts/impact_report.h"

namespace touchstone::reports {

/// A drawing of a query with a wrong answer.
struct ImpactPicture {
    std::string set;
    std::int64_t number = 0;           ///< number in the set, from 0
    std::vector<std::string> answers;  ///< method and verdict of each answer: "cubic_roots: missed"
    std::string truth;                 ///< "touches first at t = 0.25", "never touches"
    std::string svg;
    std::string command;  ///< command that asks about this query alone
    std::string view;     ///< command that opens it in the viewer
};

/// Makes the pictures of the report: of each row the first few wrong queries, each query once.
/// Reads the sets again up to there, and throws what they throw.
std::vector<ImpactPicture> make_impact_pictures(const ImpactReport& report,
                                                const std::vector<QuerySet>& sets,
                                                const std::string& kind_option);

/// Writes one self-contained page, in the form of the other reports: a table for each set and kind,
/// and the pictures.
void write_impact_html(std::ostream& out, const ImpactReport& report,
                       const std::vector<ImpactPicture>& pictures, const std::string& command);

}  // namespace touchstone::reports
