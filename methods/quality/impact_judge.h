#pragma once

#include <cstdint>
#include <optional>

#include "methods/base/types.h"
#include "methods/continuous/exact_impact.h"
#include "methods/quality/log_histogram.h"

namespace touchstone {

/// What an answer to a contact-time query is, measured against the truth.
enum class ImpactVerdictKind {
    Right,          ///< no hit where there is none, or a hit at a time next to the true one
    Early,          ///< a hit, and a time before the true one: safe, and the less the better
    FalsePositive,  ///< a hit where there is none: safe, and in the way
    Late,           ///< a hit, and a time after the true one: the elements pass into each other
    Missed          ///< no hit where there is one (a false negative)
};
const char* impact_verdict_id(ImpactVerdictKind kind);  ///< "right", "early", "false_positive", …

struct ImpactVerdict {
    ImpactVerdictKind kind = ImpactVerdictKind::Right;
    double early = kUnset;  ///< how long before the true time, ≥ 0; unset unless right or early hit
    double late = kUnset;  ///< how long after the true time, > 0; unset unless late
};

/// `time` is that of a hit. Unset, as of methods that only say yes or no, or against a truth
/// without a time: only the hit is judged.
ImpactVerdict judge_impact(bool hit, double time, const ExactImpact& truth);

/// How the answers to many queries came out, in memory that does not grow with their count.
struct ImpactFigures {
    std::int64_t queries = 0;
    std::int64_t hits = 0;  ///< in truth
    std::int64_t false_positives = 0;
    std::int64_t missed = 0;
    std::int64_t late = 0;
    double worst_late = 0.0;
    LogHistogram early;         ///< of hits that are right or early, in time
    LogHistogram early_length;  ///< the same, times how fast the elements can near each other [m]
};

/// `speed` is a bound of how far the elements come nearer in a unit of time [m].
void add_verdict(ImpactFigures& figures, const ExactImpact& truth, const ImpactVerdict& verdict,
                 double speed);

/// The most that any two points, one on each element, come nearer on any axis in the whole motion
/// [m]: κ_t / 3 of Wang et al. [2021], Eq. (7).
double approach_bound(const ImpactQuery& query);

}  // namespace touchstone
