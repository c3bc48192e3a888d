#pragma once

#include <span>
#include <vector>

#include "generators/scene_body.h"
#include "methods/base/boxes/box_tree.h"
#include "methods/contact/contact_point.h"

namespace touchstone {

// A body that another one strikes within the step leaves with a speed that neither it nor its
// neighbours have at the query. What it would meet then has to be known in the same step.
//
//        | B |           B is fast, and strikes A. A rests above the floor, at a distance that its
//          v             own speed never closes: without a contact there it would be driven into
//        | A |           the floor, or through a thin one. Or both fall, one closely above the
//     ___________        other: the floor stops A, and B would sink into it.

/// The speeds by which blows may change the velocities of bodies within the coming step.
class StruckBodies {
 public:
    /// Follows the blows of contacts that close their gap within the step, which must be sorted by
    /// pair. `time`: until the next query [s]. A blow is handed on along contacts, as far as the
    /// speed that it gives closes their gap as well. The more bodies have to be moved, the less is
    /// left for each: before a striker of mass M, and what pushes it, those up to the k-th of mass
    /// m leave inelastically with the share M / (M + k m). Twice that is given, which covers
    /// restitution up to 1 between two bodies, and the end of a rod that is struck at the other.
    /// Not covered are bodies of little mass between heavy ones that bounce, and those that are
    /// squeezed out sideways.
    StruckBodies(std::span<const SceneBody> bodies, std::span<const ContactPoint> contacts,
                 double time);

    /// Returns true when no body is struck by more than moves it by a share of its size.
    bool none() const { return !any_; }

    /// Returns the change of a body's velocity that blows may bring [m/s].
    double speed_of(int body) const { return any_ ? blows_[body].speed : 0.0; }

    /// Returns by how much blows of other bodies may change the velocity of the two relative to
    /// each other, rounded up to a power of two, so that it hardly ever changes [m/s]; 0 where
    /// that moves them by less than contacts are found at anyway.
    double gain_of(const ElementPair& pair) const;

 private:
    /// The largest blow that a body takes.
    struct Blow {
        double speed = 0.0;  ///< [m/s]
        double other = 0.0;  ///< the largest of those that do not come from `from` [m/s]
        int from = -1;       ///< body that hands it on; −1: none
    };

    bool any_ = false;
    double time_ = 0.0;
    std::vector<Blow> blows_;     ///< by body
    std::vector<double> slight_;  ///< by body: way up to which no blow is worth looking for [m]
};

}  // namespace touchstone
