#pragma once

#include <functional>
#include <span>

#include "generators/generator.h"
#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/gap_closing.h"

namespace touchstone {

/// The bodies of a step's query, and what was found there.
struct StepQuery {
    const Generator& generator;  ///< method that found the contacts
    Query query;                 ///< conditions under which it did
    std::span<const ContactPoint> contacts;
    std::span<const Pose> poses;                              ///< one per body
    std::function<const CollisionShape&(int body)> shape_of;  ///< shape that the method was given
};

/// Returns what a solver asks about the contacts of a step once it has found how the bodies move:
/// the method's answers, see Generator::facing_time. Empty where the method tells nothing.
/// `step` must outlive the function.
FacingTimes facing_times(const StepQuery& step);

}  // namespace touchstone
