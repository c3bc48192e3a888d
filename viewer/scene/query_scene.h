#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generators/continuous/impact_method.h"
#include "generators/continuous/inclusion/tight_inclusion.h"
#include "methods/base/boxes/bounding_box.h"
#include "methods/quality/impact_judge.h"
#include "viewer/scene/palette.h"

// A contact-time query as plain data to look at: two elements in straight motion, the truth, what
// the methods answer, and the boxes of the search.

namespace touchstone::viewer {

/// The name of a query: a set, a file or a folder, and a number within it.
struct QueryName {
    std::string set;          ///< "end_of_step", "degenerate:seed=2", a path
    std::int64_t number = 0;  ///< number in the set, from 0
};
/// Splits "end_of_step#3"; nothing when the text has not this form.
std::optional<QueryName> parse_query_name(std::string_view text);

/// The answer of a method.
struct QueryAnswer {
    std::string method;  ///< id
    Impact impact;
    ImpactVerdictKind verdict = ImpactVerdictKind::Right;
};

/// The boxes of one level of the search, which have one shape.
using BoxLevel = std::vector<VisitedBox>;

/// A query with its answers.
struct QueryScene {
    std::string title;  ///< "end_of_step#3"
    ImpactQuery query;
    ExactImpact truth;
    std::vector<QueryAnswer> answers;  ///< answers of all methods, in the order of their table
    std::vector<BoxLevel> levels;      ///< levels of tight_inclusion's search
    bool cut = false;                  ///< true: the search has more boxes than are kept
};

/// Reads a query and asks all methods about it. Throws the errors of the set, and UsageError when
/// it has no such query.
QueryScene load_query_scene(const QueryName& name);

/// Returns the four points at a time.
std::array<Vec3, 4> places_at(const ImpactQuery& query, double time);

/// Returns the bounds of the whole motion [m].
BoundingBox bounds_of_motion(const ImpactQuery& query);

/// Returns the color of a verdict: green while nothing is passed by, red where it is.
Color impact_verdict_color(ImpactVerdictKind verdict);

/// Describes an answer: "t = 0.25, early", "no touch, missed".
std::string answer_text(const QueryAnswer& answer);

}  // namespace touchstone::viewer
