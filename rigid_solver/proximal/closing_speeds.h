#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "rigid_solver/body_groups.h"
#include "rigid_solver/proximal/contact_pairs.h"
#include "rigid_solver/proximal/contact_solve.h"
#include "rigid_solver/proximal/curved_step.h"
#include "rigid_solver/proximal/gap_closing.h"
#include "rigid_solver/proximal/solver_settings.h"
#include "rigid_solver/proximal/sweep/pair_order.h"

namespace touchstone {

/// The speeds of approach that contacts are allowed in a step (see gap_closing.h), at most 0 where
/// they touch, and the motion that they are for: first that before the impulses, then those which
/// sweeps find. What a speed brings about may ask for another speed on the other side, and so on
/// for ever: from the second answer on the secant of the last two tells where given and due are the
/// same. Contacts that take turns in acting move each other's secants: where they have not agreed
/// after a few answers each goes half as far as before whenever its way turns.
///
/// Bodies that touch are never asked to part faster than they came together before the step:
/// turning then adds no energy, and a plate that turns between two tips is not driven off both of
/// them at once, which no impulse could.
///
/// Where features pass beside each other at the motion found the speed rises, up to one at which
/// the contact does not act. Then they may meet after all: what held the body back was what led it
/// past. Between a speed at which they pass and one at which they meet lies one at which they just
/// touch, which is looked for by halving.
///
/// Bodies on which nothing else acts do not push each other where no contact between them closes
/// its gap as they move without impulses: they fly past each other.
class ClosingSpeeds {
 public:
    /// All arguments must outlive the object.
    ClosingSpeeds(std::span<const SolveBody> bodies, std::span<const ContactPoint> contacts,
                  CurvatureRates rates, const SolverSettings& settings, const FacingTimes& facing);

    /// Returns the addition of restitution and a gap that is to close to b_n, at the motion before
    /// the impulses [m/s]. `approach`: velocity along the normal before the step [m/s]. Contacts
    /// with a gap bounce only if they close it in the step as bodies move without impulses.
    double first(int contact, double approach);

    /// Sets the speeds to those of the motion found. An impact may stop the turning that the gap
    /// was closed for: a box that tips onto its side would sink into the floor. Or it lets a body
    /// turn faster: a corner would be stopped above the floor. Returns true when any speed changed
    /// by a share that matters. `may_rise`: false for the last look, after which no speed rises.
    template <typename Sweep>
    bool renew(std::span<const ContactPair> pairs, Sweep& sweep, bool may_rise);

    /// Asks no contact any more to part bodies for their turning where those that push each other
    /// have gained energy by it: one contact that parts its bodies no faster than they came
    /// together gains none, several of one body may. Returns true where there are such.
    template <typename Sweep>
    bool take_back_gains(std::span<const ContactPair> pairs, Sweep& sweep);

    /// Returns true where bodies that push each other, none of which bounces, have more energy than
    /// before the step and than without impulses: an error of sweeps that have not settled.
    template <typename Sweep>
    bool have_gained(std::span<const ContactPair> pairs, Sweep& sweep);

    std::span<const ContactPoint> contacts() const { return contacts_; }

    /// Returns the number of contacts whose features were seen to pass beside each other.
    int passing_count() const;

 private:
    static constexpr double kShare = 2e-4;  ///< change that matters, of the speed [-]

    /// The speeds between which features that pass beside each other begin to meet.
    struct Bracket {
        bool is_open = false;  ///< true: they were seen to pass
        double low = 0.0;      ///< largest speed known at which they pass, or more is allowed [m/s]
        double high = std::numeric_limits<double>::infinity();  ///< least at which they meet [m/s]
    };

    /// A speed that a contact was allowed, and the one that the motion found with it asks for.
    struct Answer {
        double given = kUnset;  ///< [m/s]
        double due = kUnset;    ///< [m/s]
        double share = 1.0;     ///< share of the way from given to due that was gone last [-]
    };

    /// Returns the speed to go on with [m/s]. `approach` as in `first`, `found`: speed of approach
    /// at the motions found [m/s].
    double next(int contact, double approach, double found, bool acts);
    double next_by_secant(int contact, double due);
    /// Returns the speed at which a contact does not act, of bodies that fly past each other [m/s].
    double pass(int contact, double found, bool acts);
    double allowed(int contact, double approach) const;
    /// Returns the speed that bodies which touch are allowed in the first part of the step [m/s].
    double allowed_of_touching(int contact, double approach, double time) const;
    bool is_gap(int contact) const;
    void find_held();
    void set_motions(std::span<const Vec6> changes);

    /// Returns true for a contact whose bodies touch, or meet there in the step as they move
    /// without impulses.
    bool meets_freely(int contact) const;
    bool any_meets_freely(int pair, std::span<const ContactPair> pairs);
    /// Counts the pairs with contacts that act on each body.
    template <typename Sweep>
    void count_acting(std::span<const ContactPair> pairs, Sweep& sweep);
    /// Returns true for a pair that meets nowhere without impulses, and nothing else acts on it.
    template <typename Sweep>
    bool flies_past(int pair, std::span<const ContactPair> pairs, Sweep& sweep);
    double free_speed(int contact, double found) const;
    bool is_to_part(int contact) const { return allowed_[contact] < 0.0 && !bounces_[contact]; }
    /// Returns a body of a pair that can move.
    int mover_of(const ContactPair& pair) const {
        return can_move(bodies_[pair.body_a]) ? pair.body_a : pair.body_b;
    }
    /// Returns the groups of bodies that push each other, fixed ones aside.
    template <typename Sweep>
    BodyGroups pushing_groups(std::span<const ContactPair> pairs, Sweep& sweep) const;
    /// Returns by how much the energy of each group is more than before the step and than without
    /// impulses, at the first body of the group [J].
    std::vector<double> energy_gains(const BodyGroups& groups) const;

    std::span<const SolveBody> bodies_;
    std::span<const ContactPoint> contacts_;
    CurvatureRates rates_;
    const SolverSettings& settings_;
    const FacingTimes& facing_;
    std::vector<StepMotion> motions_;
    std::vector<StepMotion> free_motions_;  ///< without impulses
    std::vector<std::uint8_t> bounces_;     ///< one per contact; bytes, since threads write them
    std::vector<std::uint8_t> held_;        ///< true: touches, as does another from opposite; may
                                            ///< be empty
    std::vector<int> acting_pairs_;         ///< pairs with contacts that act, one per body
    std::vector<std::optional<bool>> meet_freely_;  ///< one per pair, as far as asked
    std::vector<double> allowed_;
    std::vector<Answer> answers_;    ///< last ones, one per contact
    std::vector<Bracket> brackets_;  ///< one per contact; none without facing_
    double least_change_ = 0.0;      ///< change that matters: bodies at rest are left alone [m/s]
    int looks_ = 0;                  ///< calls of renew
    bool is_last_look_ = false;      ///< true: nothing looks at what the next speeds bring about
};

template <typename Sweep>
void ClosingSpeeds::count_acting(std::span<const ContactPair> pairs, Sweep& sweep) {
    std::ranges::fill(acting_pairs_, 0);
    for (const ContactPair& pair : pairs) {
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            if (sweep.lambda(k)[0] > 0.0) {
                ++acting_pairs_[pair.body_a];
                ++acting_pairs_[pair.body_b];
                break;
            }
        }
    }
}

template <typename Sweep>
bool ClosingSpeeds::flies_past(int pair, std::span<const ContactPair> pairs, Sweep& sweep) {
    const ContactPair& bodies = pairs[pair];
    bool acts = false;
    bool touches = false;
    for (int k = bodies.first; k < bodies.first + bodies.count; ++k) {
        acts = acts || sweep.lambda(k)[0] > 0.0;
        touches = touches || contacts_[k].separation <= 0.0;
    }
    const auto is_alone = [&](int body) {
        return bodies_[body].inverse_mass == 0.0 || acting_pairs_[body] == (acts ? 1 : 0);
    };
    const bool was_asked = meet_freely_[pair].has_value();
    return (acts || was_asked) && !touches && is_alone(bodies.body_a) && is_alone(bodies.body_b) &&
           !any_meets_freely(pair, pairs);
}

template <typename Sweep>
bool ClosingSpeeds::renew(std::span<const ContactPair> pairs, Sweep& sweep, bool may_rise) {
    is_last_look_ = !may_rise;
    ++looks_;
    set_motions(sweep.velocity_change());
    if (facing_) {
        meet_freely_.resize(pairs.size());
        count_acting(pairs, sweep);
    }
    bool any = false;
    for (int p = 0; p < std::ssize(pairs); ++p) {
        const ContactPair& pair = pairs[p];
        const bool is_past = facing_ && flies_past(p, pairs, sweep);
        const SolveBody& a = bodies_[pair.body_a];
        const SolveBody& b = bodies_[pair.body_b];
        const Vec6 velocity = relative_twist(pair, a.linear_velocity, a.angular_velocity,
                                             b.linear_velocity, b.angular_velocity);
        const StepMotion& moved_a = motions_[pair.body_a];
        const StepMotion& moved_b = motions_[pair.body_b];
        const Vec6 found = relative_twist(pair, moved_a.linear_velocity, moved_a.angular_velocity,
                                          moved_b.linear_velocity, moved_b.angular_velocity);
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            if (!is_gap(k)) {
                continue;
            }
            auto rows = sweep.rows(k);
            const Vec6 normal_row = rows.jacobian.col(0);
            const bool acts = sweep.lambda(k)[0] > 0.0;
            const double before = allowed_[k];
            const double now =
                is_past ? pass(k, -normal_row.dot(found), acts)
                        : next(k, normal_row.dot(velocity), -normal_row.dot(found), acts);
            const double least =
                std::max(least_change_, kShare * std::max(std::abs(now), std::abs(before)));
            // Between passing and meeting even the least change matters, to end where they pass.
            const bool matters = std::abs(now - before) > least ||
                                 (!may_rise && !brackets_.empty() && brackets_[k].is_open);
            if (now < before ? matters : (may_rise || is_past) && now - before > least) {
                rows.b[0] += now - before;
                sweep.set_rows(k, rows);
                allowed_[k] = now;
                // One that does not act calls for no sweeps by what more it is allowed.
                any = any || now < before || acts;
            }
        }
    }
    return any;
}

template <typename Sweep>
BodyGroups ClosingSpeeds::pushing_groups(std::span<const ContactPair> pairs, Sweep& sweep) const {
    BodyGroups groups(static_cast<int>(bodies_.size()));
    for (const ContactPair& pair : pairs) {
        bool pushes = can_move(bodies_[pair.body_a]) && can_move(bodies_[pair.body_b]);
        for (int k = pair.first; pushes && k < pair.first + pair.count; ++k) {
            if (sweep.lambda(k)[0] > 0.0) {
                groups.join(pair.body_a, pair.body_b);
                pushes = false;
            }
        }
    }
    return groups;
}

template <typename Sweep>
bool ClosingSpeeds::take_back_gains(std::span<const ContactPair> pairs, Sweep& sweep) {
    bool any_parts = false;
    for (int k = 0; !any_parts && k < std::ssize(contacts_); ++k) {
        any_parts = is_to_part(k) && sweep.lambda(k)[0] > 0.0;
    }
    if (!any_parts) {
        return false;
    }
    const BodyGroups groups = pushing_groups(pairs, sweep);
    set_motions(sweep.velocity_change());
    const std::vector<double> gains = energy_gains(groups);
    bool any = false;
    for (const ContactPair& pair : pairs) {
        if (!(gains[groups.first_of(mover_of(pair))] > 0.0)) {
            continue;
        }
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            if (is_to_part(k)) {
                auto rows = sweep.rows(k);
                rows.b[0] -= allowed_[k];
                sweep.set_rows(k, rows);
                allowed_[k] = 0.0;
                any = true;
            }
        }
    }
    return any;
}

template <typename Sweep>
bool ClosingSpeeds::have_gained(std::span<const ContactPair> pairs, Sweep& sweep) {
    const BodyGroups groups = pushing_groups(pairs, sweep);
    set_motions(sweep.velocity_change());
    std::vector<double> gains = energy_gains(groups);
    for (const ContactPair& pair : pairs) {
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            if (bounces_[k]) {
                gains[groups.first_of(mover_of(pair))] = 0.0;
            }
        }
    }
    return std::ranges::any_of(gains, [](double gain) { return gain > 0.0; });
}

}  // namespace touchstone
