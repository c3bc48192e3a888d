#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "methods/base/types.h"
#include "methods/continuous/impact_query.h"

namespace touchstone {

/// The interval of rounding errors that the inclusion tests of `tight_inclusion` allow for. See
/// inclusion_filter.h.
enum class InclusionFilter : std::uint8_t {
    Linear,             ///< linear in the coordinates' differences: conservative
    LinearCoordinates,  ///< linear in the coordinates: conservative, wider far from the origin
    Paper,              ///< Wang et al. [2021], Eq. (5): cubic in the coordinates, conservative
    PublishedCode       ///< as their public code has it since 2022: misses contacts
};

/// What an impact method is asked besides the motion. Names as in Wang et al. [2021].
struct ImpactSettings {
    double separation = 0.0;    ///< distance in the maximum norm that counts as touching, ≥ 0 [m]
    double tolerance = 1e-6;    ///< δ: length to which the search refines, > 0 [m]
    double t_max = 1.0;         ///< last time that is looked at, in (0, 1]
    int max_boxes = 1'000'000;  ///< m_I: number of boxes after which a method answers at once
    bool no_zero_time = false;  ///< whether to refine on when the time is 0 though nothing touches
    InclusionFilter filter = InclusionFilter::Linear;
};

/// What an answer rests on.
enum class ImpactProof : std::uint8_t {
    None,          ///< nothing: floating-point arithmetic without a bound
    Separated,     ///< a bound proves that the elements do not touch
    Conservative,  ///< a hit that could not be ruled out; the elements may also only come close
    Certified,     ///< a bound proves that the elements touch
    Exact          ///< exact arithmetic
};

struct Impact {
    bool hit = false;
    double time = kUnset;   ///< of the first touch, in [0, t_max]; unset without a hit, and from
                            ///< methods that only say yes or no
    double accuracy = 0.0;  ///< length to which the search refined; above δ at the cap [m]
    ImpactProof proof = ImpactProof::None;
    std::int64_t work = 0;          ///< boxes, intervals or steps that were looked at
    bool capped = false;            ///< whether the answer was given because max_boxes were spent
    bool touches_at_start = false;  ///< whether exact signs show that the elements touch at t = 0
};

/// Answers a query. Pure, and never throws on finite points and valid settings.
using FindImpact = Impact (*)(const ImpactQuery& query, const ImpactSettings& settings);

struct ImpactMethod {
    std::string_view id;            ///< stable, used in files and on the command line
    std::string_view title;         ///< for tables and plots
    std::string_view section;       ///< where the method is published
    bool conservative = false;      ///< whether it never misses a contact and is never late
    bool takes_separation = false;  ///< whether it minds the separation; if not, it asks for 0
    FindImpact find = nullptr;
};

/// The table of the methods for mesh elements.
std::span<const ImpactMethod> all_impact_methods();

/// Throws UnknownName, listing the known ids.
const ImpactMethod& find_impact_method(std::string_view id);

/// Throws UsageError naming the setting that is out of its range.
void validate(const ImpactSettings& settings);

/// The settings of a query whose lengths are all multiplied by 2^exponent.
ImpactSettings with_scaled_lengths(const ImpactSettings& settings, int exponent);

}  // namespace touchstone
