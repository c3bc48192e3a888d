#include "testcases/recordings/recorded_moment.h"

#include "methods/base/error.h"
#include "testcases/recordings/recorded_settings.h"

namespace touchstone {

RecordedMoment moment_of(const Recording& recording, int step) {
    if (!recording.header().elastic.bodies.empty()) {
        throw UsageError(recording.path().string() +
                         ": the bodies of this motion are elastic, and poses alone do not say "
                         "where they are; give a recording of rigid ones");
    }
    const SolverSettings solver =
        solver_settings(recorded_settings(recording.header()), recording.test_case());
    RecordedMoment moment{recording.test_case(), solver.gap == GapRule::Close};
    moment.test_case.time_step = solver.time_step;
    const StepRecord now = recording.read_step(step);
    const std::vector<BodyState> before =
        step > 1 ? recording.read_step(step - 1).bodies : std::vector<BodyState>();
    for (std::size_t i = 0; i < moment.test_case.bodies.size(); ++i) {
        BodySetup& body = moment.test_case.bodies[i];
        body.world_from_shape = now.query_poses[i];
        if (!before.empty()) {
            body.linear_velocity = before[i].linear_velocity;
            body.angular_velocity = before[i].angular_velocity;
        }
    }
    return moment;
}

}  // namespace touchstone
