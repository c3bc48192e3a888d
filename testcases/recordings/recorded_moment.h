#pragma once

#include "testcases/recordings/recording.h"

namespace touchstone {

/// The query of a recorded step, but for the contacts of the step before. The settings of the
/// methods are those of recorded_settings.
struct RecordedMoment {
    TestCase test_case;       ///< the scene, with its bodies where the step found its contacts, the
                              ///< velocities that they had then, and the time step of the motion
    bool look_ahead = false;  ///< true: contacts were looked for ahead, as gaps were closed
};

/// Returns the query of a step, in 1…steps(). Velocities of the first one are those of the scene,
/// also where the motion looked for contacts once before it. Throws UsageError, naming the file,
/// for a motion of elastic bodies, and FileError as read_step does.
RecordedMoment moment_of(const Recording& recording, int step);

}  // namespace touchstone
