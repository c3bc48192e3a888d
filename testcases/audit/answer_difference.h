#pragma once

#include <span>

#include "methods/contact/contact_point.h"

namespace touchstone {

/// The tolerances within which contacts are the same.
struct AnswerTolerance {
    double position = kUnset;    ///< [m]
    double angle = 0.01;         ///< between the normals [degrees]
    double separation = kUnset;  ///< [m]
};

/// The differences between two answers. Contacts are matched one to one within their body pair,
/// first those that agree in all, then in place and normal, then in place alone.
struct AnswerDifference {
    int lost = 0;     ///< contacts of the first answer without one in their place in the second
    int gained = 0;   ///< contacts of the second answer without one in their place in the first
    int turned = 0;   ///< contacts in the same place with another normal
    int resized = 0;  ///< contacts in the same place and direction with another separation
    double largest_turn = 0.0;         ///< largest angle of the turned [degrees]
    double largest_size_change = 0.0;  ///< largest change of separation of the resized [m]

    /// Returns true when the answers are the same.
    bool none() const { return lost == 0 && gained == 0 && turned == 0 && resized == 0; }
};

/// Features and the order of the contacts do not count. Both answers are in one frame.
AnswerDifference compare_answers(std::span<const ContactPoint> before,
                                 std::span<const ContactPoint> after,
                                 const AnswerTolerance& tolerance);

}  // namespace touchstone
