#pragma once

#include <cstddef>

#include "viewer/scene/scene_view.h"

namespace touchstone::viewer {

/// Length of an arrow for the impulse that `impulse_scale` returns, relative to a contact's.
inline constexpr double kImpulseLength = 2.5;

/// The most contacts of which each has its friction cone; of more only the selected one has.
inline constexpr std::size_t kMostCones = 100;

/// Returns the impulse that is drawn in full length: the largest one of the moment, rounded up to
/// 1, 2 or 5 times a power of ten, so that it seldom changes from step to step [N s]. Zero without
/// impulses.
double impulse_scale(const Moment& moment);

/// Adds the impulses on body B and the friction cones of the contacts shown, as far as they are
/// wanted and the solver has had its turn, with their legend. Of more than kMostCones contacts
/// only the selected one has its cone. The cone opens along the normal, at the angle atan μ.
void add_impulses(SceneView& view, const ViewSource& source, const DisplaySettings& display);

}  // namespace touchstone::viewer
