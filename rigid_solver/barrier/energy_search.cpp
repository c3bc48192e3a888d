#include "rigid_solver/barrier/energy_search.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "methods/barrier/barrier_function.h"
#include "rigid_solver/barrier/step_bound.h"

namespace touchstone {
namespace {

constexpr double kLeastStep = 0x1p-40;   // share of a Newton step below which none is taken [-]
constexpr double kEnergyFloor = 1e-11;   // of the energy, below which changes are rounding [-]
constexpr double kFloorSpeed = 100.0;    // accuracies within which a step needs no comparison [-]
constexpr int kMostFloorSteps = 5;       // such steps in a solve
constexpr double kTooNear = 0.01;        // of d̂: the stiffness rises at once [-]
constexpr double kNear = 0.25;           // of d̂: it rises for the next step [-]
constexpr double kFar = 0.85;            // of d̂: it falls for the next step [-]
constexpr double kStiffnessRange = 1e4;  // around κ₀ [-]
constexpr double kLeastGravity = 1.0;    // that pairs are meant to bear [m/s²]

double start_stiffness(const AffineBody& a, const AffineBody& b, const BarrierSettings& settings) {
    double mass = std::numeric_limits<double>::infinity();
    for (const AffineBody* body : {&a, &b}) {
        mass = body->fixed ? mass : std::min(mass, body->mass);
    }
    const double force = mass * std::max(kLeastGravity, settings.gravity.norm());
    return settings.dhat * force / barrier_force(settings.rest_share);
}

double nearest_of(const std::vector<BarrierPair>& pairs) {
    double smallest = std::numeric_limits<double>::infinity();
    for (const BarrierPair& pair : pairs) {
        smallest = std::min(smallest, pair.way.squaredNorm());
    }
    return std::sqrt(smallest);
}

BoundingBox bounds_of_both(std::span<const Vec3> start, std::span<const Vec3> end) {
    BoundingBox box = bounds_of(start);
    extend(box, bounds_of(end));
    return box;
}

}  // namespace

EnergySearch::EnergySearch(BarrierState& state, const BarrierSettings& settings)
    : state_(state), settings_(settings), stiffnesses_(state.stiffnesses) {
    const double h = settings.time_step;
    for (const AffineBody& body : state.bodies) {
        number_.push_back(body.fixed ? -1 : moving_);
        moving_ += body.fixed ? 0 : 1;
        mass_.push_back(body.fixed ? AffineMatrix(AffineMatrix::Zero()) : mass_matrix(body));
        placements_.push_back(body.placement);
        Affine target = body.placement;
        if (!body.fixed) {
            target += h * body.velocity;
            target.head<3>() += h * h * settings.gravity;
        }
        targets_.push_back(target);
    }
    shapes_.resize(state.bodies.size());
    gradient_.resize(moving_);
    points_ = points_of(placements_);
    find_near(points_);
    update_pairs(points_, near_);
}

std::vector<std::vector<Vec3>> EnergySearch::points_of(
    const std::vector<Affine>& placements) const {
    std::vector<std::vector<Vec3>> points;
    points.reserve(placements.size());
    for (int i = 0; i < std::ssize(placements); ++i) {
        points.push_back(placed_points(state_.bodies[i], placements[i]));
    }
    return points;
}

void EnergySearch::find_near(const std::vector<std::vector<Vec3>>& end_points) {
    const int count = static_cast<int>(state_.bodies.size());
    std::vector<BoundingBox> bounds;
    for (int i = 0; i < count; ++i) {
        bounds.push_back(bounds_of_both(points_[i], end_points[i]));
    }
    std::vector<BarrierBoxes> boxes(count);
    const auto boxes_of_body = [&](int i) -> const BarrierBoxes& {
        if (boxes[i].faces.nodes.empty()) {
            boxes[i] = swept_boxes(state_.bodies[i].surface, points_[i], end_points[i]);
        }
        return boxes[i];
    };
    near_.clear();
    for (int a = 0; a < count; ++a) {
        const BoundingBox grown = inflated(bounds[a], settings_.dhat);
        for (int b = a + 1; b < count; ++b) {
            if ((number_[a] < 0 && number_[b] < 0) || !overlap(grown, bounds[b])) {
                continue;
            }
            BarrierCandidates candidates =
                find_candidates(state_.bodies[a].surface, boxes_of_body(a),
                                state_.bodies[b].surface, boxes_of_body(b), settings_.dhat);
            if (!candidates.empty()) {
                near_.push_back({a, b, std::move(candidates), {}});
            }
        }
    }
}

void EnergySearch::update_pairs(const std::vector<std::vector<Vec3>>& points,
                                std::vector<NearBodies>& near) const {
    for (NearBodies& bodies : near) {
        bodies.pairs = near_pairs(state_.bodies[bodies.a].surface, points[bodies.a],
                                  state_.bodies[bodies.b].surface, points[bodies.b],
                                  bodies.candidates, settings_.dhat);
    }
}

PairStiffness& EnergySearch::stiffness_of(int a, int b) {
    const auto key = [](const PairStiffness& entry) { return std::pair(entry.a, entry.b); };
    const auto found = std::ranges::lower_bound(stiffnesses_, std::pair(a, b), {}, key);
    if (found != stiffnesses_.end() && found->a == a && found->b == b) {
        return *found;
    }
    const double start = start_stiffness(state_.bodies[a], state_.bodies[b], settings_);
    return *stiffnesses_.insert(found, {a, b, start, start});
}

PairScale EnergySearch::scale_of(int a, int b) {
    return {settings_.dhat, stiffness_of(a, b).stiffness,
            settings_.time_step * settings_.stick_speed};
}

PairVector EnergySearch::motion_of(int a, int b) const {
    return joined(placements_[a] - state_.bodies[a].placement,
                  placements_[b] - state_.bodies[b].placement);
}

double EnergySearch::smallest_distance() const {
    double smallest = std::numeric_limits<double>::infinity();
    for (const NearBodies& bodies : near_) {
        smallest = std::min(smallest, nearest_of(bodies.pairs));
    }
    return smallest;
}

void EnergySearch::build_friction() {
    friction_.clear();
    for (const NearBodies& bodies : near_) {
        if (settings_.friction <= 0.0 || bodies.pairs.empty()) {
            continue;
        }
        LaggedFriction entry{bodies.a, bodies.b, scale_of(bodies.a, bodies.b), bodies.pairs, {}};
        entry.friction = make_friction(bodies.pairs, state_.bodies[bodies.a],
                                       state_.bodies[bodies.b], entry.scale, settings_.friction);
        friction_.push_back(std::move(entry));
    }
}

double EnergySearch::energy(const std::vector<Affine>& placements,
                            const std::vector<NearBodies>& near) {
    const double h = settings_.time_step;
    double inertia = 0.0;
    double potential = 0.0;
    for (int i = 0; i < std::ssize(placements); ++i) {
        const AffineBody& body = state_.bodies[i];
        if (body.fixed) {
            continue;
        }
        const Affine off = placements[i] - targets_[i];
        inertia += 0.5 * off.dot(mass_[i] * off);
        potential +=
            shape_energy_value(linear_part(placements[i]), settings_.shape_stiffness * body.volume);
    }
    for (const NearBodies& bodies : near) {
        if (!bodies.pairs.empty()) {
            potential += barrier_energy_value(bodies.pairs, scale_of(bodies.a, bodies.b));
        }
    }
    for (const LaggedFriction& lagged : friction_) {
        const PairVector motion = joined(placements[lagged.a] - state_.bodies[lagged.a].placement,
                                         placements[lagged.b] - state_.bodies[lagged.b].placement);
        potential += friction_energy_value(lagged.friction, motion, lagged.scale);
    }
    return inertia + h * h * potential;
}

void EnergySearch::assemble() {
    parts_.clear();
    const auto part_of = [&](int a, int b) -> PairEnergy& {
        const auto key = [](const PairPart& part) { return std::pair(part.a, part.b); };
        const auto found = std::ranges::lower_bound(parts_, std::pair(a, b), {}, key);
        if (found != parts_.end() && found->a == a && found->b == b) {
            return found->energy;
        }
        return parts_.insert(found, PairPart{a, b, {}})->energy;
    };
    for (const NearBodies& bodies : near_) {
        if (!bodies.pairs.empty()) {
            add_barrier_energy(bodies.pairs, state_.bodies[bodies.a],
                               linear_part(placements_[bodies.a]), state_.bodies[bodies.b],
                               linear_part(placements_[bodies.b]), scale_of(bodies.a, bodies.b),
                               part_of(bodies.a, bodies.b));
        }
    }
    for (const LaggedFriction& lagged : friction_) {
        add_friction_energy(lagged.friction, motion_of(lagged.a, lagged.b), lagged.scale,
                            part_of(lagged.a, lagged.b));
    }
    const double h = settings_.time_step;
    for (int i = 0; i < std::ssize(placements_); ++i) {
        if (number_[i] < 0) {
            continue;
        }
        shapes_[i] = shape_energy(linear_part(placements_[i]),
                                  settings_.shape_stiffness * state_.bodies[i].volume);
        Affine& gradient = gradient_[number_[i]];
        gradient = mass_[i] * (placements_[i] - targets_[i]);
        gradient.tail<9>() += h * h * shapes_[i].gradient;
    }
    for (const PairPart& part : parts_) {
        if (number_[part.a] >= 0) {
            gradient_[number_[part.a]] += h * h * part.energy.gradient.head<12>();
        }
        if (number_[part.b] >= 0) {
            gradient_[number_[part.b]] += h * h * part.energy.gradient.tail<12>();
        }
    }
}

bool EnergySearch::factor(bool project) {
    const double h2 = settings_.time_step * settings_.time_step;
    if (project) {
        for (PairPart& part : parts_) {
            const int first = number_[part.a] >= 0 ? 0 : 12;
            const int last = number_[part.b] >= 0 ? 24 : 12;
            make_semidefinite(part.energy.hessian, first, last - first);
        }
        for (int i = 0; i < std::ssize(shapes_); ++i) {
            if (number_[i] >= 0) {
                Eigen::Matrix<double, 9, 9>& hessian = shapes_[i].hessian;
                const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 9, 9>> solver(hessian);
                const Eigen::Matrix<double, 9, 1> values = solver.eigenvalues().cwiseMax(0.0);
                hessian =
                    solver.eigenvectors() * values.asDiagonal() * solver.eigenvectors().transpose();
            }
        }
    }
    std::vector<std::array<int, 2>> graph;
    for (const PairPart& part : parts_) {
        if (number_[part.a] >= 0 && number_[part.b] >= 0) {
            graph.push_back({number_[part.a], number_[part.b]});
        }
    }
    BlockCholesky& cholesky = state_.cholesky;
    cholesky.set_graph(moving_, graph);
    cholesky.clear();
    for (int i = 0; i < std::ssize(placements_); ++i) {
        if (number_[i] >= 0) {
            AffineMatrix block = mass_[i];
            block.bottomRightCorner<9, 9>() += h2 * shapes_[i].hessian;
            cholesky.add_diagonal(number_[i], block);
        }
    }
    for (const PairPart& part : parts_) {
        const PairMatrix& hessian = part.energy.hessian;
        const int a = number_[part.a];
        const int b = number_[part.b];
        if (a >= 0) {
            cholesky.add_diagonal(a, h2 * hessian.topLeftCorner<12, 12>());
        }
        if (b >= 0) {
            cholesky.add_diagonal(b, h2 * hessian.bottomRightCorner<12, 12>());
        }
        if (a >= 0 && b >= 0) {
            cholesky.add_pair(a, b, h2 * hessian.topRightCorner<12, 12>());
        }
    }
    return cholesky.factor();
}

bool EnergySearch::find_direction(BarrierReport& report) {
    for (const bool project : {false, true}) {
        report.projected += project ? 1 : 0;
        if (!factor(project)) {
            continue;
        }
        direction_ = gradient_;
        for (Affine& part : direction_) {
            part = -part;
        }
        state_.cholesky.solve(direction_);
        slope_ = 0.0;
        bool finite = true;
        for (int i = 0; i < moving_; ++i) {
            slope_ += gradient_[i].dot(direction_[i]);
            finite = finite && direction_[i].allFinite();
        }
        if (finite && slope_ <= 0.0) {
            return true;
        }
    }
    return false;
}

std::vector<Affine> EnergySearch::moved_along(double share) const {
    std::vector<Affine> placements = placements_;
    for (int i = 0; i < std::ssize(placements); ++i) {
        if (number_[i] >= 0) {
            placements[i] += share * direction_[number_[i]];
        }
    }
    return placements;
}

double EnergySearch::direction_speed(const std::vector<std::vector<Vec3>>& end_points) const {
    double farthest = 0.0;
    for (int i = 0; i < std::ssize(points_); ++i) {
        for (int v = 0; v < std::ssize(points_[i]); ++v) {
            farthest =
                std::max(farthest, (end_points[i][v] - points_[i][v]).lpNorm<Eigen::Infinity>());
        }
    }
    return farthest / settings_.time_step;
}

double EnergySearch::bounded_step(const std::vector<std::vector<Vec3>>& end_points) const {
    double step = 1.0;
    for (const NearBodies& bodies : near_) {
        step = step_bound(
            {&state_.bodies[bodies.a].surface, &state_.bodies[bodies.b].surface, points_[bodies.a],
             end_points[bodies.a], points_[bodies.b], end_points[bodies.b]},
            bodies.candidates, step);
    }
    return step;
}

bool EnergySearch::raise_stiffness() {
    bool raised = false;
    for (const NearBodies& bodies : near_) {
        PairStiffness& entry = stiffness_of(bodies.a, bodies.b);
        if (nearest_of(bodies.pairs) < kTooNear * settings_.dhat &&
            entry.stiffness < kStiffnessRange * entry.start) {
            entry.stiffness *= 2.0;
            raised = true;
        }
    }
    return raised;
}

bool EnergySearch::has_crossing(BarrierReport& report) const {
    for (const NearBodies& bodies : near_) {
        const AffineBody& a = state_.bodies[bodies.a];
        const AffineBody& b = state_.bodies[bodies.b];
        if (find_crossing(a.surface, points_[bodies.a], b.surface, points_[bodies.b],
                          report.exact_tests)) {
            report.trouble =
                "an edge crosses a face between bodies '" + a.name + "' and '" + b.name + "'";
            return true;
        }
    }
    return false;
}

BarrierStop EnergySearch::solve_lagged(BarrierReport& report) {
    build_friction();
    ++report.lags;
    int floor_steps = 0;
    double value = energy(placements_, near_);
    while (true) {
        assemble();
        if (!find_direction(report)) {
            return std::isfinite(value) ? BarrierStop::NoDirection : BarrierStop::NotFinite;
        }
        double largest = 0.0;
        for (const Affine& part : gradient_) {
            largest = std::max(largest, part.lpNorm<Eigen::Infinity>());
        }
        report.residual = largest / settings_.time_step;
        const std::vector<std::vector<Vec3>> end_points = points_of(moved_along(1.0));
        const double speed = direction_speed(end_points);
        if (!std::isfinite(speed)) {
            return BarrierStop::NotFinite;
        }
        if (speed < settings_.accuracy) {
            return BarrierStop::Converged;
        }
        const bool at_floor = 0.5 * std::abs(slope_) < kEnergyFloor * std::abs(value) &&
                              speed < kFloorSpeed * settings_.accuracy;
        if (at_floor && ++floor_steps > kMostFloorSteps) {
            return BarrierStop::Floor;
        }
        if (report.iterations >= settings_.max_iterations) {
            return BarrierStop::IterationLimit;
        }
        ++report.iterations;
        report.residuals.push_back(report.residual);
        find_near(end_points);
        double step = bounded_step(end_points);
        std::vector<NearBodies> trial = std::move(near_);
        std::vector<Affine> placements;
        while (true) {
            if (step < kLeastStep) {
                near_ = std::move(trial);
                return BarrierStop::StepUnderflow;
            }
            placements = moved_along(step);
            points_ = points_of(placements);
            update_pairs(points_, trial);
            const double trial_value = energy(placements, trial);
            if (at_floor || trial_value <= value) {
                value = trial_value;
                break;
            }
            step *= 0.5;
        }
        placements_ = std::move(placements);
        near_ = std::move(trial);
        report.smallest_step = std::min(report.smallest_step, step);
        report.shares.push_back(step);
        if (raise_stiffness()) {
            ++report.raised;
            value = energy(placements_, near_);
        }
        if (settings_.check_iterates && has_crossing(report)) {
            return BarrierStop::Intersection;
        }
    }
}

void EnergySearch::commit() {
    for (int i = 0; i < std::ssize(placements_); ++i) {
        AffineBody& body = state_.bodies[i];
        if (!body.fixed) {
            body.velocity = (placements_[i] - body.placement) / settings_.time_step;
            body.placement = placements_[i];
        }
    }
    state_.stiffnesses.clear();
    for (const NearBodies& bodies : near_) {
        if (bodies.pairs.empty()) {
            continue;  // begins anew when the bodies come near again
        }
        PairStiffness entry = stiffness_of(bodies.a, bodies.b);
        const double y = nearest_of(bodies.pairs) / settings_.dhat;
        if (y < kNear) {
            entry.stiffness = std::min(2.0 * entry.stiffness, kStiffnessRange * entry.start);
        } else if (y > kFar) {
            entry.stiffness = std::max(0.5 * entry.stiffness, entry.start / kStiffnessRange);
        }
        state_.stiffnesses.push_back(entry);
    }
}

}  // namespace touchstone
