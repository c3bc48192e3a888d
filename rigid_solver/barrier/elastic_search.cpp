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
      inverse_h2_(1.0 / (settings.time_step * settings.time_step)),
      stiffnesses_(state, settings) {
    for (int i = 0; i < std::ssize(state.bodies); ++i) {
        first_.push_back(static_cast<int>(start_.size()));
        add_nodes(i);
    }
    nodes_ = start_;
    gradient_.resize(unknowns_);
    pull_.resize(unknowns_);
    find_static_blocks();
    set_points(nodes_, points_);
    start_points_ = points_;
    if (!state_.near.is_at(points_, settings_.dhat)) {
        state_.near.cover(state_.bodies, points_, points_, settings_.dhat);
        state_.near.find_pairs(state_.bodies, points_, settings_.dhat);
    }
}

/// Appends a body's nodes, with where they would be at the end of the step.
void ElasticSearch::add_nodes(int body) {
    const double h = settings_.time_step;
    const Vec3 fall = h * h * settings_.gravity;
    const auto add = [&](const Vec3& place, const Vec3& way, double mass, bool moves) {
        start_.push_back(place);
        targets_.push_back(moves ? Vec3(place + way) : place);
        masses_.push_back(mass);
        unknown_.push_back(moves ? unknowns_++ : -1);
    };
    const ElasticBody& elastic = state_.elastic[body];
    for (std::size_t v = 0; v < elastic.places.size(); ++v) {
        add(elastic.places[v], h * elastic.velocities[v] + fall, elastic.solid.masses[v],
            !elastic.held[v]);
    }
    if (elastic.is_elastic()) {
        return;
    }
    const AffineBody& affine = state_.bodies[body];
    for (int j = 0; j < 4; ++j) {
        const Vec3 way = h * affine.velocity.segment<3>(3 * j) + (j == 0 ? fall : Vec3::Zero());
        add(affine.placement.segment<3>(3 * j), way, j == 0 ? affine.mass : 0.0, !affine.fixed);
    }
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

/// Largest speed of a coordinate of a point or vertex along the direction.
double ElasticSearch::direction_speed() const {
    double farthest = 0.0;
    for (int i = 0; i < std::ssize(points_); ++i) {
        for (std::size_t v = 0; !state_.bodies[i].fixed && v < points_[i].size(); ++v) {
            farthest =
                std::max(farthest, (end_points_[i][v] - points_[i][v]).lpNorm<Eigen::Infinity>());
        }
        for (std::size_t v = 0; v < state_.elastic[i].places.size(); ++v) {
            const int unknown = unknown_[first_[i] + static_cast<int>(v)];
            if (unknown >= 0) {
                farthest = std::max(farthest, direction_[unknown].lpNorm<Eigen::Infinity>());
            }
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

/// Goes along the direction, to which `trial_` leads, as far as the bound and the energy let it.
/// Returns Converged for a step that was taken; a failure leaves the search where it was.
BarrierStop ElasticSearch::take_step(bool at_floor, double& value, BarrierReport& report) {
    state_.near.cover(state_.bodies, points_, end_points_, settings_.dhat);
    double share = bounded_step();
    int halvings = 0;
    for (; share >= kLeastStep; share *= 0.5, ++halvings) {
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
            trial_[n] =
                unknown_[n] < 0 ? nodes_[n] : Vec3(nodes_[n] + share * direction_[unknown_[n]]);
        }
        set_points(trial_, end_points_);
        state_.near.find_pairs(state_.bodies, end_points_, settings_.dhat);
        const double trial_value = energy(trial_, end_points_);
        if (trial_value <= value || (at_floor && std::isfinite(trial_value))) {
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
    const bool was_free = report.lags > 0 && friction_.empty();
    build_friction();
    ++report.lags;
    if (was_free && friction_.empty()) {
        return BarrierStop::Converged;  // the same problem, which has been solved
    }
    int floor_steps = 0;
    double value = energy(nodes_, points_);
    while (true) {
        if (!find_direction(report)) {
            return std::isfinite(value) ? BarrierStop::NoDirection : BarrierStop::NotFinite;
        }
        double largest = 0.0;
        for (const Vec3& part : gradient_) {
            largest = std::max(largest, part.lpNorm<Eigen::Infinity>());
        }
        report.residual = largest * settings_.time_step;
        const double speed = direction_speed();
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
            const Vec3& place = nodes_[first_[i] + static_cast<int>(v)];
            elastic.velocities[v] = (place - elastic.places[v]) / settings_.time_step;
            elastic.places[v] = place;
        }
        if (elastic.is_elastic()) {
            fit_affine(elastic, affine);
            continue;
        }
        for (int j = 0; j < 4 && !affine.fixed; ++j) {
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
