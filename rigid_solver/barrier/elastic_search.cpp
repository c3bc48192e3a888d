#include "rigid_solver/barrier/elastic_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rigid_solver/barrier/search_limits.h"
#include "rigid_solver/barrier/step_bound.h"

namespace touchstone {
ElasticSearch::ElasticSearch(BarrierState& state, const BarrierSettings& settings)
    : state_(state),
      settings_(settings),
      is_newmark_(settings.integration == TimeIntegration::Newmark),
      inverse_h2_((is_newmark_ ? 4.0 : 1.0) / (settings.time_step * settings.time_step)),
      stiffnesses_(state, settings),
      matrix_(state.matrix) {
    for (int i = 0; i < std::ssize(state.bodies); ++i) {
        first_.push_back(static_cast<int>(start_.size()));
        add_nodes(i);
    }
    nodes_ = start_;
    gradient_.resize(nodes_.size());
    pull_.resize(unknowns_);
    find_static_blocks();
    set_points(nodes_, points_);
    start_points_ = points_;
    if (!state_.near.is_at(points_, settings_.dhat)) {
        state_.near.cover(state_.bodies, points_, points_, settings_.dhat);
        state_.near.find_pairs(state_.bodies, points_, settings_.dhat);
    }
}

void ElasticSearch::add_node(const Vec3& place, const Vec3& target, double mass, bool moves) {
    start_.push_back(place);
    targets_.push_back(target);
    masses_.push_back(mass);
    unknown_.push_back(moves ? unknowns_++ : -1);
}

/// Returns how far a node moves in the step beyond h times its velocity, when no force but gravity
/// acts at the end of the step [m]. `acceleration`: at its start [m/s²].
Vec3 ElasticSearch::fall_of(const Vec3& acceleration) const {
    const double h2 = settings_.time_step * settings_.time_step;
    return is_newmark_ ? Vec3(0.25 * h2 * (acceleration + settings_.gravity))
                       : Vec3(h2 * settings_.gravity);
}

/// Appends a body's nodes, with their targets at the end of the step.
void ElasticSearch::add_nodes(int body) {
    if (state_.elastic[body].is_elastic()) {
        add_vertices(state_.elastic[body]);
    } else {
        add_vectors(state_.bodies[body]);
    }
}

void ElasticSearch::add_vertices(const ElasticBody& body) {
    const double h = settings_.time_step;
    std::vector<Vec3> targets(body.places);
    std::vector<bool> moves(body.places.size());
    for (std::size_t v = 0; v < body.places.size(); ++v) {
        moves[v] = !body.held[v];
        if (moves[v]) {
            targets[v] += h * body.velocities[v] + fall_of(body.accelerations[v]);
        }
    }
    // The last motion is set first, since of several motions of a vertex the first counts.
    for (auto each = body.driven.rbegin(); each != body.driven.rend(); ++each) {
        if (find_motion(std::span(&each->motion, 1), state_.time, h) == nullptr) {
            continue;
        }
        const ScriptedStep step = step_of(each->motion, state_.time, h, state_.origin);
        for (const int v : each->vertices) {
            if (!body.held[v]) {
                moves[v] = false;
                targets[v] = step(body.places[v]);
            }
        }
    }
    for (std::size_t v = 0; v < body.places.size(); ++v) {
        add_node(body.places[v], targets[v], body.solid.masses[v], moves[v]);
    }
}

/// Appends the four vectors of an affine body. A script moves the centre of mass p, and turns the
/// other three.
void ElasticSearch::add_vectors(const AffineBody& body) {
    const double h = settings_.time_step;
    std::array<Vec3, 4> targets;
    for (int j = 0; j < 4; ++j) {
        targets[j] = body.placement.segment<3>(3 * j);
        if (!body.fixed) {
            targets[j] += h * body.velocity.segment<3>(3 * j) +
                          (j == 0 ? h * h * settings_.gravity : Vec3(Vec3::Zero()));
        }
    }
    if (const ScriptedMotion* const motion = find_motion(body.script, state_.time, h)) {
        const ScriptedStep step = step_of(*motion, state_.time, h, state_.origin);
        targets[0] = step(body.placement.head<3>());
        for (int j = 1; j < 4; ++j) {
            targets[j] = step.turn * body.placement.segment<3>(3 * j);
        }
    }
    for (int j = 0; j < 4; ++j) {
        add_node(body.placement.segment<3>(3 * j), targets[j], j == 0 ? body.mass : 0.0,
                 !body.fixed);
    }
}

/// Returns how far the direction moves a node: a driven one to its target [m].
Vec3 ElasticSearch::way_of(int node) const {
    return unknown_[node] < 0 ? Vec3(targets_[node] - nodes_[node]) : direction_[unknown_[node]];
}

/// Returns the sum, over the coordinates of nodes that cannot move freely, of the distances to
/// their targets [m].
double ElasticSearch::shortfall() const {
    double sum = 0.0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        sum += unknown_[n] < 0 ? (targets_[n] - nodes_[n]).lpNorm<1>() : 0.0;
    }
    return sum;
}

/// Returns how far driven nodes are from their targets, for a message; empty when all are there.
std::string ElasticSearch::shortfall_text() const {
    double farthest = 0.0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        farthest = std::max(farthest, unknown_[n] < 0 ? (targets_[n] - nodes_[n]).norm() : 0.0);
    }
    if (farthest == 0.0) {
        return {};
    }
    return "what a script drives is " + std::to_string(1e3 * farthest) +
           " mm short of its way in this step, since something is in it or the step is long; ";
}

ElasticSearch::Shares ElasticSearch::shares_of(int body, int point) const {
    Shares shares;
    const ElasticBody& elastic = state_.elastic[body];
    if (elastic.is_elastic()) {
        shares.count = 1;
        shares.of[0].node = first_[body] + elastic.vertex_of[point];
        return shares;
    }
    const Vec3& arm = state_.bodies[body].surface.points[point];
    shares.count = 4;
    for (int j = 0; j < 4; ++j) {
        shares.of[j] = {first_[body] + j, j == 0 ? 1.0 : arm[j - 1]};
    }
    return shares;
}

std::span<const Vec3> ElasticSearch::vertices_of(int body, const std::vector<Vec3>& nodes) const {
    return std::span(nodes).subspan(first_[body], state_.elastic[body].places.size());
}

void ElasticSearch::set_points(const std::vector<Vec3>& nodes, BodyPoints& points) const {
    points.resize(state_.bodies.size());
    for (int i = 0; i < std::ssize(points); ++i) {
        const ElasticBody& elastic = state_.elastic[i];
        if (!elastic.is_elastic()) {
            Affine placement;
            for (int j = 0; j < 4; ++j) {
                placement.segment<3>(3 * j) = nodes[first_[i] + j];
            }
            place_points(state_.bodies[i], placement, points[i]);
            continue;
        }
        points[i].resize(elastic.vertex_of.size());
        for (std::size_t v = 0; v < points[i].size(); ++v) {
            points[i][v] = nodes[first_[i] + elastic.vertex_of[v]];
        }
    }
}

PairPlaces ElasticSearch::placed(int a, int b, const BodyPoints& points) const {
    return {&state_.bodies[a].surface, &state_.bodies[b].surface, points[a], points[b]};
}

PairScale ElasticSearch::scale_of(int a, int b) {
    return {settings_.dhat, stiffnesses_.of(a, b).stiffness,
            settings_.time_step * settings_.stick_speed};
}

Vec3 ElasticSearch::friction_of(int a, int b, const BarrierPair& pair) const {
    Vec3 sum = Vec3::Zero();
    for (const LaggedPointFriction& lagged : friction_) {
        for (std::size_t i = 0; lagged.a == a && lagged.b == b && i < lagged.pairs.size(); ++i) {
            if (lagged.pairs[i].a == pair.a && lagged.pairs[i].b == pair.b) {
                const Vec3 slip =
                    slip_of(lagged.friction[i], placed(a, b, start_points_), placed(a, b, points_));
                sum += friction_force(lagged.friction[i], slip, lagged.scale);
            }
        }
    }
    return sum;
}

void ElasticSearch::build_friction() {
    friction_.clear();
    for (const NearBodies& bodies : near()) {
        if (settings_.friction <= 0.0 || bodies.pairs.empty()) {
            continue;
        }
        LaggedPointFriction& entry = friction_.emplace_back();
        entry.a = bodies.a;
        entry.b = bodies.b;
        entry.scale = scale_of(bodies.a, bodies.b);
        entry.pairs = bodies.pairs;
        entry.friction.reserve(bodies.pairs.size());
        entry.turning.assign(bodies.pairs.size(), false);
        for (const BarrierPair& pair : bodies.pairs) {
            entry.friction.push_back(make_friction(pair, entry.scale, settings_.friction));
        }
    }
}

double ElasticSearch::inertia(const std::vector<Vec3>& nodes) const {
    double sum = 0.0;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        if (unknown_[n] >= 0) {
            sum += 0.5 * masses_[n] * (nodes[n] - targets_[n]).squaredNorm();
        }
    }
    for (int i = 0; i < std::ssize(state_.bodies); ++i) {
        const AffineBody& body = state_.bodies[i];
        if (state_.elastic[i].is_elastic() || body.fixed) {
            continue;
        }
        Mat3 off;
        for (int j = 0; j < 3; ++j) {
            off.col(j) = nodes[first_[i] + 1 + j] - targets_[first_[i] + 1 + j];
        }
        sum += 0.5 * off.cwiseProduct(off * body.second_moment).sum();
    }
    return sum;
}

double ElasticSearch::energy(const std::vector<Vec3>& nodes, const BodyPoints& points) {
    double potential = 0.0;
    for (int i = 0; i < std::ssize(state_.bodies); ++i) {
        const ElasticBody& elastic = state_.elastic[i];
        if (elastic.is_elastic()) {
            potential += elastic_energy(elastic.solid, vertices_of(i, nodes));
        } else if (!state_.bodies[i].fixed) {
            Mat3 linear;
            for (int j = 0; j < 3; ++j) {
                linear.col(j) = nodes[first_[i] + 1 + j];
            }
            potential +=
                shape_energy_value(linear, settings_.shape_stiffness * state_.bodies[i].volume);
        }
    }
    for (const NearBodies& bodies : near()) {
        if (!bodies.pairs.empty()) {
            potential += barrier_energy_value(bodies.pairs, scale_of(bodies.a, bodies.b));
        }
    }
    for (const LaggedPointFriction& lagged : friction_) {
        const PairPlaces start = placed(lagged.a, lagged.b, start_points_);
        const PairPlaces now = placed(lagged.a, lagged.b, points);
        for (const PointFriction& each : lagged.friction) {
            potential += friction_energy_value(each, slip_of(each, start, now), lagged.scale);
        }
    }
    return inverse_h2_ * inertia(nodes) + potential;
}

/// Returns the largest speed of a coordinate of a surface point or vertex along the direction
/// [m/s].
double ElasticSearch::direction_speed() const {
    double farthest = 0.0;
    for (int i = 0; i < std::ssize(points_); ++i) {
        const bool is_still = state_.bodies[i].fixed && state_.bodies[i].script.empty();
        for (std::size_t v = 0; !is_still && v < points_[i].size(); ++v) {
            farthest =
                std::max(farthest, (end_points_[i][v] - points_[i][v]).lpNorm<Eigen::Infinity>());
        }
        for (std::size_t v = 0; v < state_.elastic[i].places.size(); ++v) {
            const Vec3 way = way_of(first_[i] + static_cast<int>(v));
            farthest = std::max(farthest, way.lpNorm<Eigen::Infinity>());
        }
    }
    return farthest / settings_.time_step;
}

double ElasticSearch::bounded_step() const {
    double step = 1.0;
    for (int i = 0; i < std::ssize(state_.bodies); ++i) {
        if (state_.elastic[i].is_elastic()) {
            step = inversion_bound(state_.elastic[i].solid, vertices_of(i, nodes_),
                                   vertices_of(i, trial_), step);
        }
    }
    return state_.near.bound(state_.bodies, points_, end_points_, settings_.dhat, step);
}

/// Moves along the direction, whose end is `trial_`, as far as the bound and the energy allow.
/// Returns Converged for a step that was taken; a failure keeps the iterate. `at_floor`: takes the
/// step whatever the energy; `value`: energy of the iterate [J].
BarrierStop ElasticSearch::take_step(bool at_floor, double& value, BarrierReport& report) {
    // Driven nodes do work on the others, so the energy may rise until they have reached their
    // targets.
    const bool takes_any = at_floor || shortfall() > 0.0;
    state_.near.cover(state_.bodies, points_, end_points_, settings_.dhat);
    double share = bounded_step();
    int halvings = 0;
    for (; share >= kLeastStep; share *= 0.5, ++halvings) {
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
            const int node = static_cast<int>(n);
            trial_[n] = unknown_[n] < 0 && share == 1.0 ? targets_[n]
                                                        : Vec3(nodes_[n] + share * way_of(node));
        }
        set_points(trial_, end_points_);
        state_.near.find_pairs(state_.bodies, end_points_, settings_.dhat);
        const double trial_value = energy(trial_, end_points_);
        if (trial_value <= value || (takes_any && std::isfinite(trial_value))) {
            value = trial_value;
            std::swap(nodes_, trial_);
            std::swap(points_, end_points_);
            is_bound_slow_ = share < kSlowShare && halvings == 0;
            report.smallest_step = std::min(report.smallest_step, share);
            report.shares.push_back(share);
            return BarrierStop::Converged;
        }
    }
    state_.near.cover(state_.bodies, points_, points_, settings_.dhat);
    state_.near.find_pairs(state_.bodies, points_, settings_.dhat);
    return BarrierStop::StepUnderflow;
}

BarrierStop ElasticSearch::solve_lagged(BarrierReport& report) {
    const BarrierStop stop = search_minimum(report);
    if (is_failure(stop) && stop != BarrierStop::Intersection) {
        report.trouble = shortfall_text();
    }
    return stop;
}

BarrierStop ElasticSearch::search_minimum(BarrierReport& report) {
    const bool was_free = report.lags > 0 && friction_.empty();
    build_friction();
    ++report.lags;
    if (was_free && friction_.empty()) {
        return BarrierStop::Converged;  // without friction nothing is new
    }
    int floor_steps = 0;
    double value = energy(nodes_, points_);
    while (true) {
        if (!find_direction(report)) {
            return std::isfinite(value) ? BarrierStop::NoDirection : BarrierStop::NotFinite;
        }
        double largest = 0.0;
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
            largest =
                std::max(largest, unknown_[n] < 0 ? 0.0 : gradient_[n].lpNorm<Eigen::Infinity>());
        }
        report.residual = largest * settings_.time_step;
        const double speed = direction_speed();
        if (!std::isfinite(speed)) {
            return BarrierStop::NotFinite;
        }
        const bool is_short = shortfall() > 0.0;
        if (speed < settings_.accuracy && !is_short) {
            return BarrierStop::Converged;
        }
        const bool at_floor = !is_short &&
                              0.5 * std::abs(slope_) < kEnergyFloor * std::abs(value) &&
                              speed < kFloorSpeed * settings_.accuracy;
        if (at_floor && ++floor_steps > kMostFloorSteps) {
            return BarrierStop::Floor;
        }
        if (report.iterations >= settings_.max_iterations) {
            return BarrierStop::IterationLimit;
        }
        ++report.iterations;
        report.residuals.push_back(report.residual);
        if (const BarrierStop stop = take_step(at_floor, value, report); is_failure(stop)) {
            return stop;
        }
        if (stiffnesses_.raise_all(near(), is_bound_slow_)) {
            ++report.raised;
            value = energy(nodes_, points_);
        }
        if (settings_.check_iterates && has_crossing(report)) {
            return BarrierStop::Intersection;
        }
    }
}

bool ElasticSearch::has_crossing(BarrierReport& report) const {
    const int count = static_cast<int>(std::ssize(points_));
    for (int i = 0; i < count; ++i) {
        const AffineBody& a = state_.bodies[i];
        const ElasticBody& elastic = state_.elastic[i];
        if (elastic.solid.model == ElasticModel::NeoHookean &&
            deformation_of(elastic.solid, vertices_of(i, nodes_)).inverted > 0) {
            report.trouble = "a tet of body '" + a.name + "' is turned inside out";
            return true;
        }
        if (a.meets_itself && find_self_crossing(a.surface, points_[i], report.exact_tests)) {
            report.trouble = "an edge of body '" + a.name + "' crosses a face of its own";
            return true;
        }
    }
    const auto found = find_crossing_bodies(state_.bodies, points_, report.exact_tests);
    if (found) {
        report.trouble = crossing_text(state_.bodies, *found);
    }
    return found.has_value();
}

void ElasticSearch::commit() {
    for (int i = 0; i < std::ssize(state_.bodies); ++i) {
        ElasticBody& elastic = state_.elastic[i];
        AffineBody& affine = state_.bodies[i];
        for (std::size_t v = 0; v < elastic.places.size(); ++v) {
            const int node = first_[i] + static_cast<int>(v);
            const Vec3 velocity = (nodes_[node] - elastic.places[v]) / settings_.time_step;
            elastic.places[v] = nodes_[node];
            if (is_newmark_ && unknown_[node] >= 0) {
                const Vec3 before = elastic.velocities[v];
                elastic.velocities[v] = 2.0 * velocity - before;
                elastic.accelerations[v] =
                    2.0 / settings_.time_step * (elastic.velocities[v] - before) -
                    elastic.accelerations[v];
                continue;
            }
            elastic.velocities[v] = velocity;
            elastic.accelerations[v] = settings_.gravity;
        }
        if (elastic.is_elastic()) {
            fit_affine(elastic, affine);
            continue;
        }
        const bool moves = !affine.fixed || !affine.script.empty();
        for (int j = 0; j < 4 && moves; ++j) {
            const Vec3 place = nodes_[first_[i] + j];
            affine.velocity.segment<3>(3 * j) =
                (place - affine.placement.segment<3>(3 * j)) / settings_.time_step;
            affine.placement.segment<3>(3 * j) = place;
        }
    }
    state_.stiffnesses.clear();
    for (const NearBodies& bodies : near()) {
        if (!bodies.pairs.empty()) {
            state_.stiffnesses.push_back(stiffnesses_.next(bodies.a, bodies.b, bodies.nearest()));
        }
    }
}

}  // namespace touchstone
