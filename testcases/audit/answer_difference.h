#pragma once

#include <span>

#include "methods/contact/contact_point.h"

namespace touchstone {

/// What counts as the same contact.
struct AnswerTolerance {
    double position = kUnset;    ///< [m]
    double angle = 0.01;         ///< between the normals [degrees]
    double separation = kUnset;  ///< [m]
};

/// In what one answer differs from another. Contacts are matched one to one within their body pair,
/// first those that agree in all, then in place and normal, then in place alone.
struct AnswerDifference {
    int lost = 0;                      ///< contacts of before that have none in their place
    int gained = 0;                    ///< contacts of after that have none in their place
    int turned = 0;                    ///< in the same place, with another normal
    int resized = 0;                   ///< in the same place and direction, with another separation
    double largest_turn = 0.0;         ///< of the turned [degrees]
    double largest_size_change = 0.0;  ///< of the separations of the resized [m]

    bool none() const { return lost == 0 && gained == 0 && turned == 0 && resized == 0; }
};

/// Features and the order of the contacts do not count. Both answers are in one frame.
AnswerDifference compare_answers(std::span<const ContactPoint> before,
                                 std::span<const ContactPoint> after,
                                 const AnswerTolerance& tolerance);

}  // namespace touchstone
