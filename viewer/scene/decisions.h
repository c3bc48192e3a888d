#pragma once

#include <string>
#include <vector>

#include "viewer/model/loaded_scene.h"
#include "viewer/scene/palette.h"

// The decisions of the semi-local method: all normals it considered, and the reason why each became
// a contact or not. See generators/semi_local/.

namespace touchstone::viewer {

/// The outcomes for a normal; see Choice in generators/semi_local/choice/decision.h.
enum class DecisionKind {
    Region,        ///< corner of two facets' overlap: always a contact
    Alone,         ///< the only normal at its place
    Chosen,        ///< chosen among several
    Silent,        ///< covered by a region
    NotNeeded,     ///< not needed: regions are enough here
    NoSuchOption,  ///< not an option: in no minimal sufficient set
    Loose,         ///< ahead, and separates the solids only once they have turned
    Farther,
    Slower,
    LostTie
};
/// Number of kinds of decision.
inline constexpr int kDecisionKinds = 10;
/// Returns true when the normal became a contact.
bool is_taken(DecisionKind kind);
/// Returns the title: "rejected: not needed".
const char* decision_title(DecisionKind kind);
/// Returns the explanation, one sentence.
const char* decision_meaning(DecisionKind kind);
/// Returns the color of a kind.
Color decision_color(DecisionKind kind);

/// A normal that the method considered.
struct OfferedNormal {
    int body_a = -1;
    int body_b = -1;
    Vec3 position = Vec3::Zero();  ///< world frame [m]
    Vec3 normal = Vec3::Zero();    ///< world frame, unit, from A to B
    double separation = 0.0;       ///< [m]
    DecisionKind kind = DecisionKind::Alone;
    int place = -1;  ///< index of the place within the pair, whose
                     ///< normals were decided together; -1: none
};

/// Returns the decisions for every pair of nearby bodies, those that became contacts last; empty
/// when the side has another generator.
std::vector<OfferedNormal> offered_normals(const LoadedScene& loaded, int side,
                                           const Moment& moment);

/// Describes one decision, line by line.
std::string decision_text(const OfferedNormal& offered, std::span<const BodySetup> bodies);

}  // namespace touchstone::viewer
