#include "rigid_solver/barrier/search/elastic_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rigid_solver/barrier/near/step_bound.h"
#include "rigid_solver/barrier/search/lagged_pairs.h"
#include "rigid_solver/barrier/search/newton_loop.h"
#include "rigid_solver/barrier/search/search_limits.h"

namespace touchstone {

PairScale ElasticSearch::scale_of(int a, int b) {
    return {settings_.dhat, stiffnesses_.of(a, b).stiffness,
            settings_.time_step * settings_.stick_speed};
}

Vec3 ElasticSearch::friction_of(int a, int b, const BarrierPair& pair) const {
    Vec3 sum = Vec3::Zero();
    visit_lagged(std::span<const LaggedPointFriction>(friction_), a, b, pair,
                 [&](const LaggedPointFriction& lagged, std::ptrdiff_t i) {
                     const PointFriction& friction = lagged.friction[i];
                     const Vec3 slip =
                         slip_of(friction, placed(a, b, start_points_), placed(a, b, points_));
                     sum += friction_force(friction, slip, lagged.scale);
                 });
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

bool ElasticSearch::aim(BarrierReport& report) {
    while (part_ < parts_ && shortfall() == 0.0) {
        lead_to(part_ + 1);  // a part may turn a vertex about itself, and so lead it nowhere
    }
    return find_direction(report);
}

double ElasticSearch::value() { return energy(nodes_, points_); }

double ElasticSearch::largest_gradient() const {
    double largest = 0.0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        largest = std::max(largest, unknown_[n] < 0 ? 0.0 : gradient_[n].lpNorm<Eigen::Infinity>());
    }
    return largest;
}

BarrierStop ElasticSearch::solve_lagged(BarrierReport& report) {
    const bool was_free = report.lags > 0 && friction_.empty();
    build_friction();
    ++report.lags;
    if (was_free && friction_.empty()) {
        return BarrierStop::Converged;  // without friction nothing is new
    }
    const BarrierStop stop = take_newton_steps(*this, settings_, report);
    if (is_failure(stop) && stop != BarrierStop::Intersection) {
        lead_to(parts_);  // the text is about the whole way
        report.trouble = shortfall_text();
    }
    return stop;
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
    state_.stiffnesses = stiffnesses_.next_all(near());
}

}  // namespace touchstone
