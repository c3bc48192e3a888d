#include <algorithm>
#include <utility>

#include "rigid_solver/barrier/linear/semidefinite.h"
#include "rigid_solver/barrier/search/energy_search.h"

// The part of EnergySearch that computes the energy's derivatives, and solves the linear system of
// a Newton step.

namespace touchstone {
namespace {

constexpr double kMostShift = 1e5;    // largest multiple of the bodies' inertia that is added [-]
constexpr double kShiftGrowth = 4.0;  // ratio of one shift of the inertia to the one before [-]

/// Returns the bodies of a part, in order.
template <typename Part>
std::pair<int, int> bodies_of(const Part& part) {
    return {part.a, part.b};
}

/// Sets `result` to factor · source.
void set_scaled(const PairEnergy& source, double factor, PairEnergy& result) {
    using Numbers = Eigen::Map<const Eigen::VectorXd>;
    result.value = factor * source.value;
    Eigen::Map<Eigen::VectorXd>(result.gradient.data(), source.gradient.size()) =
        factor * Numbers(source.gradient.data(), source.gradient.size());
    Eigen::Map<Eigen::VectorXd>(result.hessian.data(), source.hessian.size()) =
        factor * Numbers(source.hessian.data(), source.hessian.size());
}

/// Adds 12 entries of a pair's vector, from `first` on, to a body's.
void add_part(const PairVector& source, int first, Affine& sum) {
    for (int i = 0; i < 12; ++i) {
        sum[i] += source[first + i];
    }
}

}  // namespace

void EnergySearch::assemble_bodies() {
    for (int i = 0; i < std::ssize(placements_); ++i) {
        if (number_[i] < 0) {
            continue;
        }
        const AffineBody& body = state_.bodies[i];
        shapes_[i] =
            shape_energy(linear_part(placements_[i]), settings_.shape_stiffness * body.volume);
        Affine& gradient = gradient_[number_[i]];
        gradient = inverse_h2_ * mass_times(body, placements_[i] - targets_[i]);
        for (int j = 0; j < 9; ++j) {
            gradient[3 + j] += shapes_[i].gradient[j];
        }
    }
}

// The energy of a stiffness of 1 is stored, since it outlives changes of the stiffness.
void EnergySearch::find_barrier(NearBodies& near) {
    if (near.has_barrier) {
        return;
    }
    const AffineBody& a = state_.bodies[near.a];
    const AffineBody& b = state_.bodies[near.b];
    near.barrier = {};
    add_barrier_energy(near.pairs, a, linear_part(placements_[near.a]), b,
                       linear_part(placements_[near.b]), {settings_.dhat, 1.0}, near.barrier);
    near.has_barrier = true;
}

// Fixed bodies have no gradient.
void EnergySearch::add_gradient(const PairVector& gradient, int a, int b,
                                std::vector<Affine>& sums) const {
    for (const auto& [body, first] : {std::pair(a, 0), std::pair(b, 12)}) {
        if (number_[body] >= 0) {
            add_part(gradient, first, sums[number_[body]]);
        }
    }
}

/// Computes the energy between two bodies. `near`, `lagged`: their pairs and their friction; null
/// where there are none.
void EnergySearch::assemble_pair(int a, int b, NearBodies* near, const LaggedFriction* lagged,
                                 PairPart& part) {
    part.a = a;
    part.b = b;
    if (near != nullptr) {
        find_barrier(*near);
        set_scaled(near->barrier, scale_of(a, b).stiffness, part.energy);
    } else {
        part.energy = {};
    }
    if (lagged != nullptr) {
        const FrictionBend bend = careful_steps_ > 0 ? FrictionBend::Majorant : FrictionBend::Exact;
        add_friction_energy(lagged->friction, motion_of(a, b), lagged->scale, part.energy, bend);
    }
    add_gradient(part.energy.gradient, a, b, gradient_);
}

// Pairs and friction are walked side by side, since both are sorted by bodies.
void EnergySearch::assemble_pairs() {
    part_count_ = 0;
    parts_.reserve(near().size() + friction_.size());
    const auto next_part = [&]() -> PairPart& {
        if (part_count_ == std::ssize(parts_)) {
            parts_.emplace_back();
        }
        return parts_[part_count_++];
    };
    auto lagged = friction_.begin();
    for (NearBodies& bodies : state_.near.all()) {
        if (bodies.pairs.empty()) {
            continue;
        }
        for (; lagged != friction_.end() && bodies_of(*lagged) < bodies_of(bodies); ++lagged) {
            assemble_pair(lagged->a, lagged->b, nullptr, &*lagged, next_part());
        }
        const bool with_friction =
            lagged != friction_.end() && bodies_of(*lagged) == bodies_of(bodies);
        assemble_pair(bodies.a, bodies.b, &bodies, with_friction ? &*lagged : nullptr, next_part());
        lagged += with_friction ? 1 : 0;
    }
    for (; lagged != friction_.end(); ++lagged) {
        assemble_pair(lagged->a, lagged->b, nullptr, &*lagged, next_part());
    }
}

void EnergySearch::find_gradient() {
    assemble_bodies();
    for (const NearBodies& bodies : near()) {
        if (bodies.pairs.empty()) {
            continue;
        }
        PairVector sum = PairVector::Zero();
        add_barrier_gradient(bodies.pairs, state_.bodies[bodies.a],
                             linear_part(placements_[bodies.a]), state_.bodies[bodies.b],
                             linear_part(placements_[bodies.b]), scale_of(bodies.a, bodies.b), sum);
        add_gradient(sum, bodies.a, bodies.b, gradient_);
    }
    for (const LaggedFriction& lagged : friction_) {
        PairVector sum = PairVector::Zero();
        add_friction_gradient(lagged.friction, motion_of(lagged.a, lagged.b), lagged.scale, sum);
        add_gradient(sum, lagged.a, lagged.b, gradient_);
    }
}

void EnergySearch::assemble() {
    assemble_bodies();
    assemble_pairs();
    assemble_turns();
}

// Bodies that turned on their last paths are likely to turn on the next: then the Hessian holds the
// bend of the paths.
void EnergySearch::assemble_turns() {
    if (is_straight_) {
        return;
    }
    find_pivots();
    turns_.resize(placements_.size());
    for (int i = 0; i < std::ssize(placements_); ++i) {
        if (number_[i] >= 0) {
            turns_[i] =
                turn_hessian(linear_part(placements_[i]), gradient_[number_[i]], pivots_[i]);
        }
    }
}

// Bodies turn about the mean of their contacts, weighed by forces. A turn about another point would
// move the contacts by their arm times θ²/2, and so into the other body or off it.
void EnergySearch::find_pivots() {
    pivots_.assign(placements_.size(), Vec3::Zero());
    std::vector<double> forces(placements_.size(), 0.0);
    for (const NearBodies& bodies : near()) {
        if (bodies.pairs.empty()) {
            continue;
        }
        const PairScale scale = scale_of(bodies.a, bodies.b);
        for (const BarrierPair& pair : bodies.pairs) {
            const double force = normal_force(pair, scale);
            const PairWeights weights = closest_weights(pair, state_.bodies[bodies.a].surface,
                                                        state_.bodies[bodies.b].surface);
            pivots_[bodies.a] += force * weights.segment<3>(1);
            pivots_[bodies.b] -= force * weights.segment<3>(5);
            forces[bodies.a] += force;
            forces[bodies.b] += force;
        }
    }
    for (int i = 0; i < std::ssize(pivots_); ++i) {
        pivots_[i] = forces[i] > 0.0 ? Vec3(pivots_[i] / forces[i]) : Vec3(Vec3::Zero());
    }
}

void EnergySearch::project() {
    for (int i = 0; i < part_count_; ++i) {
        PairPart& part = parts_[i];
        const int first = number_[part.a] >= 0 ? 0 : 12;
        const int end = number_[part.b] >= 0 ? 24 : 12;
        make_semidefinite(part.energy.hessian.data() + 25 * first, end - first, 24);
    }
    for (int i = 0; i < std::ssize(shapes_); ++i) {
        if (number_[i] >= 0) {
            make_semidefinite(shapes_[i].hessian.data(), 9, 9);
        }
    }
}

// The bodies' inertia is taken 1 + `shift` times, which makes the Hessian more definite.
bool EnergySearch::factor(double shift, bool with_turns) {
    graph_.clear();
    for (int i = 0; i < part_count_; ++i) {
        const PairPart& part = parts_[i];
        if (number_[part.a] >= 0 && number_[part.b] >= 0) {
            graph_.push_back({number_[part.a], number_[part.b]});
        }
    }
    BlockCholesky& cholesky = state_.cholesky;
    cholesky.set_graph(moving_, graph_);
    cholesky.clear();
    for (int i = 0; i < std::ssize(placements_); ++i) {
        if (number_[i] >= 0) {
            AffineMatrix block = mass_matrix(state_.bodies[i]);
            block *= (1.0 + shift) * inverse_h2_;
            for (int k = 0; k < 9; ++k) {
                for (int j = 0; j < 9; ++j) {
                    block(3 + j, 3 + k) += shapes_[i].hessian(j, k);
                    block(3 + j, 3 + k) += with_turns ? turns_[i](j, k) : 0.0;
                }
            }
            cholesky.add_diagonal(number_[i], block);
        }
    }
    for (int i = 0; i < part_count_; ++i) {
        const PairMatrix& hessian = parts_[i].energy.hessian;
        const int a = number_[parts_[i].a];
        const int b = number_[parts_[i].b];
        if (a >= 0) {
            cholesky.add_diagonal(a, hessian.topLeftCorner<12, 12>());
        }
        if (b >= 0) {
            cholesky.add_diagonal(b, hessian.bottomRightCorner<12, 12>());
        }
        if (a >= 0 && b >= 0) {
            cholesky.add_pair(a, b, hessian.topRightCorner<12, 12>());
        }
    }
    return cholesky.factor();
}

bool EnergySearch::solve_for_direction() {
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
    return finite && slope_ <= 0.0;
}

bool EnergySearch::find_direction(BarrierReport& report) {
    is_damped_ = false;
    if (factor(0.0, !is_straight_) && solve_for_direction()) {
        return true;
    }
    is_damped_ = true;
    ++report.projected;
    if (!is_straight_) {
        for (double shift = 1.0; shift <= kMostShift; shift *= kShiftGrowth) {
            if (factor(shift, true) && solve_for_direction()) {
                return true;
            }
        }
    }
    project();
    return factor(0.0, false) && solve_for_direction();
}

}  // namespace touchstone
