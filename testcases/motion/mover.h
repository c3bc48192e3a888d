#pragma once

#include <memory>
#include <string>
#include <vector>

#include "generators/generator.h"
#include "methods/contact/contact_point.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/motion/step_record.h"
#include "testcases/query/elastic_bodies.h"
#include "testcases/query/study_scene.h"
#include "testcases/settings/study_settings.h"

namespace touchstone {

/// The request for a motion: what a solver knows of a simulation at its start.
struct MotionRequest {
    const StudyScene& scene;                  ///< outlives the motion
    std::shared_ptr<const Generator> method;  ///< method whose contacts are found
    const StudySettings& settings;            ///< with the scene's own options
    const SolverSettings& solver;             ///< those of this scene and method
    const std::vector<RigidBody>& bodies;     ///< bodies at their start
};

/// The contacts of a step, and the impulses there.
struct StepContacts {
    std::vector<ContactPoint> contacts;
    std::vector<ContactImpulse> impulses;
};

/// The motion of a scene's bodies by one solver, step by step. Solvers keep states of their own
/// kinds between steps, so here a base class stands where a table of functions would not do.
class Mover {
 public:
    virtual ~Mover() = default;

    /// Returns the time from the start in which bodies move before contacts are found, but may pass
    /// others: those are to be looked for at the start, and handed to take_first_look. 0: there is
    /// no need [s].
    virtual double unseen_time(const std::vector<RigidBody>& /*bodies*/) const { return 0.0; }

    /// Changes velocities at the start so that nothing passes through what it meets in that time.
    /// Returns the impulses, one per contact.
    virtual std::vector<ContactImpulse> take_first_look(
        std::vector<RigidBody>& /*bodies*/, const std::vector<ContactPoint>& /*contacts*/) const {
        return {};
    }

    /// Sets the poses at which the contacts of the coming step are found, and the stops on the way
    /// there.
    virtual void begin(const std::vector<RigidBody>& bodies, StepRecord& record) const = 0;

    /// Moves the bodies by one step and fills in the rest of its record, which has number, time,
    /// poses and contacts. `last`: those of the step before, empty at the start. Throws Error for
    /// a step that cannot be taken.
    virtual void take(StepRecord& record, std::vector<RigidBody>& bodies,
                      const StepContacts& last) = 0;

    /// Returns true when it fills in poses and contacts itself; then nothing is found for it.
    virtual bool brings_contacts() const { return false; }

    /// Goes on from the end of a recorded step. Throws Error for one that does not hold what that
    /// takes.
    virtual void resume_after(const StepRecord& /*record*/) {}

    /// Returns the elastic bodies without strain; without bodies when none moves as such.
    virtual ElasticRest elastic_rest() const { return {}; }

    /// Returns what is to be known about the motion so far, in words; empty: nothing.
    virtual std::string warning() const { return {}; }
};

}  // namespace touchstone
