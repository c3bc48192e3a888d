#pragma once

#include <cstdint>
#include <optional>

#include "methods/base/types.h"
#include "methods/continuous/exact_impact.h"
#include "methods/quality/log_histogram.h"

namespace touchstone {

/// The possible verdicts on the answer to a contact-time query.
enum class ImpactVerdictKind {
    Right,          ///< no hit where there is none, or a hit at a time adjacent to the true one
    Early,          ///< a hit before the true time: safe, and the closer the better
    FalsePositive,  ///< a hit where there is none: safe, but an obstacle
    Late,           ///< a hit after the true time: the elements pass into each other
    Missed          ///< no hit where there is one: a false negative
};
const char* impact_verdict_id(ImpactVerdictKind kind);  ///< Returns a verdict's id, as files name
                                                        ///< it: "right", "early", "false_positive",
                                                        ///< …

/// The verdict on one answer, with its error in time.
struct ImpactVerdict {
    ImpactVerdictKind kind = ImpactVerdictKind::Right;
    double early = kUnset;  ///< time by which the hit is early, ≥ 0; unset unless a right or early
                            ///< hit
    double late = kUnset;  ///< time by which the hit is late, > 0; unset unless late
};

/// Judges one answer. `time` is that of the hit; where it is unset, as for methods that only say
/// yes or no, or where the truth has no time, only the hit is judged.
ImpactVerdict judge_impact(bool hit, double time, const ExactImpact& truth);

/// Summary of the answers to many queries, in memory that does not grow with their number.
struct ImpactFigures {
    std::int64_t queries = 0;
    std::int64_t hits = 0;  ///< number of queries that truly hit
    std::int64_t false_positives = 0;
    std::int64_t missed = 0;
    std::int64_t late = 0;
    double worst_late = 0.0;
    LogHistogram early;         ///< time by which right and early hits are early
    LogHistogram early_length;  ///< those times, multiplied by the speed of approach [m]
};

/// Adds one verdict; `speed` bounds the approach of the elements per unit of time [m].
void add_verdict(ImpactFigures& figures, const ExactImpact& truth, const ImpactVerdict& verdict,
                 double speed);

/// Adds the summary of other queries: in any order the same bits.
void add_figures(ImpactFigures& figures, const ImpactFigures& others);

/// Returns a bound on the approach of any two points, one on each element, along any axis over the
/// whole motion [m]: κ_t / 3 of Wang et al. [2021], Eq. (7); the largest number where it overflows.
double approach_bound(const ImpactQuery& query);

}  // namespace touchstone
