#pragma once

#include <array>
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
//
// How fast a body may become is bounded. The solver allows two bodies to approach each other by
// what closes their gap, or lets them part with up to their speed of approach where that closes it.
// So the velocity that a contact hands to the next body is
//
//   given = handed + (1 + e) s     where the bodies bounce with the restitution e, since they close
//                                  their gap in free flight at the speed s,
//   given = handed + s - gap / dt  elsewhere, and without restitution, as far as that is above 0,
//
// of which a body of mass m takes the share M / (M + m) from one of mass M that is pushed from
// behind by what came before it. The least mass counts that the body can have at the contact (of
// several, at their mean), and
// the speed of that of its points which its turn makes fastest; handed on is the speed that it
// has at the next contact. The speeds of a train of bodies add up in this way to no more than 1 + e
// times that of the first against the last.
//
// Of two blows s with M and t with N behind them the first gives no body more when s <= t and
// s M <= t N, since s M / (M + m) = 1 / (1 / s + m / (s M)).

/// The speeds by which blows may change the velocities of bodies within the coming step. Covered is
/// any ratio of masses, and any restitution up to 1. Not covered are bodies that turn about others
/// near the point where they are struck, which makes their ends faster than they can be when free,
/// those that lie flat on another and push it with an end alone, and those that are squeezed out
/// sideways between others.
class StruckBodies {
 public:
    /// Follows the blows of contacts that close their gap within the step, which must be sorted by
    /// pair, along all contacts. `time`: until the next query [s]; `restitution`: see Query.
    StruckBodies(std::span<const SceneBody> bodies, std::span<const ContactPoint> contacts,
                 double time, double restitution);

    /// Returns true when no body is struck by more than moves it by a share of its size.
    bool none() const { return blows_.empty(); }

    /// Returns the change of a body's velocity that blows may bring [m/s].
    double speed_of(int body) const { return none() ? 0.0 : blows_[body].fastest; }

    /// Returns by how much blows of other bodies may change the velocity of the two relative to
    /// each other [m/s]; 0 where that moves them by less than contacts are found at anyway.
    double gain_of(const ElementPair& pair) const;

 private:
    /// A change of velocity that a body may take.
    struct Change {
        double speed = 0.0;             ///< [m/s]
        double mass = 0.0;              ///< of all that moves behind it, the body included [kg]
        Vec3 direction = Vec3::Zero();  ///< unit vector, world frame
        int from = -1;                  ///< body that hands it on
    };
    /// The changes that a body may take, without those that others exceed along their direction in
    /// speed and momentum, whichever body hands these on.
    struct Blow {
        static constexpr int kMost = 8;
        std::array<Change, kMost> changes;
        int count = 0;
        double fastest = 0.0;        ///< speed of the largest [m/s]
        double rest = 0.0;           ///< that of the largest for which there was no room [m/s]
        double rest_momentum = 0.0;  ///< largest speed times mass of those [kg m/s]
    };

    static bool take(Blow& blow, const Change& change);

    double time_ = 0.0;
    std::vector<Blow> blows_;     ///< by body; empty: none
    std::vector<double> slight_;  ///< by body: way up to which no blow is worth looking for [m]
};

/// Returns a gain rounded up to a power of two, so that it hardly ever changes [m/s].
double rounded_gain(double gain);

}  // namespace touchstone
