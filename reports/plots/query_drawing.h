#pragma once

#include <optional>
#include <string>

#include "methods/continuous/impact_query.h"

namespace touchstone::reports {

/// Draws a query small, as an SVG element that a page can hold: both elements at the start, pale,
/// and at the end, strong, with the paths of their points between; the first element is blue, the
/// second orange. At `time`, if there is one, both stand once more, with a dark outline. Seen along
/// the coordinate axis in whose direction the query is thinnest.
std::string draw_query(const ImpactQuery& query, std::optional<double> time);

}  // namespace touchstone::reports
