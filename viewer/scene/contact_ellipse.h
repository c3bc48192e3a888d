#pragma once

#include <vector>

#include "methods/contact/contact_point.h"
#include "testcases/query/study_scene.h"

namespace touchstone::viewer {

/// Gap between two surfaces at the ellipse around their contact, as a share of the smaller body.
inline constexpr double kEllipseGap = 0.02;

/// Returns the ellipse around a contact of exact curved shapes, or of one and a face, along which
/// the gap between both surfaces is wider than at the contact by kEllipseGap: ½ tᵀ (K_A + K_B) t.
/// Its corners count from the contact, world frame [m]. Empty where the contact is not on the
/// surfaces, is on an edge, or where the surfaces do not part on all sides.
std::vector<Vec3> contact_ellipse(const ContactPoint& contact, const BodyShapes& shapes,
                                  std::span<const Pose> world_from_shape);

}  // namespace touchstone::viewer
