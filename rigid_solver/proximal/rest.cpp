#include "rigid_solver/proximal/rest.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

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
constexpr int kMostSweeps = 1000;
constexpr double kSettled = 1e-15;

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

/// Holds bodies from the top down.
class TopDown {
 public:
    TopDown(std::span<const SolveBody> bodies, std::span<const ContactPoint> contacts,
            const SolverSettings& settings)
        : bodies_(bodies),
          contacts_(contacts),
          settings_(settings),
          up_(-settings.gravity.normalized()),
          pairs_(contact_pairs(bodies, contacts)),
          below_(bodies.size()),
          unheld_(bodies.size(), 0),
          is_held_(bodies.size(), false),
          loads_(bodies.size(), Vec6::Zero()),
          impulses_(contacts.size()) {
        for (int p = 0; p < std::ssize(pairs_); ++p) {
            const int upper = upper_of(pairs_[p]);
            if (upper >= 0 && can_move(bodies_[upper])) {
                below_[upper].push_back(p);
                ++unheld_[other_of(pairs_[p], upper)];
            }
        }
    }

    /// Returns the impulses of all contacts.
    std::vector<ContactImpulse> run() {
        std::vector<int> by_height(bodies_.size());
        std::iota(by_height.begin(), by_height.end(), 0);
        std::ranges::stable_sort(by_height, std::ranges::greater(),
                                 [&](int body) { return up_.dot(bodies_[body].center_of_mass); });
        for (int body = 0; body < std::ssize(bodies_); ++body) {
            add_if_ready(body);
        }
        hold_ready();
        for (const int body : by_height) {
            if (can_move(bodies_[body]) && !is_held_[body]) {
                ready_.push(body);
                hold_ready();
            }
        }
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

    /// Returns the contacts of a body with what it lies on, without impulses.
    Support support_of(const ContactPair& pair, int body) const {
        Support support{.pair = pair, .bodies = {}, .rows = {}, .impulses = {}};
        support.pair.body_a = 0;
        support.pair.body_b = 1;
        support.bodies[pair.body_a == body ? 0 : 1] = bodies_[body];
        const Mat6 mobility = pair_mobility(support.pair, support.bodies);
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            const ContactPoint& contact = contacts_[k];
            Rows& rows = support.rows.emplace_back();
            rows.set_jacobian(contact_frame(contact.normal), contact.position - pair.origin,
                              mobility);
            rows.set_step_length(settings_);
            if (settings_.gap == GapRule::Close) {
                rows.b[0] = std::max(0.0, contact.separation) / settings_.time_step;
            }
        }
        support.impulses.resize(support.rows.size());
        return support;
    }

    void add_if_ready(int body) {
        if (unheld_[body] == 0 && can_move(bodies_[body]) && !is_held_[body]) {
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

    /// Finds the impulses of the contacts below a body, and hands them on to what is there.
    void hold(int body);

    std::span<const SolveBody> bodies_;
    std::span<const ContactPoint> contacts_;
    const SolverSettings& settings_;
    Vec3 up_;
    std::vector<ContactPair> pairs_;
    std::vector<std::vector<int>> below_;  ///< by body: its pairs with what it lies on
    std::vector<int> unheld_;  ///< by body: number of pairs with what lies on it, and is
                               ///< not held yet
    std::vector<bool> is_held_;
    std::priority_queue<int, std::vector<int>, std::greater<>> ready_;  ///< bodies to hold next
    std::vector<Vec6> loads_;  ///< by body: change of its velocity by what lies on it
    std::vector<ContactImpulse> impulses_;
};

void TopDown::hold(int body) {
    is_held_[body] = true;
    std::vector<Support> supports;
    for (const int p : below_[body]) {
        supports.push_back(support_of(pairs_[p], body));
    }
    Vec6 motion;
    motion << bodies_[body].linear_free, bodies_[body].angular_free;
    motion += loads_[body];
    for (int i = 0; i < kMostSweeps; ++i) {
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

/// Returns √(2 m E) of a body that can move, with its kinetic energy E [kg m/s].
double momentum_size(const SolveBody& body, const Mat3& inertia, const Vec3& linear,
                     const Vec3& angular) {
    const double mass = 1.0 / body.inverse_mass;
    return std::sqrt(mass * (mass * linear.squaredNorm() + angular.dot(inertia * angular)));
}

/// Bodies that push each other, each with a representative.
class PushedBodies {
 public:
    explicit PushedBodies(std::size_t count) : next_(count) {
        std::iota(next_.begin(), next_.end(), 0);
    }
    int representative(int body) {
        while (next_[body] != body) {
            next_[body] = next_[next_[body]];
            body = next_[body];
        }
        return body;
    }
    void join(int a, int b) {
        a = representative(a);
        b = representative(b);
        next_[std::max(a, b)] = std::min(a, b);
    }

 private:
    std::vector<int> next_;  ///< by body: another of the same, nearer to the representative
};

}  // namespace

std::vector<ContactImpulse> resting_impulses(std::span<const SolveBody> bodies,
                                             std::span<const ContactPoint> contacts,
                                             const SolverSettings& settings) {
    if (settings.gravity.isZero(0.0)) {
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
    PushedBodies pushed(bodies.size());
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
    rests.assign(bodies.size(), true);
    for (int body = 0; body < std::ssize(bodies); ++body) {
        const SolveBody& each = bodies[body];
        if (!can_move(each)) {
            continue;
        }
        const Mat3 inertia = each.inverse_inertia.inverse();
        const double resolved = settings.stagnation_tolerance * largest[body];
        const Vec3 linear = each.linear_velocity + each.linear_free + found.linear_change[body];
        const Vec3 angular = each.angular_velocity + each.angular_free + found.angular_change[body];
        const double before =
            momentum_size(each, inertia, each.linear_velocity, each.angular_velocity);
        const double after = momentum_size(each, inertia, linear, angular);
        if (!(before <= resolved && after <= resolved)) {
            rests[pushed.representative(body)] = false;
        }
    }
    for (int body = 0; body < std::ssize(bodies); ++body) {
        rests[body] = can_move(bodies[body]) && rests[pushed.representative(body)];
    }
    return rests;
}

}  // namespace touchstone
