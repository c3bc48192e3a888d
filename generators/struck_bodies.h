#pragma once

#include <span>
#include <vector>

#include "generators/scene_body.h"
#include "methods/base/boxes/box_tree.h"

namespace touchstone {

// A body that another one strikes within the step leaves with a speed that neither it nor its
// neighbours have at the query. What it would meet then has to be known in the same step.
//
//        | B |           B is fast, and strikes A. A rests above the floor, at a distance that its
//          v             own speed never closes: without a contact there it would be driven into
//        | A |           the floor, or through a thin one.
//     ___________

/// The speeds that bodies may be given within the coming step by others that strike them.
class StruckBodies {
 public:
    /// No body is struck.
    StruckBodies() = default;

    /// Looks at the pairs of bodies that may come near each other. `time`: until the next query
    /// [s]; `reach`: distance from which bodies are found [m]. A blow is handed on from body to
    /// body, so all that can move and may touch within the step share the largest speed at which
    /// two of them may meet.
    StruckBodies(std::span<const SceneBody> bodies, std::span<const ElementPair> near, double time,
                 double reach);

    /// Returns true when no body is struck by more than moves it by a share of its size.
    bool none() const { return !any_; }

    /// Returns the speed that a blow may give to a body [m/s].
    double speed_of(int body) const { return any_ ? speeds_[groups_[body]] : 0.0; }

    /// Returns how much faster than at present two bodies may approach each other once one of them
    /// has been struck [m/s].
    double gain_of(const ElementPair& pair, std::span<const SceneBody> bodies) const;

 private:
    int group_of(int body) const;

    bool any_ = false;
    std::vector<int> groups_;     ///< by body: the lowest body of its group; fixed ones are alone
    std::vector<double> speeds_;  ///< by group [m/s]
};

}  // namespace touchstone
