#pragma once

#include <string>
#include <vector>

#include "viewer/model/loaded_scene.h"
#include "viewer/scene/palette.h"

// How the semi-local method came to its contacts: all normals that were on offer, and why each was
// taken or not. See generators/semi_local/.

namespace touchstone::viewer {

enum class DecisionKind {
    Region,        ///< a corner of two facets' overlap: always a contact
    Alone,         ///< the only normal at its place
    Chosen,        ///< of several
    Silent,        ///< a region says the same
    NotNeeded,     ///< regions are enough here
    NoSuchOption,  ///< in no minimal sufficient set
    Farther,
    Slower,
    LostTie
};
inline constexpr int kDecisionKinds = 9;
bool is_taken(DecisionKind kind);
const char* decision_title(DecisionKind kind);    ///< "rejected: not needed"
const char* decision_meaning(DecisionKind kind);  ///< one sentence
Color decision_color(DecisionKind kind);

/// A normal that the method weighed.
struct OfferedNormal {
    int body_a = -1;
    int body_b = -1;
    Vec3 position = Vec3::Zero();  ///< world frame [m]
    Vec3 normal = Vec3::Zero();    ///< world frame, unit, from A to B
    double separation = 0.0;       ///< [m]
    DecisionKind kind = DecisionKind::Alone;
    int place = -1;  ///< normals of one place of a pair were weighed together; -1: no place
};

/// For every pair of bodies that are near each other, what was taken last; nothing when the side's
/// generator is another one.
std::vector<OfferedNormal> offered_normals(const LoadedScene& loaded, int side,
                                           const Moment& moment);

/// What there is to say about one, line by line.
std::string decision_text(const OfferedNormal& offered, std::span<const BodySetup> bodies);

}  // namespace touchstone::viewer
