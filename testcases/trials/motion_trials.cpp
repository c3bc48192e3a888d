#include "testcases/trials/motion_trials.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "generators/find_contacts.h"
#include "rigid_solver/proximal/time_step.h"
#include "testcases/motion/contact_facing.h"
#include "testcases/motion/second_look.h"
#include "testcases/trials/trial_bodies.h"
#include "testcases/trials/trial_pushes.h"

namespace touchstone {
namespace {

constexpr double kHop = 1e-4;        // [m]
constexpr int kWayPieces = 16;       // in which a way is looked at
constexpr double kPushShare = 1e-3;  // share of the impulse of the body's weight, for what sweeps
                                     // leave [-]
constexpr double kFrictionSlack = 0.01;  // share of the push [-]
constexpr double kAir = 1e-5;            // [m]
constexpr double kEnergySlack =
    1e-3;                            // share of the energy at the start, for what sweeps leave [-]
constexpr double kSunkShare = 0.01;  // share of the size [-]
constexpr int kRestSteps = 20;       // steps in a row

double kinetic_energy(const RigidBody& body, const Pose& pose, const Vec3& linear,
                      const Vec3& angular) {
    return 0.5 *
           (body.mass * linear.squaredNorm() + angular.dot(world_inertia(body, pose) * angular));
}

/// Returns the energy that contacts added in a step: kinetic, at the poses of the query, after the
/// impulses less before them, forces included.
double contact_gain(std::span<const RigidBody> before, std::span<const RigidBody> after,
                    std::span<const Pose> poses, const SolverSettings& solver) {
    double gain = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i].fixed) {
            continue;
        }
        const BodyState& old = before[i].state;
        const Mat3 inertia = world_inertia(before[i], poses[i]);
        const Vec3& spin = old.angular_velocity;
        const Vec3 free =
            spin + solver.time_step * (inertia.inverse() * -spin.cross(inertia * spin));
        gain += kinetic_energy(before[i], poses[i], after[i].state.linear_velocity,
                               after[i].state.angular_velocity) -
                kinetic_energy(before[i], poses[i],
                               old.linear_velocity + solver.time_step * solver.gravity, free);
    }
    return gain;
}

bool is_at_rest(std::span<const RigidBody> bodies, double size) {
    return std::ranges::all_of(bodies, [&](const RigidBody& body) {
        return body.fixed ||
               body.state.linear_velocity.norm() + size * body.state.angular_velocity.norm() < 1e-4;
    });
}

/// Returns the gap below a body along gravity: to the floor, and to the tops of the other bodies'
/// boxes.
double gap_below(const RandomTrial& trial, std::span<const RigidBody> bodies) {
    // Only on a floor alone, where it is the height.
    double gap = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (!bodies[i].fixed && trial.ground == TrialGround::Floor) {
            gap = std::max(gap, lowest_height(trial.surfaces[i], bodies[i].state.world_from_body));
        }
    }
    return gap;
}

class TrialRun {
 public:
    TrialRun(const RandomTrial& trial, const Generator& generator, const WatchTrial& watch)
        : trial_(trial), generator_(generator), watch_(watch), bodies_(trial.bodies) {
        for (const SurfaceMesh& surface : trial.surfaces) {
            shapes_.push_back(make_facet_shape(surface));
        }
        for (const std::vector<SurfaceMesh>& parts : trial.parts) {
            parts_.push_back(make_hull_parts(parts));
            middles_.push_back(middles_of(parts));
        }
        query_.settings = generator.options.of(Profile::Corrected);
        query_.look_ahead = trial.solver.gap == GapRule::Close;
        query_.acceleration = trial.solver.gravity.norm();
        query_.restitution = trial.solver.restitution;
        const Energy start = energy(bodies_, trial.solver.gravity);
        scale_ = std::max(start.kinetic + std::abs(start.potential), 1e-12);
    }

    TrialOutcome run() {
        look_first();
        int resting = 0;
        while (outcome_.steps < trial_.steps && resting < kRestSteps && !outcome_.fell_through &&
               !outcome_.fell_inside) {
            step();
            resting = is_at_rest(bodies_, trial_.size) ? resting + 1 : 0;
        }
        judge_pushes();
        outcome_.came_to_rest = resting >= kRestSteps;
        if (outcome_.came_to_rest) {
            outcome_.air = gap_below(trial_, bodies_);
            outcome_.in_air = outcome_.air > kAir;
        }
        return outcome_;
    }

 private:
    void look_first() {
        if (!generator_.finds_gaps() || !needs_first_look(bodies_, trial_.solver)) {
            return;
        }
        last_poses_ = body_poses(bodies_);
        way_ = query_time(trial_.solver);
        last_contacts_ = contacts_at(last_poses_, way_, {});
        const StepQuery query = asked(last_contacts_, last_poses_);
        last_impulses_ =
            take_first_look(bodies_, last_contacts_, trial_.solver, facing_times(query));
    }

    /// Returns what a solver may ask about the contacts that were just found at these poses.
    StepQuery asked(std::span<const ContactPoint> contacts, std::span<const Pose> poses) const {
        return {generator_, query_, contacts, poses,
                [this](int body) -> const CollisionShape& { return shapes_[body]; }};
    }

    /// Returns the contacts at these poses, for a step of this time. `last`, `only_with`: see
    /// Query.
    std::vector<ContactPoint> contacts_at(std::span<const Pose> poses, double time,
                                          std::span<const ContactPoint> last,
                                          const std::vector<bool>* only_with = nullptr) {
        std::vector<SceneBody> scene;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            SceneBody body{make_collider(shapes_[i], poses[i]), bodies_[i].fixed};
            body.collider.linear_velocity = bodies_[i].state.linear_velocity;
            body.collider.angular_velocity = bodies_[i].state.angular_velocity;
            scene.push_back(std::move(body));
        }
        query_.time_step = time;
        Query query = query_;
        query.last_contacts = last;
        query.only_with = only_with;
        return find_contacts(scene, generator_, query);
    }

    void step() {
        const std::vector<RigidBody> before = bodies_;
        const std::vector<Pose> poses = query_poses(bodies_, trial_.solver);
        judge_pushes();
        judge_heights(poses);
        std::vector<ContactPoint> contacts =
            contacts_at(poses, trial_.solver.time_step, last_contacts_);
        StepReport report = solve_with_second_look({
            .bodies = bodies_,
            .contacts = contacts,
            .start = carry_impulses(last_contacts_, last_impulses_, contacts),
            .settings = trial_.solver,
            .solve =
                [&](std::span<const ContactImpulse> start) {
                    const StepQuery query = asked(contacts, poses);
                    return touchstone::step(bodies_, poses, contacts, trial_.solver, start,
                                            facing_times(query));
                },
            .asked = [&](std::span<const ContactPoint> found) { return asked(found, poses); },
            .find =
                [&](const std::vector<bool>& turned) {
                    return contacts_at(poses, trial_.solver.time_step, last_contacts_, &turned);
                },
        });
        ++outcome_.steps;
        judge(before, poses, contacts);
        last_contacts_ = std::move(contacts);
        last_impulses_ = std::move(report.impulses);
        last_poses_ = poses;
        way_ = trial_.solver.time_step;
        if (watch_) {
            watch_({outcome_.steps, bodies_, last_contacts_, last_impulses_, depth_,
                    lift_off(bodies_.back(), trial_.surfaces.back(), trial_.solver.gravity)});
        }
    }

    bool slides() const {
        return trial_.motion == TrialMotion::Slide && trial_.ground == TrialGround::Floor;
    }

    /// Returns the impulse with which the floor pushed a body in the last step, as a share of that
    /// of its weight.
    double last_push(int body) const {
        double push = 0.0;
        for (std::size_t k = 0; k < last_impulses_.size(); ++k) {
            const ContactPoint& contact = last_contacts_[k];
            push += contact.body_a == 0 && contact.body_b == body ? last_impulses_[k].normal : 0.0;
        }
        return push / (bodies_[body].mass * trial_.solver.gravity.norm() * trial_.solver.time_step);
    }

    /// Returns how near the floor a body came on its way from the last query to this one.
    double lowest_on_way(int body) const {
        BodyState state = bodies_[body].state;
        state.world_from_body = last_poses_[body];
        double low = std::numeric_limits<double>::infinity();
        for (int i = 0; i <= kWayPieces; ++i) {
            const double time = trial_.solver.time_step * i / kWayPieces;
            low = std::min(low, lowest_height(trial_.surfaces[body], advance(state, time)));
        }
        return low;
    }

    /// Returns a body in a pose, with the velocities that it has now.
    PartsOnWay moving(int body, const Pose& pose) const {
        PartsOnWay result{&parts_[body], bodies_[body].state};
        result.state.world_from_body = pose;
        return result;
    }
    /// Returns a body as it was at the last query, with the velocities that it got there.
    PartsOnWay last_motion(int body) const { return moving(body, last_poses_[body]); }

    /// Returns the least impulse of two bodies that counts as a push [N s].
    double least_push(int body_a, int body_b) const {
        const RigidBody& a = bodies_[body_a];
        const RigidBody& b = bodies_[body_b];
        const double mass = a.fixed ? b.mass : b.fixed ? a.mass : std::min(a.mass, b.mass);
        return kPushShare * mass * trial_.solver.gravity.norm() * trial_.solver.time_step;
    }

    /// Looks at each contact that pushed in the last step by itself.
    void judge_contacts() {
        for (std::size_t k = 0; k < last_impulses_.size(); ++k) {
            const ContactPoint& contact = last_contacts_[k];
            if (contact.separation <= kHop ||
                !(last_impulses_[k].normal > least_push(contact.body_a, contact.body_b))) {
                continue;
            }
            const double apart =
                least_gap_on_way(contact, last_motion(contact.body_a).state,
                                 last_motion(contact.body_b).state, way_, kWayPieces);
            outcome_.early_from = std::max(outcome_.early_from, apart);
        }
        outcome_.pushed_early = outcome_.early_from > kHop;
    }

    /// Looks at what bodies did to each other in the last step. A push is one only of bodies that
    /// touch on their way from query to query.
    void judge_pushes() {
        if (last_poses_.empty()) {
            return;
        }
        judge_contacts();
        for (const PairPush& push : pair_pushes(last_contacts_, last_impulses_)) {
            const double least = least_push(push.body_a, push.body_b);
            if (!(push.normal > least)) {
                continue;
            }
            const double apart = nearest_on_way(last_motion(push.body_a), last_motion(push.body_b),
                                                way_, kWayPieces, kHop);
            outcome_.pushed_from = std::max(outcome_.pushed_from, apart);
            outcome_.pushed_apart = outcome_.pushed_from > kHop;
            const double along = std::hypot(push.on_b.x(), push.on_b.z());
            const double friction = (trial_.solver.friction + kFrictionSlack) * push.on_b.y();
            outcome_.stuck = outcome_.stuck || push.against_itself > least ||
                             (push.body_a == 0 && along > friction + least);
        }
    }

    /// Looks at the height of a body that slides, at the query after the last step. A push of the
    /// floor is one only if the body touches it on the way from query to query. A point that turns
    /// about the body's centre then rises again, by ω² r t² / 2 until the next push can act, and if
    /// ω² r > g on its own.
    void judge_heights(std::span<const Pose> poses) {
        if (!slides() || outcome_.steps == 0) {
            return;
        }
        const int body = static_cast<int>(bodies_.size()) - 1;
        const double height = lowest_height(trial_.surfaces[body], poses[body]);
        const double lift = lift_off(bodies_[body], trial_.surfaces[body], trial_.solver.gravity);
        if (last_push(body) > kPushShare) {
            const double step = trial_.solver.time_step;
            const double turning = lift - trial_.solver.gravity.y();
            const double turned = 0.5 * std::max(0.0, turning) * step * step;
            rises_by_itself_ = lowest_on_way(body) <= kHop && height <= kHop + turned;
        } else {
            rises_by_itself_ = rises_by_itself_ || lift > 0.0;
        }
        outcome_.largest_flight = std::max(outcome_.largest_flight, height);
        if (!rises_by_itself_) {
            outcome_.largest_hop = std::max(outcome_.largest_hop, height);
        }
        outcome_.hopped = outcome_.largest_hop > kHop;
        outcome_.flew = outcome_.largest_flight > kHop && !outcome_.hopped;
    }

    /// Looks at two bodies of which neither is the floor: what is inside another, and overlaps that
    /// have no contact at this query and the one before. Returns true when there is any of these.
    bool judge_pairs(std::span<const Pose> poses, std::span<const ContactPoint> contacts) {
        const int count = static_cast<int>(bodies_.size());
        were_silent_.resize(static_cast<std::size_t>(count) * count, false);
        bool is_any_silent = false;
        for (int i = 1; i < count; ++i) {
            for (int j = i + 1; j < count; ++j) {
                const bool has_contact =
                    std::ranges::any_of(contacts, [&](const ContactPoint& contact) {
                        return std::minmax({contact.body_a, contact.body_b}) == std::pair(i, j);
                    });
                const bool is_silent =
                    !has_contact && overlap(moving(i, poses[i]), moving(j, poses[j]));
                is_any_silent = is_any_silent || (is_silent && were_silent_[i * count + j]);
                were_silent_[i * count + j] = is_silent;
                outcome_.fell_inside =
                    outcome_.fell_inside ||
                    has_middle_inside(middles_[i], poses[i], trial_.parts[j], poses[j]) ||
                    has_middle_inside(middles_[j], poses[j], trial_.parts[i], poses[i]);
            }
        }
        return is_any_silent;
    }

    void judge(std::span<const RigidBody> before, std::span<const Pose> poses,
               std::span<const ContactPoint> contacts) {
        const double gain = contact_gain(before, bodies_, poses, trial_.solver) / scale_;
        outcome_.largest_gain = std::max(outcome_.largest_gain, gain);
        outcome_.gained_energy = outcome_.largest_gain > kEnergySlack;
        bool is_silent = judge_pairs(poses, contacts);
        outcome_.sunk = false;
        depth_ = -std::numeric_limits<double>::infinity();
        for (int i = 0; i < std::ssize(bodies_); ++i) {
            const RigidBody& body = bodies_[i];
            if (body.fixed) {
                continue;
            }
            const Pose& pose = body.state.world_from_body;
            const double center = (pose * body.state.center_of_mass).y();
            outcome_.fell_through = outcome_.fell_through || center < 0.0;
            const double depth = -lowest_height(trial_.surfaces[i], pose);
            outcome_.deepest = std::max(outcome_.deepest, depth);
            depth_ = std::max(depth_, depth);
            outcome_.sunk = outcome_.sunk || depth > kSunkShare * trial_.size;
            const double at_query = -lowest_height(trial_.surfaces[i], poses[i]);
            const bool touches = std::ranges::any_of(contacts, [&](const ContactPoint& contact) {
                return contact.body_a == 0 && contact.body_b == i;
            });
            is_silent = is_silent || (at_query > kSunkShare * trial_.size && !touches);
        }
        outcome_.silent_steps += is_silent ? 1 : 0;
    }

    const RandomTrial& trial_;
    const Generator& generator_;
    const WatchTrial& watch_;
    std::vector<RigidBody> bodies_;
    std::vector<CollisionShape> shapes_;
    std::vector<HullParts> parts_;            ///< convex parts of each body
    std::vector<std::vector<Vec3>> middles_;  ///< middles of these, body frame
    Query query_;
    std::vector<ContactPoint> last_contacts_;
    std::vector<ContactImpulse> last_impulses_;
    double scale_ = 1.0;             ///< energy that there is [J]
    double depth_ = 0.0;             ///< of the deepest body in the floor now [m]
    bool rises_by_itself_ = false;   ///< true: what a body that slides rises by is its turning
    std::vector<Pose> last_poses_;   ///< poses of the last query; empty: there was none
    double way_ = 0.0;               ///< time from the last query to the next one [s]
    std::vector<bool> were_silent_;  ///< of each pair: overlapped without a contact at that query
    TrialOutcome outcome_;
};

}  // namespace

double lift_off(const RigidBody& body, const SurfaceMesh& surface, const Vec3& gravity) {
    const Pose& pose = body.state.world_from_body;
    const auto height = [&](const Vec3& vertex) { return (pose * vertex).y(); };
    const Vec3 vertex = *std::ranges::min_element(surface.vertices, {}, height);
    const Vec3 arm = pose * vertex - pose * body.state.center_of_mass;
    const Vec3& spin = body.state.angular_velocity;
    const Mat3 inertia = world_inertia(body, pose);
    const Vec3 change = -inertia.inverse() * spin.cross(inertia * spin);
    return (gravity + change.cross(arm) + spin.cross(spin.cross(arm))).y();
}

TrialOutcome run_motion_trial(const RandomTrial& trial, const Generator& generator,
                              const WatchTrial& watch) {
    return TrialRun(trial, generator, watch).run();
}

void add_outcome(TrialCounts& counts, const TrialOutcome& outcome) {
    ++counts.trials;
    counts.fell_through += outcome.fell_through ? 1 : 0;
    counts.fell_inside += outcome.fell_inside ? 1 : 0;
    counts.hopped += outcome.hopped ? 1 : 0;
    counts.pushed_apart += outcome.pushed_apart ? 1 : 0;
    counts.pushed_early += outcome.pushed_early ? 1 : 0;
    counts.stuck += outcome.stuck ? 1 : 0;
    counts.flew += outcome.flew ? 1 : 0;
    counts.gained_energy += outcome.gained_energy ? 1 : 0;
    counts.in_air += outcome.in_air ? 1 : 0;
    counts.sunk += outcome.sunk ? 1 : 0;
    counts.silent += outcome.silent_steps > 0 ? 1 : 0;
    counts.came_to_rest += outcome.came_to_rest ? 1 : 0;
}

}  // namespace touchstone
