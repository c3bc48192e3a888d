#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generators/convex_cast/impact_work.h"
#include "generators/detection_memory.h"
#include "methods/contact/contact_point.h"
#include "methods/elastic/elastic_tets.h"
#include "rigid_solver/barrier/bodies/barrier_memory.h"
#include "rigid_solver/proximal/time_step.h"
#include "rigid_solver/rigid_body.h"

namespace touchstone {

/// Durations of the stages of a step [s].
struct StageTimes {
    double detection = 0.0;  ///< moving the meshes and finding the contacts
    double solve = 0.0;      ///< solving for the contacts and moving the bodies
    double bound = 0.0;      ///< bounding the motions by first contacts; 0 without StepBound::Ccd
};

/// A body's motion that ended at another body, see MotionBound.
struct StepStop {
    int body_a = -1;  ///< lower of the two body numbers
    int body_b = -1;
    double share = 1.0;  ///< time at which they met, as a share of the step, in [0, 1]
};

/// How often what was remembered of pairs of exact shapes was of use in a step, see
/// SmoothContacts::counts.
struct StepWitnesses {
    std::int64_t hits = 0;    ///< pairs for which it was
    std::int64_t misses = 0;  ///< pairs that were searched from scratch
};

/// One finished step. Everything but `times` and `remembered` is the same in every run; one that
/// goes on with a recording remembers less.
struct StepRecord {
    int step = 0;       ///< number of the step, from 1; its contacts are those of query `step`, and
                        ///< what the step added to them
    double time = 0.0;  ///< time at the end of the step [s]
    std::vector<BodyState> bodies;         ///< states at the end of the step, by body of the case
    std::vector<Pose> query_poses;         ///< world_from_shape at which the
                                           ///< contacts were found, by body
    std::vector<ContactPoint> contacts;    ///< contacts in world frame
    std::vector<ContactImpulse> impulses;  ///< impulse of each contact
    SolveReport solve;
    Energy energy;                ///< energy at the end of the step
    std::vector<StepStop> stops;  ///< motions that ended at another body, in the order of time
    int stop_contacts = 0;        ///< contacts that stand for those the generator lacks; without
                                  ///< features, behind those of the same bodies
    int late_contacts = 0;        ///< contacts that were found only after an impact of the step,
                                  ///< see solve_with_second_look; not recorded
    ImpactWork bound_work;        ///< work of bounding the motions; none without StepBound::Ccd
    StageTimes times;
    MemoryCounts remembered;  ///< how much finding the contacts was spared; not recorded
    std::optional<Deformation> deformation;  ///< the worst of elastic bodies; nothing without any
    std::optional<BarrierMemory> barrier;  ///< what a motion by the barrier goes on from; nothing:
                                           ///< it was none
    std::optional<StepWitnesses> witnesses;  ///< counts of a motion from collision to collision
};

}  // namespace touchstone
