#pragma once

#include <functional>
#include <optional>

#include "methods/contact/contact_point.h"
#include "methods/contact/time_span.h"

// How fast bodies may approach at a contact so that they just touch within the step. Linearised,
// the gap at time t is s - w t, with w the speed of approach, and w = s / Δt closes it at the end.
// Bodies that turn leave that line: the corner of a wheel that rolls to the ground moves down now,
// and will be moving along the ground when it arrives; a corner high on a body that tips comes down
// faster and faster. With h(t) for what their turning adds to the line, the gap is s - w t + h(t),
// and stays above 0 in all of the step for
//
//     w ≤ min (s + h(t)) / t,   0 < t ≤ Δt.
//
//     gap                       Of small turns h = a t² / 2 tells enough:
//      s \                      w = √(2 s a)  if the minimum lies within the step, 2 s < a Δt²;
//         \ '.      .'          w = s / Δt + a Δt / 2  otherwise.
//          \  ' -- '  s-wt+h    Of larger ones h is that of the bodies' exact way at constant
//      -----\-----------> t     velocities, with the facet of the contact turning as its body does
//                               where the other feature is a corner. Of contacts that tell the
//                               plane between their features, two edges for instance, that turns.
//                               Otherwise the normal keeps its direction.
//
// Features that touch have no gap to close, and what overlaps keeps its overlap: with s = 0 the
// minimum is 0 where turning opens the gap, and below 0 where it closes it. Two cubes that slide
// along each other as they turn would sink into each other by a t² / 2 in each step otherwise.
//
// An impact of the step may turn a body so that the features of a contact ahead pass beside each
// other: a corner that was to come down on a facet misses it, and may be below the facet's plane
// then. The gap counts only while they lie over each other, which FacingTimes tells: the minimum
// above is that of these times, and there is none, so that the contact does not act, where there
// are no such times.

namespace touchstone {

/// The motion of a body within a step, at constant velocities.
struct StepMotion {
    Vec3 center_of_mass = Vec3::Zero();    ///< at the query, world frame [m]
    Vec3 linear_velocity = Vec3::Zero();   ///< of the centre of mass [m/s]
    Vec3 angular_velocity = Vec3::Zero();  ///< [rad/s]
};

/// Tells the part of the step in which the features of a contact lie over each other at these
/// motions; nothing where they pass beside each other. Called for contacts that act, and those that
/// were let go.
using FacingTimes =
    std::function<std::optional<TimeSpan>(int contact, const StepMotion& a, const StepMotion& b)>;

/// Returns the gap between the features of a contact after a time [m], as the plane between them
/// turns; below 0 they have passed each other. Nothing where the contact does not tell the plane,
/// or that of two edges has turned away from the contact's: they become parallel, for instance.
std::optional<double> gap_after(const ContactPoint& contact, const StepMotion& a,
                                const StepMotion& b, double time);

/// Returns the largest speed of approach along the contact's normal at which the bodies stay apart
/// there within the step [m/s]. Of features that touch or overlap it is at most 0, and keeps them
/// from coming deeper. Below 0 the bodies must part, since their turning would close more than the
/// gap; that is known of contacts that tell the plane between their features, and 0 of others.
double closing_speed(const ContactPoint& contact, const StepMotion& a, const StepMotion& b,
                     double time_step);

/// Returns the same where the gap counts in a part of the step only. Nothing where that is over as
/// it begins: the features are about to part.
std::optional<double> closing_speed_within(const ContactPoint& contact, const StepMotion& a,
                                           const StepMotion& b, const TimeSpan& part);

/// Returns true when the gap closes in a part of the step in which the features lie over each
/// other, and is open as that begins: they meet. Features that come to lie over each other when
/// they have passed do not.
bool closes_within(const ContactPoint& contact, const StepMotion& a, const StepMotion& b,
                   const TimeSpan& part);

}  // namespace touchstone
