#include "rigid_solver/proximal/rest.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

#include "rigid_solver/body_groups.h"
#include "rigid_solver/proximal/contact_pairs.h"
#include "rigid_solver/proximal/sweep/contact_rows.h"
#include "rigid_solver/proximal/sweep/pair_order.h"

namespace touchstone {
namespace {

using Rows = DiagonalRows<3>;
using Lambda = RowValues<Rows::kRows>;

// Sine of the angle to the vertical up to which the normals of a pair, taken together, hold
// nothing.
constexpr double kUpright = 1e-6;

// Sweeps over the contacts below one body, and the share of the largest impulse that they may still
// change by when they end.
constexpr int kMostSweepsBelow = 1000;
constexpr double kSettled = 1e-14;

// Largest share of an impulse that counts as an error of the sweeps, however coarse their
// tolerance: what less would move, moves.
constexpr double kMostRest = 1e-8;

bool is_at_rest(const SolveBody& body) {
    return body.linear_velocity.isZero(0.0) && body.angular_velocity.isZero(0.0);
}

Vec6 free_motion(const SolveBody& body) {
    Vec6 motion;
    motion << body.linear_free, body.angular_free;
    return motion;
}

/// Returns 2 m E of a body that can move, with its kinetic energy E, at a motion (v, ω).
double momentum_squared(const SolveBody& body, const Mat3& inertia, const Vec6& motion) {
    const double mass = 1.0 / body.inverse_mass;
    const Vec3 angular = motion.tail<3>();
    return mass * (mass * motion.head<3>().squaredNorm() + angular.dot(inertia * angular));
}

/// A pair of a body with one that it lies on, the latter immovable.
struct Support {
    ContactPair pair;                 ///< bodies 0 and 1: those of `bodies`
    std::array<SolveBody, 2> bodies;  ///< A and B
    std::vector<Rows> rows;           ///< one per contact
    std::vector<Lambda> impulses;     ///< likewise

    /// Sweeps over the contacts once. `motions`: of A and B, brought up to date. Returns the
    /// largest change of an impulse and the largest impulse.
    SweepResult sweep(std::array<Vec6, 2>& motions, double friction) {
        SweepResult result;
        Vec6 twist = relative_twist(pair, motions[0].head<3>(), motions[0].tail<3>(),
                                    motions[1].head<3>(), motions[1].tail<3>());
        Vec6 wrench = Vec6::Zero();
        for (std::size_t k = 0; k < rows.size(); ++k) {
            const Lambda after = nearest_admissible(rows[k].stepped(impulses[k], twist), friction);
            for (int i = 0; i < Rows::kRows; ++i) {
                const double change = after[i] - impulses[k][i];
                twist += change * rows[k].response.col(i);
                wrench += change * rows[k].jacobian.col(i);
                result.residual = std::max(result.residual, std::abs(change));
                result.largest = std::max(result.largest, std::abs(after[i]));
            }
            impulses[k] = after;
        }
        apply_wrench(pair, bodies, wrench, motions);
        return result;
    }

    /// Returns the wrench of all impulses at the pair's origin.
    Vec6 wrench() const {
        Vec6 sum = Vec6::Zero();
        for (std::size_t k = 0; k < rows.size(); ++k) {
            for (int i = 0; i < Rows::kRows; ++i) {
                sum += impulses[k][i] * rows[k].jacobian.col(i);
            }
        }
        return sum;
    }
};

/// Holds bodies at rest from the top down.
class TopDown {
 public:
    TopDown(std::span<const SolveBody> bodies, std::span<const ContactPoint> contacts,
            const SolverSettings& settings)
        : bodies_(bodies),
          contacts_(contacts),
          settings_(settings),
          up_(-settings.gravity.normalized()),
          pairs_(contact_pairs(bodies, contacts)),
          groups_(static_cast<int>(bodies.size())),
          below_(bodies.size()),
          unheld_(bodies.size(), 0),
          is_held_(bodies.size(), true),
          loads_(bodies.size(), Vec6::Zero()),
          impulses_(contacts.size()) {
        // Each contact is settled by itself, whatever the rule for all of them together.
        settings_.r_strategy = RStrategy::Local;
        for (int body = 0; body < std::ssize(bodies_); ++body) {
            is_held_[body] = !can_move(bodies_[body]) || !is_at_rest(bodies_[body]);
        }
        for (int p = 0; p < std::ssize(pairs_); ++p) {
            const int upper = upper_of(pairs_[p]);
            if (upper < 0 || is_held_[upper] || !is_reached(pairs_[p], upper)) {
                continue;
            }
            const int lower = other_of(pairs_[p], upper);
            if (!is_held_[lower]) {
                groups_.join(upper, lower);
            } else if (can_move(bodies_[lower])) {
                continue;  // what moves holds nothing that rests
            }
            below_[upper].push_back(p);
            ++unheld_[lower];
        }
    }

    /// Returns the impulses of all contacts.
    std::vector<ContactImpulse> run() {
        for (int body = 0; body < std::ssize(bodies_); ++body) {
            add_if_ready(body);
        }
        hold_ready();
        std::vector<int> by_height(bodies_.size());
        std::iota(by_height.begin(), by_height.end(), 0);
        std::ranges::stable_sort(by_height, std::ranges::greater(),
                                 [&](int body) { return up_.dot(bodies_[body].center_of_mass); });
        for (const int body : by_height) {
            if (!is_held_[body]) {
                ready_.push(body);
                hold_ready();
            }
        }
        drop_what_speeds_up();
        return std::move(impulses_);
    }

 private:
    static int other_of(const ContactPair& pair, int body) {
        return pair.body_a == body ? pair.body_b : pair.body_a;
    }

    /// Returns which body of a pair lies on the other; -1 where none does.
    int upper_of(const ContactPair& pair) const {
        double lift = 0.0;
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            lift += up_.dot(contacts_[k].normal);
        }
        if (std::abs(lift) <= kUpright * pair.count) {
            return -1;
        }
        return lift > 0.0 ? pair.body_b : pair.body_a;
    }

    /// Returns true when a body that falls freely comes to a contact of a pair within the step.
    bool is_reached(const ContactPair& pair, int upper) const {
        if (settings_.gap != GapRule::Close) {
            return true;
        }
        const double sign = pair.body_b == upper ? 1.0 : -1.0;
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            const double fall = -sign * contacts_[k].normal.dot(bodies_[upper].linear_free);
            if (contacts_[k].separation <= settings_.time_step * fall) {
                return true;
            }
        }
        return false;
    }

    void add_if_ready(int body) {
        if (unheld_[body] == 0 && !is_held_[body]) {
            ready_.push(body);
        }
    }

    /// Holds what nothing lies on any more, and then what is free by that.
    void hold_ready() {
        while (!ready_.empty()) {
            const int body = ready_.top();
            ready_.pop();
            hold(body);
            for (const int p : below_[body]) {
                const int lower = other_of(pairs_[p], body);
                --unheld_[lower];
                add_if_ready(lower);
            }
        }
    }

    Support support_of(const ContactPair& pair, int body) const;
    void hold(int body);
    void drop_what_speeds_up();

    std::span<const SolveBody> bodies_;
    std::span<const ContactPoint> contacts_;
    SolverSettings settings_;
    Vec3 up_;
    std::vector<ContactPair> pairs_;
    BodyGroups groups_;                    ///< bodies at rest that lie on each other
    std::vector<std::vector<int>> below_;  ///< by body: its pairs with what it lies on
    std::vector<int> unheld_;    ///< by body: number of pairs with what lies on it, and is to be
                                 ///< held yet
    std::vector<bool> is_held_;  ///< by body: it is, or need not be
    std::priority_queue<int, std::vector<int>, std::greater<>> ready_;  ///< bodies to hold next
    std::vector<Vec6> loads_;  ///< by body: change of its motion by the impulses found
    std::vector<ContactImpulse> impulses_;
};

/// Returns the contacts of a body with what it lies on, without impulses.
Support TopDown::support_of(const ContactPair& pair, int body) const {
    Support support{.pair = pair, .bodies = {}, .rows = {}, .impulses = {}};
    support.pair.body_a = 0;
    support.pair.body_b = 1;
    support.bodies[pair.body_a == body ? 0 : 1] = bodies_[body];
    const Mat6 mobility = pair_mobility(support.pair, support.bodies);
    support.rows.reserve(pair.count);
    for (int k = pair.first; k < pair.first + pair.count; ++k) {
        const ContactPoint& contact = contacts_[k];
        Rows& rows = support.rows.emplace_back();
        rows.set_jacobian(contact_frame(contact.normal), contact.position - pair.origin, mobility);
        rows.set_step_length(settings_);
        if (settings_.gap == GapRule::Close) {
            rows.b[0] = std::max(0.0, contact.separation) / settings_.time_step;
        }
    }
    support.impulses.resize(support.rows.size());
    return support;
}

/// Finds the impulses of the contacts below a body, and hands them on to what is there.
void TopDown::hold(int body) {
    is_held_[body] = true;
    std::vector<Support> supports;
    supports.reserve(below_[body].size());
    for (const int p : below_[body]) {
        supports.push_back(support_of(pairs_[p], body));
    }
    Vec6 motion = free_motion(bodies_[body]) + loads_[body];
    for (int i = 0; i < kMostSweepsBelow; ++i) {
        SweepResult all;
        for (Support& support : supports) {
            const int place = can_move(support.bodies[0]) ? 0 : 1;
            std::array<Vec6, 2> motions{Vec6::Zero(), Vec6::Zero()};
            motions[place] = motion;
            const SweepResult each = support.sweep(motions, settings_.friction);
            motion = motions[place];
            all.residual = std::max(all.residual, each.residual);
            all.largest = std::max(all.largest, each.largest);
        }
        if (!(all.residual > kSettled * all.largest)) {
            break;
        }
    }
    for (std::size_t s = 0; s < supports.size(); ++s) {
        const ContactPair& pair = pairs_[below_[body][s]];
        apply_wrench(pair, bodies_, supports[s].wrench(), loads_);
        for (int j = 0; j < pair.count; ++j) {
            const Lambda& lambda = supports[s].impulses[j];
            impulses_[pair.first + j] = {lambda[0], lambda[1], lambda[2], 0.0};
        }
    }
}

/// Drops the impulses of groups that are faster with them than without: those that nothing
/// immovable bears, or that fall apart.
void TopDown::drop_what_speeds_up() {
    std::vector<double> gain(bodies_.size(), 0.0);
    for (int body = 0; body < std::ssize(bodies_); ++body) {
        const SolveBody& each = bodies_[body];
        if (!can_move(each) || loads_[body].isZero(0.0)) {
            continue;
        }
        const Mat3 inertia = each.inverse_inertia.inverse();
        const Vec6 free = free_motion(each);
        gain[body] = each.inverse_mass * (momentum_squared(each, inertia, free + loads_[body]) -
                                          momentum_squared(each, inertia, free));
    }
    const std::vector<double> gains = groups_.sums(gain);
    for (const ContactPair& pair : pairs_) {
        const int mover = can_move(bodies_[pair.body_a]) ? pair.body_a : pair.body_b;
        if (!(gains[groups_.first_of(mover)] < 0.0)) {
            std::fill_n(impulses_.begin() + pair.first, pair.count, ContactImpulse{});
        }
    }
}

}  // namespace

std::vector<ContactImpulse> resting_impulses(std::span<const SolveBody> bodies,
                                             std::span<const ContactPoint> contacts,
                                             const SolverSettings& settings) {
    if (settings.gravity.isZero(0.0) || std::ranges::none_of(bodies, [](const SolveBody& body) {
            return can_move(body) && is_at_rest(body);
        })) {
        return std::vector<ContactImpulse>(contacts.size());
    }
    return TopDown(bodies, contacts, settings).run();
}

std::vector<bool> resting_bodies(std::span<const SolveBody> bodies,
                                 std::span<const ContactPoint> contacts, const SolveResult& found,
                                 const SolverSettings& settings) {
    std::vector<bool> rests(bodies.size(), false);
    if (found.report.stop != StopReason::Stagnation) {
        return rests;
    }
    std::vector<double> largest(bodies.size(), 0.0);
    BodyGroups pushed(static_cast<int>(bodies.size()));
    for (int k = 0; k < std::ssize(contacts); ++k) {
        const int a = contacts[k].body_a;
        const int b = contacts[k].body_b;
        const double impulse = found.impulses[k].normal;
        largest[a] = std::max(largest[a], impulse);
        largest[b] = std::max(largest[b], impulse);
        if (impulse > 0.0 && can_move(bodies[a]) && can_move(bodies[b])) {
            pushed.join(a, b);
        }
    }
    const double share = std::min(settings.stagnation_tolerance, kMostRest);
    rests.assign(bodies.size(), true);
    for (int body = 0; body < std::ssize(bodies); ++body) {
        const SolveBody& each = bodies[body];
        const int group = pushed.first_of(body);
        if (!can_move(each) || !rests[group]) {
            continue;
        }
        Vec6 before;
        before << each.linear_velocity, each.angular_velocity;
        Vec6 after = before + free_motion(each);
        after.head<3>() += found.linear_change[body];
        after.tail<3>() += found.angular_change[body];
        const double resolved = share * largest[body];
        // Most of what moves is told by its way alone, without its inertia.
        const double slow = resolved * each.inverse_mass;
        if (!(before.head<3>().norm() <= slow && after.head<3>().norm() <= slow)) {
            rests[group] = false;
            continue;
        }
        const Mat3 inertia = each.inverse_inertia.inverse();
        const double most = resolved * resolved;
        rests[group] = momentum_squared(each, inertia, before) <= most &&
                       momentum_squared(each, inertia, after) <= most;
    }
    for (int body = 0; body < std::ssize(bodies); ++body) {
        rests[body] = can_move(bodies[body]) && rests[pushed.first_of(body)];
    }
    return rests;
}

}  // namespace touchstone
