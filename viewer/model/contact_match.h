#pragma once

#include <array>
#include <span>
#include <vector>

#include "methods/contact/contact_point.h"

namespace touchstone::viewer {

/// The relation of a contact of one generator to the contacts of another.
enum class MatchKind {
    Same,    ///< the other has a contact in the same place with the same normal
    Turned,  ///< the other has contacts in the same place, but with other normals
    Alone    ///< the other has no contact there
};
/// Number of kinds of match.
inline constexpr int kMatchKinds = 3;

/// The differences up to which contacts are the same.
struct MatchTolerance {
    double position = 1e-3;  ///< [m]
    double angle = 1.0;      ///< angle between the normals [degrees]
};

/// The kinds of match in two lists of contacts.
struct ContactMatches {
    std::vector<MatchKind> first;   ///< one per contact of the first list
    std::vector<MatchKind> second;  ///< one per contact of the second list
};

/// Compares the contacts of two generators at the same poses, within each body pair. Swapping the
/// lists swaps the results.
ContactMatches match_contacts(std::span<const ContactPoint> first,
                              std::span<const ContactPoint> second,
                              const MatchTolerance& tolerance);

}  // namespace touchstone::viewer
