#pragma once

#include "generators/continuous/impact_method.h"
#include "methods/continuous/exact_impact.h"

namespace touchstone::testing {

/// Returns the largest size of a coordinate, at least 2^-1000.
double size_of(const ImpactQuery& query);

ImpactQuery scaled(const ImpactQuery& query, double factor);

/// The comparison of an answer with the exact one.
struct ContractVerdict {
    bool missed = false;
    bool late = false;          ///< time after the first touch
    bool false_hit = false;     ///< allowed to conservative methods
    bool false_proof = false;   ///< a claim of certainty is wrong
    bool out_of_range = false;  ///< a time outside [0, t_max], or one without a hit
};

ContractVerdict judge(const Impact& impact, const ExactImpact& exact, double t_max);

/// Returns true when nothing is violated that conservative methods guarantee.
bool is_conservative(const ContractVerdict& verdict);

/// Returns true when all parts are equal, bit for bit.
bool same_answer(const Impact& a, const Impact& b);

}  // namespace touchstone::testing
