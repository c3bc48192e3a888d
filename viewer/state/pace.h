#pragma once

#include <optional>

namespace touchstone::viewer {

/// The pace at which steps are shown while a scene plays.
struct Pace {
    double speed = 0.0;  ///< simulated time per time of the clock; 0: as fast as steps are made
    bool loop = false;   ///< true: what has an end begins again there
    std::optional<double> clock;  ///< time of this frame, of any origin [s]; nothing: nobody is
                                  ///< watching, so nothing is delayed or begun again
    double due = 0.0;             ///< time of the clock at which the next step is to be shown [s]
};

/// Returns true when the next step is to be shown. `time_step`: the simulated time of a step [s].
/// Then the one after it is due that much later; a late step delays those after it, so that no step
/// is left out.
bool take_turn(Pace& pace, double time_step);

/// Starts the clock of the first step.
void start_pace(Pace& pace);

}  // namespace touchstone::viewer
