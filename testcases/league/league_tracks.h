#pragma once

#include "testcases/cells/track.h"
#include "testcases/league/league_cell.h"
#include "testcases/league/league_motion.h"

namespace touchstone {

/// Returns the track of contacts of a scene, asked twice and timed.
const Track<LeagueCell>& league_track();

/// Returns the track of a scene over many steps of our solver. Figures are missing where no step
/// was made.
const Track<MotionTrial>& motion_track();

}  // namespace touchstone
