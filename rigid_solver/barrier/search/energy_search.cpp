#include "rigid_solver/barrier/search/energy_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rigid_solver/barrier/search/lagged_pairs.h"
#include "rigid_solver/barrier/search/newton_loop.h"
#include "rigid_solver/barrier/search/search_limits.h"

namespace touchstone {
namespace {

constexpr double kFarTurn = 0.05;          // least change of a rotation that start_turned makes [-]
constexpr double kChordShare = 0.9;        // share of a chord's bound that is tried next [-]
constexpr double kLeastChordShare = 0.25;  // least share of a chord that is tried next [-]
constexpr double kMostTurn = 1.0;          // largest rotation in a Newton step [rad]
constexpr double kReachGrowth = 4.0;       // ratio of one damped step's first share to the last [-]
constexpr int kManyHalvings = 2;  // halvings of a step after which friction takes its majorant
constexpr int kCarefulSteps = 5;  // number of steps with the majorant that then follow
constexpr double kOldFactorShare = 0.1;  // largest ratio of one speed to the last for which the
                                         // factor of an earlier iterate does as well as its own [-]
constexpr double kOldFactorEnd = 0.5;  // speed at which a direction by such a factor ends a solve,
                                       // in units of the accuracy [-]
constexpr double kLeastDeterminant = 0.1;  // least det A that has a nearest rotation [-]

}  // namespace

EnergySearch::EnergySearch(BarrierState& state, const BarrierSettings& settings)
    : state_(state),
      settings_(settings),
      inverse_h2_(1.0 / (settings.time_step * settings.time_step)),
      stiffnesses_(state, settings) {
    const double h = settings.time_step;
    const std::size_t count = state.bodies.size();
    number_.reserve(count);
    placements_.reserve(count);
    targets_.reserve(count);
    for (const AffineBody& body : state.bodies) {
        number_.push_back(body.fixed ? -1 : moving_);
        moving_ += body.fixed ? 0 : 1;
        placements_.push_back(body.placement);
        Affine target = body.placement;
        if (!body.fixed) {
            target += h * body.velocity;
            target.head<3>() += h * h * settings.gravity;
        }
        targets_.push_back(target);
    }
    shapes_.resize(count);
    gradient_.resize(moving_);
    set_points(placements_, points_);
    if (!state_.near.is_at(points_, settings_.dhat)) {
        state_.near.cover(state_.bodies, points_, points_, settings_.dhat);
        state_.near.find_pairs(state_.bodies, points_, settings_.dhat);
    }
    balance_stiffness();
}

// By the rule of the program of Li et al. [2020], bodies that are new to each other begin with the
// stiffness that balances the other forces best in the sense of least squares: κ = −g_b·g/|g_b|²
// with the gradients g_b of the barrier for κ = 1 and g of all other terms.
void EnergySearch::balance_stiffness() {
    const bool has_new = std::ranges::any_of(near(), [&](const NearBodies& bodies) {
        return !bodies.pairs.empty() && !stiffnesses_.contains(bodies.a, bodies.b);
    });
    if (settings_.stiffness != BarrierStiffness::SceneSized || !has_new) {
        return;
    }
    assemble_bodies();
    std::vector<Affine> barrier(moving_, Affine(Affine::Zero()));
    for (NearBodies& bodies : state_.near.all()) {
        if (!bodies.pairs.empty()) {
            find_barrier(bodies);
            add_gradient(bodies.barrier.gradient, bodies.a, bodies.b, barrier);
        }
    }
    double along = 0.0;
    double squared = 0.0;
    for (int i = 0; i < moving_; ++i) {
        along -= barrier[i].dot(gradient_[i]);
        squared += barrier[i].squaredNorm();
    }
    stiffnesses_.set_start(squared > 0.0 ? along / squared : 0.0);
    for (const NearBodies& bodies : near()) {
        if (!bodies.pairs.empty()) {
            stiffnesses_.of(bodies.a, bodies.b);
        }
    }
    stiffnesses_.set_start(0.0);
}

void EnergySearch::set_points(const std::vector<Affine>& placements, BodyPoints& points) const {
    points.resize(placements.size());
    for (std::size_t i = 0; i < placements.size(); ++i) {
        place_points(state_.bodies[i], placements[i], points[i]);
    }
}

PairScale EnergySearch::scale_of(int a, int b) {
    return {settings_.dhat, stiffnesses_.of(a, b).stiffness,
            settings_.time_step * settings_.stick_speed};
}

PairVector EnergySearch::motion_of(int a, int b) const {
    return joined(placements_[a] - state_.bodies[a].placement,
                  placements_[b] - state_.bodies[b].placement);
}

Vec3 EnergySearch::friction_of(int a, int b, const BarrierPair& pair) const {
    const PairVector motion = motion_of(a, b);
    Vec3 sum = Vec3::Zero();
    visit_lagged(std::span<const LaggedFriction>(friction_), a, b, pair,
                 [&](const LaggedFriction& lagged, std::ptrdiff_t i) {
                     sum += friction_force(lagged.friction[i], motion, lagged.scale);
                 });
    return sum;
}

void EnergySearch::build_friction() {
    friction_.clear();
    for (const NearBodies& bodies : near()) {
        if (settings_.friction <= 0.0 || bodies.pairs.empty()) {
            continue;
        }
        LaggedFriction& entry = friction_.emplace_back();
        entry.a = bodies.a;
        entry.b = bodies.b;
        entry.scale = scale_of(bodies.a, bodies.b);
        entry.pairs = bodies.pairs;
        entry.friction = make_friction(bodies.pairs, state_.bodies[bodies.a],
                                       state_.bodies[bodies.b], entry.scale, settings_.friction);
    }
}

double EnergySearch::energy(const std::vector<Affine>& placements) {
    double inertia = 0.0;
    double potential = 0.0;
    for (int i = 0; i < std::ssize(placements); ++i) {
        const AffineBody& body = state_.bodies[i];
        if (body.fixed) {
            continue;
        }
        const Affine off = placements[i] - targets_[i];
        inertia += 0.5 * off.dot(mass_times(body, off));
        potential +=
            shape_energy_value(linear_part(placements[i]), settings_.shape_stiffness * body.volume);
    }
    for (const NearBodies& bodies : near()) {
        if (!bodies.pairs.empty()) {
            potential += barrier_energy_value(bodies.pairs, scale_of(bodies.a, bodies.b));
        }
    }
    for (const LaggedFriction& lagged : friction_) {
        const PairVector motion = joined(placements[lagged.a] - state_.bodies[lagged.a].placement,
                                         placements[lagged.b] - state_.bodies[lagged.b].placement);
        potential += friction_energy_value(lagged.friction, motion, lagged.scale);
    }
    return inverse_h2_ * inertia + potential;
}

void EnergySearch::set_ways() {
    ways_.resize(moving_);
    is_straight_ = true;
    for (int i = 0; i < std::ssize(placements_); ++i) {
        if (number_[i] >= 0) {
            AffineWay& way = ways_[number_[i]];
            way = way_along(placements_[i], direction_[number_[i]]);
            is_straight_ = is_straight_ && way.is_straight();
        }
    }
    if (is_straight_) {
        return;
    }
    find_pivots();
    for (int i = 0; i < std::ssize(placements_); ++i) {
        if (number_[i] >= 0 && !ways_[number_[i]].is_straight()) {
            set_pivot(ways_[number_[i]], direction_[number_[i]], pivots_[i]);
        }
    }
}

void EnergySearch::move_along(double share, std::vector<Affine>& placements) const {
    placements = placements_;
    for (int i = 0; i < std::ssize(placements); ++i) {
        if (number_[i] >= 0) {
            placements[i] = moved_along(placements_[i], ways_[number_[i]], share);
        }
    }
}

bool EnergySearch::has_crossing(BarrierReport& report) const {
    const auto found = find_crossing_bodies(state_.bodies, points_, report.exact_tests);
    if (found) {
        report.trouble = crossing_text(state_.bodies, *found);
    }
    return found.has_value();
}

/// Moves along the paths as far as the bound and the energy allow. Returns Converged for a step
/// that was taken; a failure keeps the iterate. `at_floor`: takes the step whatever the energy;
/// `value`: energy of the iterate [J]. The bound is that of the chord, on which all points go
/// straight. Where bodies turn, the chord of a smaller share is no part of that of a larger one, so
/// each share needs a bound of its own.
BarrierStop EnergySearch::take_step(bool at_floor, double& value, BarrierReport& report) {
    bool is_bounded = false;
    int halvings = 0;
    double share = is_damped_ ? reach_ : 1.0;
    for (const AffineWay& way : ways_) {
        share = std::min(share, kMostTurn / std::max(kMostTurn / share, way.turn.norm()));
    }
    const double first_share = share;
    while (share >= kLeastStep) {
        move_along(share, trial_placements_);
        set_points(trial_placements_, end_points_);
        if (!is_bounded) {
            state_.near.cover(state_.bodies, points_, end_points_, settings_.dhat);
            const double bound =
                state_.near.bound(state_.bodies, points_, end_points_, settings_.dhat, 1.0);
            is_bounded = is_straight_;
            if (bound < 1.0) {
                share *= is_straight_ ? bound : std::max(kChordShare * bound, kLeastChordShare);
                continue;
            }
        }
        state_.near.find_pairs(state_.bodies, end_points_, settings_.dhat);
        const double trial_value = energy(trial_placements_);
        if (at_floor || trial_value <= value) {
            value = trial_value;
            std::swap(placements_, trial_placements_);
            std::swap(points_, end_points_);
            if (is_damped_) {
                reach_ = share == first_share ? kReachGrowth * share : std::max(1.0, share);
            }
            is_bound_slow_ = share < kSlowShare && halvings == 0;
            careful_steps_ = halvings > kManyHalvings ? kCarefulSteps : careful_steps_ - 1;
            has_factor_ = has_factor_ && share == 1.0;
            has_moved_ = true;
            last_speed_ = speed_;
            most_speed_ = std::max(most_speed_, speed_);
            report.smallest_step = std::min(report.smallest_step, share);
            report.shares.push_back(share);
            return BarrierStop::Converged;
        }
        ++halvings;
        share *= 0.5;
    }
    state_.near.cover(state_.bodies, points_, points_, settings_.dhat);
    state_.near.find_pairs(state_.bodies, points_, settings_.dhat);
    return BarrierStop::StepUnderflow;
}

bool EnergySearch::start_turned() {
    ways_.assign(moving_, {});
    is_straight_ = true;
    for (int i = 0; i < std::ssize(placements_); ++i) {
        const Mat3 target = linear_part(targets_[i]);
        if (number_[i] < 0 || !(target.determinant() > kLeastDeterminant)) {
            continue;
        }
        // Of all rotations R this one has the least inertia term: maximising tr(Rᵀ A S) gives the
        // orthogonal factor of A S, where S is the second moment.
        const Mat3& moment = state_.bodies[i].second_moment;
        const Mat3 rotation = nearest_rotation(target * moment / moment.trace());
        if ((rotation - linear_part(placements_[i])).norm() < kFarTurn) {
            continue;
        }
        Affine end = targets_[i];
        end.tail<9>() = rotation.reshaped();
        ways_[number_[i]] = way_between(placements_[i], end);
        is_straight_ = false;
    }
    if (is_straight_) {
        return false;
    }
    double value = energy(placements_);
    BarrierReport unused;  // this is no Newton step
    return !is_failure(take_step(false, value, unused));
}

void EnergySearch::set_ends() {
    set_ways();
    move_along(1.0, trial_placements_);
    set_points(trial_placements_, end_points_);
    double farthest = 0.0;
    for (int i = 0; i < std::ssize(points_); ++i) {
        for (int v = 0; number_[i] >= 0 && v < std::ssize(points_[i]); ++v) {
            farthest =
                std::max(farthest, (end_points_[i][v] - points_[i][v]).lpNorm<Eigen::Infinity>());
        }
    }
    speed_ = farthest / settings_.time_step;
}

// With an old factor a step costs a gradient instead of a Hessian, and the error falls by about the
// same ratio each time. A Hessian that became softer would make the direction too short, unseen:
// so the last solve of a time step, whose answer counts, ends by a factor of its own, and so does
// one that took no step, which may be the last.
bool EnergySearch::aim_by_last_factor(const BarrierReport& report) {
    if (!has_factor_ || careful_steps_ > 0) {
        return false;
    }
    const bool was_straight = is_straight_;
    find_gradient();
    bool is_good = solve_for_direction();
    if (is_good) {
        set_ends();
        const bool is_last = settings_.friction <= 0.0 || report.lags >= settings_.lags;
        const bool may_end = has_moved_ && !is_last;
        is_good = speed_ < settings_.accuracy
                      ? may_end && speed_ < kOldFactorEnd * settings_.accuracy
                      : speed_ <= kOldFactorShare * last_speed_;
    }
    is_straight_ = is_good ? is_straight_ : was_straight;
    return is_good;
}

bool EnergySearch::aim(BarrierReport& report) {
    if (aim_by_last_factor(report)) {
        return true;
    }
    assemble();
    ++report.factored;
    if (!find_direction(report)) {
        return false;
    }
    has_factor_ = !is_damped_;
    set_ends();
    return true;
}

bool EnergySearch::raise_stiffnesses() {
    const bool raised = stiffnesses_.raise_all(near(), is_bound_slow_);
    has_factor_ = has_factor_ && !raised;
    return raised;
}

double EnergySearch::value() { return energy(placements_); }

double EnergySearch::largest_gradient() const {
    double largest = 0.0;
    for (const Affine& part : gradient_) {
        largest = std::max(largest, part.lpNorm<Eigen::Infinity>());
    }
    return largest;
}

BarrierStop EnergySearch::solve_lagged(BarrierReport& report) {
    build_friction();
    careful_steps_ = 0;
    reach_ = 1.0;
    has_moved_ = false;
    last_speed_ = most_speed_;
    ++report.lags;
    return take_newton_steps(*this, settings_, report);
}

}  // namespace touchstone
