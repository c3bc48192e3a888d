#include "viewer/state/pace.h"

#include <algorithm>

namespace touchstone::viewer {

bool take_turn(Pace& pace, double time_step) {
    if (!pace.clock || pace.speed <= 0.0) {
        return true;
    }
    if (*pace.clock < pace.due) {
        return false;
    }
    const double interval = time_step / pace.speed;
    pace.due = std::max(pace.due + interval, *pace.clock);
    return true;
}

void start_pace(Pace& pace) { pace.due = pace.clock.value_or(0.0); }

}  // namespace touchstone::viewer
