#pragma once

#include <memory>
#include <span>
#include <vector>

#include "testcases/motion/contact_facing.h"
#include "testcases/motion/motion_bound.h"
#include "testcases/motion/mover.h"

namespace touchstone {

/// A scene in motion by the proximal solver: impulses at contacts that are found at the poses of a
/// step's query, and where solver.step_bound says so, no farther than to where bodies meet.
class ProximalMotion : public Mover {
 public:
    /// Throws UsageError for settings of the solver that exclude each other.
    explicit ProximalMotion(const MotionRequest& request);

    double unseen_time(const std::vector<RigidBody>& bodies) const override;
    std::vector<ContactImpulse> take_first_look(
        std::vector<RigidBody>& bodies, const std::vector<ContactPoint>& contacts) const override;
    void begin(const std::vector<RigidBody>& bodies, StepRecord& record) const override;
    void take(StepRecord& record, std::vector<RigidBody>& bodies,
              const StepContacts& last) override;

 private:
    void bound_query_poses(const std::vector<RigidBody>& bodies, StepRecord& record) const;
    StepQuery asked(std::span<const ContactPoint> contacts, std::span<const Pose> poses,
                    double time) const;
    StepReport solve(const StepRecord& record, std::vector<RigidBody>& bodies,
                     std::span<const ContactImpulse> start) const;
    std::vector<ContactPoint> contacts_again(const StepRecord& record,
                                             const std::vector<RigidBody>& bodies,
                                             const StepContacts& last,
                                             const std::vector<bool>& turned) const;
    StepReport move_bodies(StepRecord& record, std::vector<RigidBody>& bodies,
                           const StepContacts& last) const;

    const StudyScene* scene_;
    std::shared_ptr<const Generator> method_;
    MethodSettings method_settings_;
    SolverSettings solver_;
    std::shared_ptr<const MotionBound> bound_;  ///< null: motions are not bounded
};

/// Starts one.
std::shared_ptr<Mover> make_proximal_motion(const MotionRequest& request);

}  // namespace touchstone
