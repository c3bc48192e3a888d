#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

#include "rigid_solver/proximal/contact_pairs.h"
#include "rigid_solver/proximal/contact_solve.h"
#include "rigid_solver/proximal/sweep/sweep_kernel.h"

// The rows of a contact, see contact_sweep.h.

namespace touchstone {

/// One number per row of a contact: normal, tangent, binormal[, torsion].
template <int N>
using RowValues = std::array<double, N>;

/// The rows of one contact: J, Y, b, and R as a diagonal.
template <int N>
struct DiagonalRows {
    static constexpr int kRows = N;
    using Layout = RowLayout<N, false>;

    Eigen::Matrix<double, 6, N> jacobian;  ///< Jᵀ: one column per row of J
    Eigen::Matrix<double, 6, N> response;  ///< Y = G Jᵀ
    RowValues<N> b{};                      ///< velocity [m/s], for the torsion row [rad/s]
    RowValues<N> r{};                      ///< diagonal of R [kg], for the torsion row [kg m²]

    /// Sets J and Y for a contact at `d` from the origin o of its pair [m], with the normal, two
    /// tangents and, if there are four rows, torsion.
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
    /// Returns λ - R (J w + b) for the twist of w.
    RowValues<N> stepped(const RowValues<N>& lambda, const Vec6& twist) const {
        RowValues<N> z;
        for (int i = 0; i < N; ++i) {
            z[i] = lambda[i] - r[i] * (jacobian.col(i).dot(twist) + b[i]);
        }
        return z;
    }

    /// Calls `visit` with each number and its place in a block.
    template <typename Self, typename Visit>
    static void visit_numbers(Self& self, Visit visit) {
        for (int i = 0; i < N; ++i) {
            for (int c = 0; c < 6; ++c) {
                visit(self.jacobian(c, i), Layout::kJacobian + 6 * i + c);
                visit(self.response(c, i), Layout::kResponse + 6 * i + c);
            }
            visit(self.b[i], Layout::kB + i);
            visit(self.r[i], Layout::kR + i);
        }
    }
    /// Returns the sweep for such rows.
    static RunSweep sweep_of(const SweepKernels& kernels) {
        return N == 3 ? kernels.diagonal_3 : kernels.diagonal_4;
    }
};

/// The rows of one contact with R in two blocks: 1 / A_nn, and the inverse of A's friction block.
template <int N>
struct BlockedRows : DiagonalRows<N> {
    using Layout = RowLayout<N, true>;

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

    /// Calls `visit` with each number and its place in a block.
    template <typename Self, typename Visit>
    static void visit_numbers(Self& self, Visit visit) {
        DiagonalRows<N>::visit_numbers(self, visit);
        for (int i = 0; i < N - 1; ++i) {
            for (int j = 0; j < N - 1; ++j) {
                visit(self.r_friction(i, j), Layout::kRFriction + i * (N - 1) + j);
            }
        }
    }
    /// Returns the sweep for such rows.
    static RunSweep sweep_of(const SweepKernels& kernels) {
        return N == 3 ? kernels.blocked_3 : kernels.blocked_4;
    }
};

/// Returns the nearest admissible impulse: first the normal part, then the friction within the disc
/// (or, with torsion, the ball) that the new normal part allows.
template <std::size_t N>
std::array<double, N> nearest_admissible(const std::array<double, N>& z, double friction) {
    std::array<double, N> lambda = z;
    lambda[0] = std::max(0.0, z[0]);
    const double radius = friction * lambda[0];
    double size_squared = z[1] * z[1] + z[2] * z[2];
    if constexpr (N == 4) {
        size_squared += z[3] * z[3];
    }
    if (size_squared > radius * radius) {
        const double share = radius / std::sqrt(size_squared);
        for (std::size_t i = 1; i < N; ++i) {
            lambda[i] *= share;
        }
    }
    return lambda;
}

}  // namespace touchstone
