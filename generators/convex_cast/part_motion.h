#pragma once

#include <optional>
#include <vector>

#include "generators/continuous/bodies/rigid_sweep.h"
#include "generators/convex_cast/convex_parts.h"
#include "generators/convex_cast/impact_work.h"
#include "methods/continuous/affine_motion.h"
#include "methods/continuous/gjk.h"

namespace touchstone {

// The first contact of two rigid bodies on their way, by their convex parts. Points of a turning
// body are on helices, a cast lets them go straight: the way is cut into pieces in which both
// differ by little, and that little is added to the distance that the cast keeps. Where bodies are
// far from each other, pieces are passed over by their distance and speed alone.

/// A body on its way through the unit of time. The parts must outlive it.
struct MovingParts {
    const ConvexParts* parts = nullptr;
    Mat3 rotation = Mat3::Identity();  ///< world from body, at t = 0
    RigidSweep sweep;                  ///< motion of the centre of mass, world frame
};

/// Returns the placement of the body frame at a time.
AffinePlacement placement_at(const MovingParts& body, double time);

/// Returns the body as it stands at a time, without motion.
MovingParts standing_at(const MovingParts& body, double time);

/// Returns boxes around all that the cores pass through, in world frame.
TreeBoxes swept_boxes(const MovingParts& body);

/// The first contact of two parts.
struct PartImpact {
    double time = kUnset;  ///< time of the contact, never too late, in units of the motion
    int part_a = -1;
    int part_b = -1;
};

/// Returns the distance of two cores at a time, with its witnesses in the frame of PlacedPair.
PairDistance core_distance(const MovingParts& a, int part_a, const MovingParts& b, int part_b,
                           double time);

/// Returns how much the cores of two parts must be apart for the parts not to overlap [m].
double pair_margin(const ConvexParts& a, int part_a, const ConvexParts& b, int part_b);

/// Returns a time in [from, to] up to which the parts pass into each other by less than their
/// margins: cores keep a quarter of pair_margin, or nine tenths of a smaller distance that they
/// have at first, so that they never meet however often the bodies are stopped. Nothing when there
/// is no contact up to `to`, and for cores that overlap at `from`, which nothing can keep apart.
/// Counts its work, where it is asked to.
std::optional<double> find_part_impact(const MovingParts& a, int part_a, const MovingParts& b,
                                       int part_b, double from, double to,
                                       ImpactWork* work = nullptr);

/// Returns the first contact over [from, 1] of all parts of two bodies whose swept boxes are given.
/// Of several at one time that of the lowest numbers. Counts its work, where it is asked to.
std::optional<PartImpact> find_parts_impact(const MovingParts& a, const TreeBoxes& boxes_a,
                                            const MovingParts& b, const TreeBoxes& boxes_b,
                                            double from, ImpactWork* work = nullptr);

}  // namespace touchstone
