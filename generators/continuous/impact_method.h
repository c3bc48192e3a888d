#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "generators/settings.h"
#include "methods/base/types.h"
#include "methods/continuous/impact_query.h"

namespace touchstone {

/// The settings of a query, named as in Wang et al. [2021], and those of the method that is asked.
struct ImpactSettings {
    double separation = 0.0;    ///< distance in the maximum norm that counts as touching, ≥ 0 [m]
    double tolerance = 1e-6;    ///< δ: length to which the search refines, > 0 [m]
    double t_max = 1.0;         ///< last time of interest, in (0, 1]
    int max_boxes = 1'000'000;  ///< m_I: number of boxes after which a method must answer
    MethodSettings own = {};    ///< settings of the method's own type; empty: its defaults
};

/// The kinds of proof of an answer.
enum class ImpactProof : std::uint8_t {
    None,          ///< none: floating-point arithmetic without a bound
    Separated,     ///< a bound proves that the elements do not touch
    Conservative,  ///< a hit that could not be ruled out; the elements may only come close
    Certified,     ///< a bound proves that the elements touch
    Exact          ///< exact arithmetic
};

/// The answer to a query.
struct Impact {
    bool hit = false;
    double time = kUnset;   ///< time of the first touch, in [0, t_max]; unset without
                            ///< a hit, and by methods that answer only yes or no
    double accuracy = 0.0;  ///< length to which the search refined; above δ at the limit [m]
    ImpactProof proof = ImpactProof::None;
    std::int64_t work = 0;          ///< number of boxes, intervals or steps examined
    bool capped = false;            ///< true: max_boxes were exhausted
    bool touches_at_start = false;  ///< true: exact signs show that the elements touch at t = 0
};

/// A function that answers a query. Pure, and never throws for finite points and valid settings.
using FindImpact = Impact (*)(const ImpactQuery& query, const ImpactSettings& settings);

/// A method for mesh elements.
struct ImpactMethod {
    std::string_view id;            ///< stable id, used in files and on the command line
    std::string_view title;         ///< name in tables and plots
    std::string_view section;       ///< publication of the method
    bool conservative = false;      ///< true: it never misses a contact and is never late
    bool takes_separation = false;  ///< true: it respects the separation; otherwise it uses 0
    FindImpact find = nullptr;
    MethodOptions (*options)() = nullptr;  ///< options of the method's own; null: none
};

/// Returns the table of the methods for mesh elements.
std::span<const ImpactMethod> all_impact_methods();

/// Finds a method; throws UnknownName, listing the known ids.
const ImpactMethod& find_impact_method(std::string_view id);

/// Throws UsageError naming the setting that is out of range.
void validate(const ImpactSettings& settings);

/// Returns the settings for a query whose lengths are all multiplied by 2^exponent.
ImpactSettings with_scaled_lengths(const ImpactSettings& settings, int exponent);

}  // namespace touchstone
