#pragma once

#include <algorithm>
#include <optional>

#include "generators/semi_local/candidates/approach.h"
#include "generators/semi_local/candidates/candidates.h"
#include "generators/semi_local/candidates/near_features.h"
#include "generators/semi_local/candidates/pair_frame.h"
#include "generators/semi_local/candidates/way.h"

namespace touchstone::semi_local {

// Where two features meet that are on their way towards each other.

/// The motion over which bodies are followed.
struct Look {
    double time = 0.0;  ///< time from now on [s]
    double fall = 0.0;  ///< distance by which forces may bring bodies nearer on top [m]
    double step = 0.0;  ///< time until the next query [s]
    double blow = 0.0;  ///< distance by which a blow may bring bodies nearer in the step [m]

    // What follows from these and the spin of the bodies against each other.
    double lever = 0.0;   ///< `fall` of what tips over a body that something else holds up [m]
    double turn = 0.0;    ///< angle by which they turn [rad]
    double turned = 0.0;  ///< distance by which the turn may bring bodies nearer [m]
    double swing = 0.0;   ///< speed of the smaller body's points by the spin [m/s]
    double reach = 0.0;   ///< gap beyond which no features meet [m]
};

/// Returns the look at a pair over a time [s] in which forces bring bodies nearer by `fall`, and a
/// blow by `blow` [m].
Look make_look(const PairFrame& frame, double time, double fall, double blow = 0.0);

/// Returns the frame after the time in which two features close their gap; nothing where they do
/// not meet within the look. `way`: that of the frame; `start`: how they approach.
std::optional<PairFrame> frame_on_way(const PairFrame& frame, const Look& look, Way& way,
                                      PairKind kind, const FeaturePair& pair,
                                      const Approach& start);

/// Returns the same; where they do not meet within the look, that of frame_beside.
std::optional<PairFrame> frame_of_meeting(const PairFrame& frame, const Look& look, Way& way,
                                          PairKind kind, const FeaturePair& pair,
                                          const Approach& start);

/// Returns the gaps of features that are neither too deep nor too far from each other to meet.
GapRange gaps_that_meet(const PairFrame& frame, const Look& look);

/// Returns true for features as near as the present speeds, forces and a blow close in a step.
/// `velocity`: that of the approach's point.
inline bool is_near_beside(const Look& look, const Approach& start, const Vec3& velocity) {
    return start.gap >= 0.0 &&
           start.gap <= look.step * (velocity.norm() + look.swing) + look.lever + look.blow;
}

/// Returns true for features that may close their gap within the look.
inline bool is_near_on_way(const Look& look, const Approach& start, const Vec3& velocity) {
    const double speed = -start.normal.dot(velocity);
    return start.gap <= std::max(0.0, speed) * look.time + look.fall + look.turned;
}

/// Returns false for features that are too far from each other to have such a frame. Their gap is
/// one of gaps_that_meet.
[[gnu::flatten]] inline bool may_meet(const PairFrame& frame, const Look& look,
                                      const Approach& start) {
    const Vec3 velocity = frame.velocity_at(start.point);
    return is_near_on_way(look, start, velocity) || is_near_beside(look, start, velocity);
}

/// Returns the frame moved straight along the normal until features touch that are as near as the
/// present speeds, forces and a blow close in a step. Of features that would not meet, but may once
/// an impact elsewhere has changed the motion: of a box that comes down on one corner the others
/// do.
std::optional<PairFrame> frame_beside(const PairFrame& frame, const Look& look, PairKind kind,
                                      const FeaturePair& pair);

/// Returns the same of features of which it is known how they approach.
std::optional<PairFrame> frame_beside(const PairFrame& frame, const Look& look,
                                      const Approach& start);

/// Returns the frame in which two features meet when a blow adds to their speed of approach within
/// the step: of a body that flies over a block they may not lie over each other now. Nothing where
/// no blow is looked for.
std::optional<PairFrame> frame_after_blow(const PairFrame& frame, const Look& look, Way& way,
                                          PairKind kind, const FeaturePair& pair,
                                          const Approach& start);

/// Returns frame_of_meeting for two facets.
std::optional<PairFrame> frame_of_meeting_facets(const PairFrame& frame, const Look& look, Way& way,
                                                 const FeaturePair& pair);

/// Returns frame_after_blow for two facets.
std::optional<PairFrame> frame_after_blow_of_facets(const PairFrame& frame, const Look& look,
                                                    Way& way, const FeaturePair& pair);

/// Returns the smaller of the two bodies' sizes [m].
double smaller_size(const PairFrame& frame);

/// Which of two bodies is smaller. Bodies of equal sizes stay so whatever rounds them: those of a
/// shape whose edges are split, for instance.
enum class SmallerBody { A, B, Neither };
SmallerBody smaller_body(const PairFrame& frame);

/// Returns the normal, from A to B, of one of two facets that face each other: A's, or B's.
Vec3 facet_normal(const PairFrame& frame, const FeaturePair& facets, bool of_a);

}  // namespace touchstone::semi_local
