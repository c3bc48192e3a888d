#pragma once

#include <string_view>
#include <vector>

#include "generators/settings.h"
#include "generators/tests/plain_tet.h"

namespace touchstone::testing {

/// A second opinion on the kernels: the eight methods, written from their descriptions one tet pair
/// at a time, without regard for speed, and without code in common with the kernels. Elements are
/// numbered as in generators/local/kernel.h.
struct PlainContact {
    Vec3 position;
    Vec3 normal;
    double separation;
    int element_a;
    int element_b;
};

struct PlainResult {
    std::vector<PlainContact> contacts;
    double
        margin;  ///< how near a decision was to going the other way, as a share of the tets' size
};

/// Exact ties go to the first candidate in every profile, and a crossing point is never tested
/// against the plane it lies on: rounding alone would decide.
PlainResult plain_contacts(std::string_view generator_id, const PlainTet& a, const PlainTet& b,
                           const GeneratorSettings& settings);

}  // namespace touchstone::testing
