#include <algorithm>
#include <cmath>

#include "rigid_solver/barrier/search/elastic_search.h"

// The part of ElasticSearch that knows the nodes: where they are, where they are going, and which
// points of surfaces depend on them.

namespace touchstone {
namespace {

constexpr double kMostTurnOfPart = 1.0;  // largest rotation in a part of a driven way [rad]

}  // namespace

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
    count_parts();
    lead_to(1);
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

void ElasticSearch::add_node(const Vec3& place, const Vec3& target, double mass, bool moves,
                             const ScriptedMotion* motion) {
    start_.push_back(place);
    targets_.push_back(target);
    masses_.push_back(mass);
    motions_.push_back(motion);
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
    std::vector<const ScriptedMotion*> motions(body.places.size(), nullptr);
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
        for (const int v : each->vertices) {
            if (!body.held[v]) {
                moves[v] = false;
                targets[v] = body.places[v];
                motions[v] = &each->motion;
            }
        }
    }
    for (std::size_t v = 0; v < body.places.size(); ++v) {
        add_node(body.places[v], targets[v], body.solid.masses[v], moves[v], motions[v]);
    }
}

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
    const ScriptedMotion* const motion = find_motion(body.script, state_.time, h);
    for (int j = 0; j < 4; ++j) {
        add_node(body.placement.segment<3>(3 * j), targets[j], j == 0 ? body.mass : 0.0,
                 !body.fixed, motion);
    }
}

void ElasticSearch::count_parts() {
    double most = 0.0;
    for (const ScriptedMotion* const motion : motions_) {
        most = std::max(most, motion == nullptr ? 0.0 : settings_.time_step * motion->spin.norm());
    }
    parts_ = std::max(1, static_cast<int>(std::ceil(most / kMostTurnOfPart)));
}

// A script moves vertices, and the centre of mass p of an affine body, whose other three vectors it
// turns.
void ElasticSearch::lead_to(int part) {
    part_ = part;
    const double time = settings_.time_step * part / parts_;
    for (int i = 0; i < std::ssize(state_.bodies); ++i) {
        const bool is_affine = !state_.elastic[i].is_elastic();
        const int end =
            i + 1 < std::ssize(first_) ? first_[i + 1] : static_cast<int>(start_.size());
        for (int n = first_[i]; n < end; ++n) {
            if (motions_[n] == nullptr) {
                continue;
            }
            const ScriptedStep step = step_of(*motions_[n], state_.time, time, state_.origin);
            const bool is_direction = is_affine && n > first_[i];
            targets_[n] = is_direction ? Vec3(step.turn * start_[n]) : step(start_[n]);
        }
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

}  // namespace touchstone
