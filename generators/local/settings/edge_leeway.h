#pragma once

#include "generators/local/settings/sat_settings.h"
#include "methods/geometry/posed_tet.h"

namespace touchstone {

/// Returns true for tets of which no edge axis decides in volume_sat, nor can until the bodies have
/// moved by the room [m]: none separates them, and some face axis is better than each by more than
/// both can change. An axis of two edges, one of each body, turns when the bodies do: its change is
/// bounded by that of the angle, over the sine of the edges' angle. `radius`: distance from the
/// centre of a turn within which both bodies lie [m]. False says nothing.
bool volume_faces_decide(const PosedTet& a, const PosedTet& b, double radius, double room,
                         const LocalSettings& settings);

/// Returns the same for surface_sat, in which faces and edges of the surface alone may win.
bool surface_faces_decide(const PosedTet& a, const PosedTet& b, double radius, double room,
                          const LocalSettings& settings);

}  // namespace touchstone
