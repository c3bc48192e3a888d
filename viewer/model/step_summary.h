#pragma once

#include <optional>
#include <vector>

#include "viewer/model/moment.h"

namespace touchstone::viewer {

/// Number of pairs whose areas are recorded.
inline constexpr int kFollowedPairs = 12;

/// The area that the contacts of a pair span.
struct PairArea {
    int body_a = -1;
    int body_b = -1;
    double area = 0.0;            ///< [m²]
    std::optional<double> known;  ///< area of the true region [m²]
    bool judged = true;           ///< false: nothing says what is right in this step
};

/// The data kept for every step, even after its contacts are dropped.
struct StepSummary {
    double time = 0.0;  ///< [s]
    int contacts = 0;
    int correct = 0;
    bool judged = false;           ///< true: of some pair it is known what is right
    std::optional<Energy> energy;  ///< energy; nothing before the first step
    std::vector<PairArea> areas;   ///< areas of the reference's first pairs
    std::vector<StepStop> stops;   ///< motions that ended at another body
    std::optional<double> gap;     ///< smallest separation of a contact [m]; nothing without any,
                                   ///< and before the first step
};

/// Summarises a step.
StepSummary summarize(const Moment& moment);

}  // namespace touchstone::viewer
