#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "rigid_solver/proximal/contact_pairs.h"

// The problem. With u the bodies' velocities before the step, f the forces and W the inverse
// masses, the velocities after it are
//
//     u⁺ = u + Δt W f + W Jᵀ λ,
//
// and the impulses λ obey, for every contact with its rows n (normal) and f (friction),
//
//     0 ≤ λ_n  ⊥  (J_n u⁺) ≥ 0,            -(J_f u⁺) ∈ normal cone of {‖λ_f‖ ≤ μ λ_n} at λ_f.
//
// Both say that λ is a fixed point, for any R > 0, of a step against the velocity followed by the
// nearest point of the set of admissible impulses (the proximal operator):
//
//     λ_n = max(0, λ_n - R_n (J u⁺)_n),     λ_f = nearest point to λ_f - R_f (J u⁺)_f in the disc
//                                                 of radius μ λ_n around 0.
//
// The nearest point in the plain norm means that R_f must be one number for all friction rows: with
// another R_f per row the fixed point has friction against R_f (J u⁺)_f instead (see RStrategy).
//
// A contact may be reported before its bodies touch, while they are apart by s > 0. With J_n u⁺ ≥ 0
// (GapRule::Ignore, the paper's) they never close that gap: what a residual has opened stays open,
// and accumulates. Linearised in the displacement Δt u⁺, "no overlap at the next query" is s + Δt
// J_n u⁺ ≥ 0, the condition of Stewart & Trinkle [1996]:
//
//    0 ≤ λ_n  ⊥  J_n u⁺ + max(0, s) / Δt ≥ 0                                  (GapRule::Close).
//
// This is the problem above with max(0, s) / Δt added to b_n. It holds from one query to the next,
// so it suits both kinds of stepping: queries of the midpoint scheme, too, are a whole step of u⁺
// apart as long as the velocity stays. Where approaching bodies are to bounce, e > 0, the condition
// for the bounce J_n u⁺ ≥ -e J_n u stays as it was: closing the gap first would cost speed.
//
// The linearised gap is too small where bodies turn: the corner of a wheel that rolls to the ground
// moves down now, and will be moving along the ground when it arrives. To second order the turning
// of both bodies, ω × (ω × r) each, opens the gap by a t² / 2, with a its component along n. The
// largest speed of approach w at which s - w t + a t² / 2 stays above 0 for all t up to Δt is
//
//    w = √(2 s a)  if the minimum lies within the step, 2 s < a Δt²;     s / Δt + a Δt / 2
//    otherwise,
//
// and takes the place of s / Δt wherever a > 0. An impact that ends the turning ends the second
// order with it: where the velocities found turn less, a is that of these, and the sweeps go on.
//
// A sweep applies this contact by contact, each time with the newest λ. J W Jᵀ is never formed: a
// contact depends on the others only through w = W Jᵀ λ, six numbers per body, and J u⁺ = J w + b
// with b = J (u + Δt W f) constant. Erleben [2018], §6; Erleben [2017], Alg. 1.
//
// Sweeps pass what a contact knows to its neighbours, so a stack of n bodies needs of the order of
// n² of them. Acceleration::Conjugate takes a sweep's change g = λ' - λ for the gradient of a
// conjugate gradient method, as Silcowitz-Hansen et al. [2010] do:
//
//     β = ‖g‖² / ‖g of the sweep before‖²,     λ ← λ' + β p,     p ← β p + g,
//
// and from β > 1 on begins anew, p = 0. The next sweep makes admissible what the step along p made
// of λ. w is linear in λ, and goes along.
//
// The contacts of a run with the same two bodies A and B depend only on the relative motion of
// these. With o the mean of their points and x_A = o - c_A, x_B = o - c_B, that is the twist
//
//     τ = (v_B + ω_B × x_B - v_A - ω_A × x_A,  ω_B - ω_A),
//
// in which the row of a contact at p, d = p - o, for a direction e is  J_e = (e, d × e). An impulse
// of the contact is the wrench Jᵀ Δλ at o, on B and opposite on A, and it changes τ by G Jᵀ Δλ with
// the 6 × 6 matrix G of the pair (see pair_mobility). So a run reads w of its bodies once, works
// only on τ with the precomputed products Y = G Jᵀ, and adds its total wrench to w at its end. The
// iteration is the same; it takes half the arithmetic, and half the length of its longest chain.

namespace touchstone {

/// One number per row of a contact: normal, tangent, binormal[, torsion]. A plain array, which the
/// sweep keeps in registers.
template <int N>
using RowValues = std::array<double, N>;

/// The rows of one contact: J, Y, b, and R as a diagonal.
template <int N>
struct DiagonalRows {
    static constexpr int kRows = N;

    Eigen::Matrix<double, 6, N> jacobian;  ///< Jᵀ: one column per row of J
    Eigen::Matrix<double, 6, N> response;  ///< Y = G Jᵀ
    RowValues<N> b{};                      ///< velocity [m/s], for the torsion row [rad/s]
    RowValues<N> r{};                      ///< diagonal of R [kg], for the torsion row [kg m²]

    /// Sets J and Y for a contact at `d` from the centre of mass [m], with the normal, two tangents
    /// and, if there are four rows, torsion.
    void set_jacobian(const ContactFrame& frame, const Vec3& d, const Mat6& mobility) {
        jacobian.col(0) << frame.normal, d.cross(frame.normal);
        jacobian.col(1) << frame.tangent, d.cross(frame.tangent);
        jacobian.col(2) << frame.binormal, d.cross(frame.binormal);
        if constexpr (N == 4) {
            jacobian.col(3) << Vec3::Zero(), frame.normal;
        }
        response = mobility * jacobian;
    }
    /// Sets R from the diagonal of J W Jᵀ, by the strategy of the settings.
    void set_step_length(const SolverSettings& settings) {
        double stiffest = 0.0;
        for (int i = 0; i < N; ++i) {
            const double a = jacobian.col(i).dot(response.col(i));  // diagonal entry of J W Jᵀ
            r[i] = settings.r_strategy == RStrategy::Global ? settings.global_r : 1.0 / a;
            stiffest = i == 0 ? stiffest : std::max(stiffest, a);
        }
        if (settings.r_strategy == RStrategy::Local) {
            std::fill(r.begin() + 1, r.end(), 1.0 / stiffest);
        }
    }
    /// Multiplies R by a factor.
    void scale_r(double factor) {
        for (double& each : r) {
            each *= factor;
        }
    }
    /// Returns λ - R (J w + b) for the twist of w. Always inlined, like the function below: a
    /// result in memory costs more than the arithmetic.
    [[gnu::always_inline]] RowValues<N> stepped(const RowValues<N>& lambda,
                                                const Vec6& twist) const {
        RowValues<N> z;
#pragma GCC unroll 4
        for (int i = 0; i < N; ++i) {
            z[i] = lambda[i] - r[i] * (jacobian.col(i).dot(twist) + b[i]);
        }
        return z;
    }
};

/// The rows of one contact with R in two blocks: 1 / A_nn, and the inverse of A's friction block.
template <int N>
struct BlockedRows : DiagonalRows<N> {
    Eigen::Matrix<double, N - 1, N - 1> r_friction;

    /// Sets R to the inverses of the two blocks.
    void set_step_length(const SolverSettings& /*settings*/) {
        const Eigen::Matrix<double, N, N> a = this->jacobian.transpose() * this->response;
        this->r[0] = 1.0 / a(0, 0);
        r_friction = a.template bottomRightCorner<N - 1, N - 1>().inverse();
    }
    /// Multiplies R by a factor.
    void scale_r(double factor) {
        this->r[0] *= factor;
        r_friction *= factor;
    }
    /// Returns λ - R (J w + b), with friction rows coupled.
    RowValues<N> stepped(const RowValues<N>& lambda, const Vec6& twist) const {
        Eigen::Matrix<double, N, 1> velocity = this->jacobian.transpose() * twist;
        for (int i = 0; i < N; ++i) {
            velocity[i] += this->b[i];
        }
        RowValues<N> z = lambda;
        z[0] -= this->r[0] * velocity[0];
        for (int i = 1; i < N; ++i) {
            z[i] -= r_friction.row(i - 1).dot(velocity.template tail<N - 1>());
        }
        return z;
    }
};

/// Returns the nearest admissible impulse: first the normal part, then the friction within the disc
/// (or, with torsion, the ball) that the new normal part allows.
template <std::size_t N>
[[gnu::always_inline]] inline std::array<double, N> nearest_admissible(
    const std::array<double, N>& z, double friction) {
    std::array<double, N> lambda = z;
    lambda[0] = std::max(0.0, z[0]);
    const double radius = friction * lambda[0];
    double size_squared = z[1] * z[1] + z[2] * z[2];
    if constexpr (N == 4) {
        size_squared += z[3] * z[3];
    }
    // Sticking contacts, the majority, need neither square root nor division.
    if (size_squared > radius * radius) {
        const double share = radius / std::sqrt(size_squared);
#pragma GCC unroll 4
        for (std::size_t i = 1; i < N; ++i) {
            lambda[i] *= share;
        }
    }
    return lambda;
}

/// The result of one sweep.
struct SweepResult {
    double residual = 0.0;  ///< largest |change of λ| [N s]
    double largest = 0.0;   ///< largest |λ| [N s]
};

/// λ, w and the rows, stored in the order of the sweep.
template <typename Rows>
class SweepState {
 public:
    using Lambda = RowValues<Rows::kRows>;

    SweepState(std::span<const SolveBody> bodies, std::span<const ContactPair> pairs,
               std::size_t contacts, double friction)
        : bodies_(bodies),
          pairs_(pairs),
          friction_(friction),
          rows_(contacts),
          accepted_(contacts, Lambda{}),
          trial_(contacts, Lambda{}),
          w_(bodies.size()),
          accepted_w_(bodies.size()) {}

    /// Returns the rows of contact k, in the order of the sweep.
    Rows& rows(int k) { return rows_[k]; }
    /// Returns the last accepted λ of contact k; to be set before begin().
    Lambda& lambda(int k) { return accepted_[k]; }

    /// Computes w from λ.
    void begin() {
        accepted_w_ = w_ = velocity_change();
        direction_.clear();
        last_size_ = 0.0;
    }

    /// Runs one Gauss-Seidel sweep from the last accepted λ and w.
    SweepResult run() {
        SweepResult result;
        for (const ContactPair& pair : pairs_) {
            run(pair, result);
        }
        return result;
    }
    /// Accepts the impulses of the last sweep.
    void accept() {
        accepted_.swap(trial_);
        accepted_w_ = w_;
    }
    /// Drops the impulses of the last sweep.
    void reject() { w_ = accepted_w_; }

    /// Moves the impulses of the last sweep on along the conjugate direction; before accept().
    void go_on() {
        double size = 0.0;
        for (std::size_t k = 0; k < trial_.size(); ++k) {
            for (int i = 0; i < Rows::kRows; ++i) {
                const double change = trial_[k][i] - accepted_[k][i];
                size += change * change;
            }
        }
        if (direction_.empty()) {
            direction_.assign(trial_.size(), Lambda{});
            direction_w_.assign(w_.size(), Vec6::Zero());
        }
        const double share = last_size_ > 0.0 ? size / last_size_ : 0.0;
        last_size_ = size;
        // Begun anew, the direction is none.
        const double along = share > 1.0 ? 0.0 : share;
        const double across = share > 1.0 ? 0.0 : 1.0;
        for (std::size_t k = 0; k < trial_.size(); ++k) {
            for (int i = 0; i < Rows::kRows; ++i) {
                const double change = trial_[k][i] - accepted_[k][i];
                const double step = along * direction_[k][i];
                trial_[k][i] += step;
                direction_[k][i] = step + across * change;
            }
        }
        for (std::size_t b = 0; b < w_.size(); ++b) {
            const Vec6 change = w_[b] - accepted_w_[b];
            const Vec6 step = along * direction_w_[b];
            w_[b] += step;
            direction_w_[b] = step + across * change;
        }
    }
    /// Multiplies R of every contact by a factor.
    void scale_r(double factor) {
        for (Rows& rows : rows_) {
            rows.scale_r(factor);
        }
    }

    /// Returns the largest change that a step with R / `scale` would make to the accepted λ and
    /// their w.
    double error(double scale) const {
        const std::vector<Vec6> w = velocity_change();
        double largest = 0.0;
        for (const ContactPair& pair : pairs_) {
            const Vec6 twist = relative_twist(pair, w);
            for (int k = pair.first; k < pair.first + pair.count; ++k) {
                // Scaling up the change made with R instead would lose it in the rounding of λ.
                Rows unscaled = rows_[k];
                unscaled.scale_r(1.0 / scale);
                const Lambda z = unscaled.stepped(accepted_[k], twist);
                const Lambda lambda = nearest_admissible(z, friction_);
                for (int i = 0; i < Rows::kRows; ++i) {
                    largest = std::max(largest, std::abs(lambda[i] - accepted_[k][i]));
                }
            }
        }
        return largest;
    }

    /// Returns W Jᵀ λ recomputed from the accepted λ, free of the rounding that sweeps accumulate.
    std::vector<Vec6> velocity_change() const {
        std::vector<Vec6> w(bodies_.size(), Vec6::Zero());
        for (const ContactPair& pair : pairs_) {
            Vec6 wrench = Vec6::Zero();
            for (int k = pair.first; k < pair.first + pair.count; ++k) {
                for (int i = 0; i < Rows::kRows; ++i) {
                    wrench += accepted_[k][i] * rows_[k].jacobian.col(i);
                }
            }
            apply(pair, wrench, w);
        }
        return w;
    }

 private:
    void run(const ContactPair& pair, SweepResult& result) {
        Vec6 twist = relative_twist(pair, w_);
        Vec6 wrench = Vec6::Zero();
        double residual = 0.0;
        double largest = 0.0;
        for (int k = pair.first; k < pair.first + pair.count; ++k) {
            const Rows& rows = rows_[k];
            const Lambda& before = accepted_[k];
            const Lambda lambda = nearest_admissible(rows.stepped(before, twist), friction_);
            trial_[k] = lambda;
#pragma GCC unroll 4
            for (int i = 0; i < Rows::kRows; ++i) {
                const double change = lambda[i] - before[i];
                twist += change * rows.response.col(i);
                wrench += change * rows.jacobian.col(i);
                residual = std::max(residual, std::abs(change));
                largest = std::max(largest, std::abs(lambda[i]));
            }
        }
        result.residual = std::max(result.residual, residual);
        result.largest = std::max(result.largest, largest);
        apply(pair, wrench, w_);
    }

    static Vec6 relative_twist(const ContactPair& pair, const std::vector<Vec6>& w) {
        const Vec6& w_a = w[pair.body_a];
        const Vec6& w_b = w[pair.body_b];
        return touchstone::relative_twist(pair, w_a.head<3>(), w_a.tail<3>(), w_b.head<3>(),
                                          w_b.tail<3>());
    }

    /// Adds W times the wrench (P, M) at o, on B and opposite on A.
    void apply(const ContactPair& pair, const Vec6& wrench, std::vector<Vec6>& w) const {
        const Vec3 impulse = wrench.head<3>();
        const Vec3 moment = wrench.tail<3>();
        const SolveBody& a = bodies_[pair.body_a];
        const SolveBody& b = bodies_[pair.body_b];
        Vec6& w_a = w[pair.body_a];
        Vec6& w_b = w[pair.body_b];
        w_a.head<3>() -= a.inverse_mass * impulse;
        w_a.tail<3>() -= a.inverse_inertia * (moment + pair.origin_a.cross(impulse));
        w_b.head<3>() += b.inverse_mass * impulse;
        w_b.tail<3>() += b.inverse_inertia * (moment + pair.origin_b.cross(impulse));
    }

    std::span<const SolveBody> bodies_;
    std::span<const ContactPair> pairs_;
    double friction_;
    std::vector<Rows> rows_;
    std::vector<Lambda> accepted_;
    std::vector<Lambda> trial_;
    std::vector<Vec6> w_;            ///< W Jᵀ λ after the current sweep: (v, ω) per body
    std::vector<Vec6> accepted_w_;   ///< w of the last accepted λ
    std::vector<Lambda> direction_;  ///< p; empty before the first step along it
    std::vector<Vec6> direction_w_;  ///< W Jᵀ p
    double last_size_ = 0.0;         ///< ‖g‖² of the sweep before
};

}  // namespace touchstone
