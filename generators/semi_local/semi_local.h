#pragma once

#include <vector>

#include "generators/generator.h"
#include "generators/semi_local/candidates.h"
#include "generators/semi_local/decision.h"
#include "generators/semi_local/near_features.h"
#include "generators/semi_local/places.h"
#include "generators/semi_local/regions.h"
#include "generators/semi_local/semi_local_settings.h"

namespace touchstone::semi_local {

// The semi-local method. The paper ends with the conjecture that no local method can be right
// everywhere: Erleben [2018], §9. This one looks at all features of both surfaces near a possible
// contact, and at the relative velocity only where they leave several answers. Three ideas:
//
//  1. Facets, not triangles (FacetModel): internal edges and vertices do not exist.
//  2. A normal must separate the local solids (find_candidates): so no cliff edge makes a wrong
//  one.
//  3. Whether one of several normals is needed or all of them is computed, not guessed
//     (SufficiencyTest): one at a convex corner, two in a crack, four in a hole.
//
//   find_near_features → find_regions → find_candidates → find_places → decide → contacts
//                        facet on facet  corner on facet,  what is      one of or
//                                        edge on edge      one spot     all of?

/// What a query works in. Kept by the caller from query to query, it stops growing, and nothing is
/// allocated any more. Holds all that was found on the way, for who wants to show it.
struct Workspace {
    NearFeatures near;
    Regions regions;
    std::vector<Candidate> candidates;
    Places places;
    Decisions decisions;

    /// A contact in A's body frame, on its way out.
    struct Output {
        FacetFeature feature_a;
        FacetFeature feature_b;
        Vec3 position = Vec3::Constant(kUnset);
        Vec3 normal = Vec3::Constant(kUnset);
        double separation = kUnset;
        double rank = kUnset;  ///< of the position among contacts of the same features
        bool is_region = false;
    };
    std::vector<Output> outputs;
    std::vector<int> by_x;
    std::vector<bool> dropped;
};

/// Appends the contacts of A and B, whose shapes must have facets. In the order of their features
/// in the body that comes_first, then in the other, then of their places.
void append_contacts(const Collider& a, const Collider& b, double time_step,
                     const Settings& settings, Workspace& workspace,
                     std::vector<ContactPoint>& contacts);

/// How far apart bodies may have contacts: twice the envelope, which goes by the smaller one.
double reach(const MethodSettings& settings, const ShapeSizes& sizes);

/// How far contacts may leave the bodies: the envelope of the scene's largest body at most.
double slack(const MethodSettings& settings, const ShapeSizes& sizes);

/// Facets.
ShapeRule shape_rule(const MethodSettings& settings);

/// The generator's entry, with one workspace per thread.
std::vector<ContactPoint> generate(const Collider& a, const Collider& b, const Query& query);

}  // namespace touchstone::semi_local
