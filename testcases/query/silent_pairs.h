#pragma once

#include <span>
#include <utility>
#include <vector>

#include "methods/contact/contact_point.h"
#include "testcases/query/study_scene.h"

namespace touchstone {

/// Share of the smaller body's extent below which an overlap does not count: whether bodies that
/// touch overlap is for the last bit of a coordinate to say.
inline constexpr double kSilentShare = 1e-4;

/// Finds the pairs of bodies that overlap with these poses, and have no contact: what a method
/// keeps silent about falls through whatever it stands on. By surfaces, whatever the method was
/// given. Without pairs of two fixed bodies, and those of which the scene's answer says that no
/// contact is right, or leaves open. With `deformed` a solver that deforms elastic bodies has moved
/// all, and pairs of an elastic body are left out, whose surface then is not where its pose puts
/// it, and those of a thin one, which that solver meets without the thickness of its surface. In
/// the order of the bodies.
std::vector<std::pair<int, int>> silent_pairs(const StudyScene& scene, std::span<const Pose> poses,
                                              std::span<const ContactPoint> contacts,
                                              bool deformed = false);

/// Returns the number of these pairs.
int count_silent_pairs(const StudyScene& scene, std::span<const Pose> poses,
                       std::span<const ContactPoint> contacts, bool deformed = false);

}  // namespace touchstone
