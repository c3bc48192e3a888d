#pragma once

#include <array>
#include <span>
#include <vector>

#include "methods/contact/contact_point.h"

namespace touchstone::viewer {

/// How a contact of one generator stands to the contacts of another.
enum class MatchKind {
    Same,    ///< the other has one in the same place with the same normal
    Turned,  ///< the other has contacts in the same place, with other normals
    Alone    ///< the other has none there
};
inline constexpr int kMatchKinds = 3;

/// What counts as the same.
struct MatchTolerance {
    double position = 1e-3;  ///< [m]
    double angle = 1.0;      ///< between the normals [degrees]
};

struct ContactMatches {
    std::vector<MatchKind> first;   ///< per contact of the first list
    std::vector<MatchKind> second;  ///< per contact of the second list
};

/// Compares the contacts that two generators find at the same poses, within each body pair.
/// Swapping the lists swaps the results.
ContactMatches match_contacts(std::span<const ContactPoint> first,
                              std::span<const ContactPoint> second,
                              const MatchTolerance& tolerance);

}  // namespace touchstone::viewer
