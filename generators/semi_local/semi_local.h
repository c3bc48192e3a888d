#pragma once

#include <span>
#include <vector>

#include "generators/generator.h"
#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/near_features.h"
#include "generators/semi_local/candidates/regions.h"
#include "generators/semi_local/choice/decision.h"
#include "generators/semi_local/choice/places.h"
#include "generators/semi_local/contacts_ahead.h"
#include "generators/semi_local/deep_overlap.h"
#include "generators/semi_local/quiet_pair.h"
#include "generators/semi_local/semi_local_settings.h"

namespace touchstone::semi_local {

// The semi-local method. The paper ends with the conjecture that no local method can be right
// everywhere: Erleben [2018], §9. This one examines all features of both surfaces near a possible
// contact, and the relative velocity only where the features leave several answers. Three ideas:
//
// 1. Facets, not triangles (FacetModel): internal edges and vertices do not exist.
// 2. A normal must separate the local solids (find_candidates), so that the edge of a cliff
//    produces no wrong one.
// 3. Whether one of several normals is needed or all of them is computed, not guessed
//    (SufficiencyTest): one at a convex corner, two in a crack, four in a hole.
//
//   find_near_features → find_regions → find_candidates → find_places → decide → contacts
//                        facet on facet  corner on facet,  what is      one of or
//                                        edge on edge      one spot     all of?
//
// Three things are done beside, for bodies in motion: bodies that overlap by more than the envelope
// are parted first (find_deep_axis), and then asked as if they touched; contacts that are only
// reached within the step are looked for where they will be (find_contacts_ahead); and what lies on
// the far side of a thin part is dropped (mark_far_sides).

/// The working memory of a query. When it is kept from query to query it stops growing, and nothing
/// is allocated any more. It holds all intermediate results, for programs that show them.
struct Workspace {
    NearFeatures near;
    Regions regions;
    std::vector<Candidate> candidates;
    Places places;
    Decisions decisions;

    /// A contact in A's body frame, before the post-filter.
    struct Output {
        FacetFeature feature_a;
        FacetFeature feature_b;
        Vec3 position = Vec3::Constant(kUnset);
        Vec3 normal = Vec3::Constant(kUnset);
        double separation = kUnset;
        double rank = kUnset;  ///< position among contacts of the same features
        bool is_region = false;
        PairFeatures bearing;  ///< features between which the plane of the contact lies
    };
    /// Contacts between the same two features.
    struct OutputGroup {
        int first = 0;
        int count = 0;
        Vec3 normal = Vec3::Constant(kUnset);
        Vec3 center = Vec3::Zero();  ///< mean of the positions [m]
        double separation = kUnset;  ///< the smallest [m]
        BoundingBox box;             ///< box around the positions
    };
    std::vector<Output> outputs;
    std::vector<OutputGroup> groups;  ///< scratch
    DeepOverlap deep;
    ContactsAhead ahead;
    std::vector<Vec3> last_normals;       ///< normals of the step before, A's frame
    std::vector<EdgeContact> last_edges;  ///< contacts of edges in the step before
    std::vector<int> touched_a;           ///< facets of A with contacts; scratch
    std::vector<int> touched_b;           ///< facets of B with contacts; scratch
    std::vector<int> by_x;
    std::vector<bool> dropped;
    NearFeatures wide;  ///< scratch: features near each other now or soon, see QuietPair
};

/// The knowledge of a simulation beyond the bodies' placement and velocities; as in Query.
struct Motion {
    bool look_ahead = false;
    double acceleration = 0.0;                         ///< [m/s²]
    std::span<const ContactPoint> last_contacts = {};  ///< contacts of this pair in the step before
    PairSlot* memory = nullptr;  ///< null: everything is computed, and left in the workspace
    double gain = 0.0;           ///< [m/s]
};

/// Appends the contacts of A and B, whose shapes must have facets. They are sorted by their
/// features in the body that comes_first, then in the other, then by position.
void append_contacts(const Collider& a, const Collider& b, double time_step,
                     const Settings& settings, Workspace& workspace,
                     std::vector<ContactPoint>& contacts, const Motion& motion = {});

/// Returns the largest distance of bodies with contacts: twice the envelope, which scales with the
/// smaller body [m].
double reach(const MethodSettings& settings, const ShapeSizes& sizes);

/// Returns the envelope ε of two bodies [m].
double envelope(const MethodSettings& settings, const ShapeSizes& sizes);

/// Returns the largest distance of a contact from the bodies: at most the envelope of the scene's
/// largest body [m].
double slack(const MethodSettings& settings, const ShapeSizes& sizes);

/// Returns the rule of the method's shapes: facets.
ShapeRule shape_rule(const MethodSettings& settings);

/// Finds the contacts of two bodies; the generator's entry, with one workspace per thread.
std::vector<ContactPoint> generate(const Collider& a, const Collider& b, const Query& query);

}  // namespace touchstone::semi_local
