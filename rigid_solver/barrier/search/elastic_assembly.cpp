#include <algorithm>

#include "rigid_solver/barrier/linear/semidefinite.h"
#include "rigid_solver/barrier/search/elastic_search.h"

// The part of ElasticSearch that computes the energy's derivatives by nodes, and solves the linear
// system of a Newton step.

namespace touchstone {
namespace {

constexpr int kMostAttempts = 3;  // searches for a direction that reverses no slip

}  // namespace

void ElasticSearch::append_block(int node, int other) {
    const int i = unknown_[node];
    const int j = unknown_[other];
    if (i >= 0 && j >= 0 && i < j) {
        blocks_.push_back({i, j});
    }
}

// Vertices of one tet have a block, and so have the four vectors of an affine body.
void ElasticSearch::find_static_blocks() {
    for (int i = 0; i < std::ssize(state_.bodies); ++i) {
        for (const Tet& tet : state_.elastic[i].solid.tets) {
            for (const int v : tet) {
                for (const int w : tet) {
                    append_block(first_[i] + v, first_[i] + w);
                }
            }
        }
        for (int j = 1; j < 4 && !state_.elastic[i].is_elastic(); ++j) {
            for (int k = j + 1; k < 4; ++k) {
                append_block(first_[i] + j, first_[i] + k);
            }
        }
    }
    std::ranges::sort(blocks_);
    blocks_.erase(std::ranges::unique(blocks_).begin(), blocks_.end());
    static_blocks_ = blocks_;
}

void ElasticSearch::append_blocks(int a, int b, const PairPoints& points) {
    std::array<int, 16> nodes;
    int count = 0;
    for (int i = 0; i < points.count; ++i) {
        const Shares shares = shares_of(i < points.of_a ? a : b, points.place[i]);
        for (int k = 0; k < shares.count; ++k) {
            nodes[count++] = shares.of[k].node;
        }
    }
    for (int i = 0; i < count; ++i) {
        for (int k = 0; k < count; ++k) {
            append_block(nodes[i], nodes[k]);
        }
    }
}

void ElasticSearch::set_blocks() {
    blocks_.clear();
    for (const NearBodies& bodies : near()) {
        for (const BarrierPair& pair : bodies.pairs) {
            append_blocks(bodies.a, bodies.b, points_of(pair));
        }
    }
    for (const LaggedPointFriction& lagged : friction_) {
        for (const PointFriction& each : lagged.friction) {
            append_blocks(lagged.a, lagged.b, each.points);
        }
    }
    std::ranges::sort(blocks_);
    const auto middle = static_cast<std::ptrdiff_t>(blocks_.size());
    blocks_.insert(blocks_.end(), static_blocks_.begin(), static_blocks_.end());
    std::inplace_merge(blocks_.begin(), blocks_.begin() + middle, blocks_.end());
    blocks_.erase(std::ranges::unique(blocks_).begin(), blocks_.end());
    matrix_.set_blocks(unknowns_, blocks_);
}

void ElasticSearch::add_block(int node, int other, const Mat3& block) {
    const int i = unknown_[node];
    const int j = unknown_[other];
    if (i >= 0 && j >= 0) {
        matrix_.add(i, j, block);
    } else if (i >= 0) {
        pull_[i] += block * way_of(other);
    }
}

void ElasticSearch::assemble_affine(int body, bool semidefinite) {
    const AffineBody& affine = state_.bodies[body];
    const int first = first_[body] + 1;
    Mat3 linear;
    Mat3 off;
    for (int j = 0; j < 3; ++j) {
        linear.col(j) = nodes_[first + j];
        off.col(j) = nodes_[first + j] - targets_[first + j];
    }
    ShapeEnergy shape = shape_energy(linear, settings_.shape_stiffness * affine.volume);
    if (semidefinite) {
        make_semidefinite(shape.hessian.data(), 9, 9);
    }
    const Mat3 force = inverse_h2_ * off * affine.second_moment;
    for (int j = 0; j < 3; ++j) {
        gradient_[first + j] += force.col(j) + shape.gradient.segment<3>(3 * j);
        for (int l = 0; l < 3; ++l) {
            const Mat3 block = shape.hessian.block<3, 3>(3 * j, 3 * l) +
                               inverse_h2_ * affine.second_moment(j, l) * Mat3::Identity();
            add_block(first + j, first + l, block);
        }
    }
}

void ElasticSearch::assemble_elastic(int body, bool semidefinite) {
    const ElasticTets& solid = state_.elastic[body].solid;
    const std::span<const Vec3> vertices = vertices_of(body, nodes_);
    for (int t = 0; t < std::ssize(solid.tets); ++t) {
        const TetDerivatives tet = tet_derivatives(solid, t, vertices, semidefinite);
        for (int i = 0; i < 4; ++i) {
            const int node = first_[body] + solid.tets[t][i];
            gradient_[node] += tet.gradient.segment<3>(3 * i);
            for (int j = 0; j < 4; ++j) {
                add_block(node, first_[body] + solid.tets[t][j],
                          tet.hessian.block<3, 3>(3 * i, 3 * j));
            }
        }
    }
}

// A point is a weighted sum of nodes, so by the chain rule the derivatives by points spread to the
// nodes with the same weights.
void ElasticSearch::assemble_contact(int a, int b, const PairPoints& points, PointEnergy& energy,
                                     bool semidefinite) {
    if (semidefinite) {
        make_semidefinite(energy.hessian.data(), 12, 12);
    }
    std::array<Shares, 4> shares;
    for (int i = 0; i < points.count; ++i) {
        shares[i] = shares_of(i < points.of_a ? a : b, points.place[i]);
    }
    for (int i = 0; i < points.count; ++i) {
        for (int s = 0; s < shares[i].count; ++s) {
            const Share& row = shares[i].of[s];
            gradient_[row.node] += row.weight * energy.gradient.segment<3>(3 * i);
            if (unknown_[row.node] < 0) {
                continue;
            }
            for (int j = 0; j < points.count; ++j) {
                for (int t = 0; t < shares[j].count; ++t) {
                    const Share& column = shares[j].of[t];
                    add_block(
                        row.node, column.node,
                        row.weight * column.weight * energy.hessian.block<3, 3>(3 * i, 3 * j));
                }
            }
        }
    }
}

void ElasticSearch::assemble_contacts(bool semidefinite) {
    for (const NearBodies& bodies : near()) {
        const PairPlaces surfaces = placed(bodies.a, bodies.b, points_);
        for (const BarrierPair& pair : bodies.pairs) {
            PointEnergy energy;
            const PairPoints points = points_of(pair);
            add_barrier_energy(pair, points, surfaces, scale_of(bodies.a, bodies.b), energy);
            assemble_contact(bodies.a, bodies.b, points, energy, semidefinite);
        }
    }
}

// The Hessian of friction is positive semidefinite as it is. A pair that is made to stick takes the
// Hessian of sticking; the difference of the gradients is kept apart in `pull_`, since the energy
// that the search compares stays that of sliding.
void ElasticSearch::assemble_friction() {
    for (const LaggedPointFriction& lagged : friction_) {
        const PairPlaces start = placed(lagged.a, lagged.b, start_points_);
        const PairPlaces now = placed(lagged.a, lagged.b, points_);
        for (std::size_t i = 0; i < lagged.friction.size(); ++i) {
            const PointFriction& each = lagged.friction[i];
            const Vec3 slip = slip_of(each, start, now);
            PointEnergy energy;
            add_friction_energy(each, slip, lagged.scale, energy);
            if (lagged.turning[i]) {
                PointEnergy sticking;
                add_sticking_energy(each, slip, lagged.scale, sticking);
                add_pull(lagged, each.points, sticking.gradient - energy.gradient);
                energy.hessian = sticking.hessian;
            }
            assemble_contact(lagged.a, lagged.b, each.points, energy, false);
        }
    }
}

void ElasticSearch::add_pull(const LaggedPointFriction& lagged, const PairPoints& points,
                             const Eigen::Matrix<double, 12, 1>& gradient) {
    for (int i = 0; i < points.count; ++i) {
        const Shares shares = shares_of(i < points.of_a ? lagged.a : lagged.b, points.place[i]);
        for (int s = 0; s < shares.count; ++s) {
            const int unknown = unknown_[shares.of[s].node];
            if (unknown >= 0) {
                pull_[unknown] += shares.of[s].weight * gradient.segment<3>(3 * i);
            }
        }
    }
}

void ElasticSearch::assemble(bool semidefinite) {
    set_blocks();
    std::ranges::fill(gradient_, Vec3(Vec3::Zero()));
    std::ranges::fill(pull_, Vec3(Vec3::Zero()));
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (unknown_[n] >= 0) {
            const double weight = inverse_h2_ * masses_[n];
            gradient_[n] = weight * (nodes_[n] - targets_[n]);
            add_block(static_cast<int>(n), static_cast<int>(n), weight * Mat3::Identity());
        }
    }
    for (int i = 0; i < std::ssize(state_.bodies); ++i) {
        if (state_.elastic[i].is_elastic()) {
            assemble_elastic(i, semidefinite);
        } else if (!state_.bodies[i].fixed) {
            assemble_affine(i, semidefinite);
        }
    }
    assemble_contacts(semidefinite);
    assemble_friction();
}

bool ElasticSearch::solve_for_direction() {
    direction_.resize(unknowns_);
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (unknown_[n] >= 0) {
            direction_[unknown_[n]] = -(gradient_[n] + pull_[unknown_[n]]);
        }
    }
    matrix_.solve(direction_);
    slope_ = 0.0;
    bool finite = true;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        const Vec3 way = way_of(static_cast<int>(n));
        slope_ += gradient_[n].dot(way);
        finite = finite && way.allFinite();
    }
    return finite && (slope_ <= 0.0 || shortfall() > 0.0);
}

// The exact Hessian makes the best steps; where it is not positive definite, its terms are made
// semidefinite one by one.
bool ElasticSearch::find_plain_direction(BarrierReport& report) {
    assemble(false);
    if (matrix_.factor() && solve_for_direction()) {
        return true;
    }
    ++report.projected;
    assemble(true);
    return matrix_.factor() && solve_for_direction();
}

void ElasticSearch::set_ends() {
    trial_ = nodes_;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        trial_[n] = unknown_[n] < 0 ? targets_[n] : Vec3(nodes_[n] + direction_[unknown_[n]]);
    }
    set_points(trial_, end_points_);
}

// A slip turns round when it points, at the end of the direction, against where it points now.
bool ElasticSearch::mark_turning() {
    bool found = false;
    for (LaggedPointFriction& lagged : friction_) {
        const PairPlaces start = placed(lagged.a, lagged.b, start_points_);
        const PairPlaces now = placed(lagged.a, lagged.b, points_);
        const PairPlaces end = placed(lagged.a, lagged.b, end_points_);
        for (std::size_t i = 0; i < lagged.friction.size(); ++i) {
            const Vec3 slip = slip_of(lagged.friction[i], start, now);
            const bool turns = slip.norm() > lagged.scale.slip &&
                               slip.dot(slip_of(lagged.friction[i], start, end)) < 0.0;
            found = found || (turns && !lagged.turning[i]);
            lagged.turning[i] = lagged.turning[i] || turns;
        }
    }
    return found;
}

// The energy of friction has a kink where a slip turns round, and no curvature along the slip, so
// Newton's method would jump to and fro. A direction across kinks is found anew as if these pairs
// stuck, as long as the energy falls along it.
bool ElasticSearch::find_direction(BarrierReport& report) {
    for (LaggedPointFriction& lagged : friction_) {
        std::fill(lagged.turning.begin(), lagged.turning.end(), false);
    }
    if (!find_plain_direction(report)) {
        return false;
    }
    set_ends();
    for (int attempt = 0; attempt < kMostAttempts && mark_turning(); ++attempt) {
        const std::vector<Vec3> plain = direction_;
        const double plain_slope = slope_;
        if (!find_plain_direction(report)) {
            direction_ = plain;
            slope_ = plain_slope;
            set_ends();
            break;
        }
        set_ends();
    }
    return true;
}

}  // namespace touchstone
