#pragma once

#include "generators/local/settings/local_settings.h"
#include "methods/mesh/filling/erosion.h"

namespace touchstone {

/// The normal of a contact between two edges, see docs/methods/profiles.md.
enum class EdgeNormal { Separation, Code };
/// How often an edge can make a contact.
enum class EdgeUse {
    Once,     ///< an edge of either tet makes one contact with an edge
    Repeated  ///< an edge of A makes one with each edge of B in reach, and afterwards A's first
              ///< edge alone counts as used, as in the research code
};
enum class UsedEnds {
    Own,    ///< an edge of B is left out when its own two ends have made contacts
    RowOfA  ///< an edge of B is left out when those two vertices of B have that end A's edge in A,
            ///< as in the research code
};
enum class Leaves {
    Inflated,  ///< tets are compared whenever they may be within reach
    Bare       ///< only when their slabs along (1, ±1, ±1) overlap, as in the research code
};
enum class EnvelopeUnit {
    Thickness,  ///< a share of each body's mean_thickness
    Metre
};

/// The settings of closest_points.
struct ClosestPointsSettings : LocalSettings {
    /// ε: contacts lie within the envelopes of both bodies. A share [-] or a length [m], see
    /// `envelope_unit`; kernels are handed the mean of the two bodies' lengths.
    double envelope = 0.01;
    EnvelopeUnit envelope_unit = EnvelopeUnit::Thickness;
    EdgeNormal edge_normal = EdgeNormal::Separation;
    EdgeUse edge_use = EdgeUse::Once;
    UsedEnds used_ends = UsedEnds::Own;
    Leaves leaves = Leaves::Inflated;
    bool low_features = true;  ///< V-E and V-V pairs, with lowest precedence
    Erosion erosion = Erosion::PlaneOffset;
};

template <>
const LocalOptions& local_options<ClosestPointsSettings>();

}  // namespace touchstone
