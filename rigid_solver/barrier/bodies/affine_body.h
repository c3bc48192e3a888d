#pragma once

#include <span>
#include <string>
#include <vector>

#include "methods/barrier/barrier_surface.h"
#include "methods/base/types.h"
#include "methods/elastic/scripted_motion.h"
#include "methods/mesh/surface_mesh.h"
#include "rigid_solver/rigid_body.h"

namespace touchstone {

// An affine body deforms evenly, x = p + A X, and is so stiff that it looks rigid. Its twelve
// unknowns are q = (p, a₁, a₂, a₃) with the columns of A = (a₁ a₂ a₃). A material point X, from the
// centre of mass, has the weights w = (1, X), so that x = Σ_j w_j q_j.

/// The unknowns q of a body, or their rates, or a force on them.
using Affine = Eigen::Matrix<double, 12, 1>;
/// Second derivatives of an energy by the unknowns of a body.
using AffineMatrix = Eigen::Matrix<double, 12, 12>;

/// A body with its mass, its surface and its motion, as the barrier solver moves it.
struct AffineBody {
    std::string name;                    ///< name for messages
    bool fixed = false;                  ///< true: it does not move, or by its script alone
    std::vector<ScriptedMotion> script;  ///< motions of a fixed body; of those that hold the first
                                         ///< counts
    bool is_thin = false;               ///< true: an obstacle without an inside, which is not moved
                                        ///< in as others are
    bool meets_itself = false;          ///< true: parts of its surface may touch each other
    double mass = kUnset;               ///< m [kg]; ignored when fixed
    Mat3 second_moment = Mat3::Zero();  ///< S = ∫ρ X Xᵀ [kg m²]; ignored when fixed
    double volume = kUnset;             ///< volume of the solid [m³]
    Vec3 center_of_mass = Vec3::Zero();  ///< centre of mass in the rigid body's frame [m]
    BarrierSurface surface;              ///< surface, its points from the centre of mass [m]
    Affine placement = Affine::Zero();   ///< q
    Affine velocity = Affine::Zero();    ///< q̇
};

/// Makes an affine body with the mass and motion of a rigid one. `surface`: in the rigid body's
/// frame [m]; `volume`: of the solid [m³].
AffineBody make_affine_body(const RigidBody& body, const SurfaceMesh& surface, double volume,
                            BarrierPrimitives primitives);

/// Returns A, the linear part of a placement, or Ȧ of a velocity.
Mat3 linear_part(const Affine& placement);
/// Returns the rotation nearest to A in the Frobenius norm; det A must be above 0.
Mat3 nearest_rotation(const Mat3& linear);

/// Returns all points of the surface at a placement, world frame [m].
std::vector<Vec3> placed_points(const AffineBody& body, const Affine& placement);
/// Sets `points` to what placed_points returns, without an allocation when it was used before.
void place_points(const AffineBody& body, const Affine& placement, std::vector<Vec3>& points);

/// Returns the pose and velocities of a body: the rotation nearest to A, and the angular velocity
/// of the skew part of Ȧ A⁻¹.
BodyState rigid_state(const AffineBody& body);

/// Returns the pose and velocities of a body with this rotation and `spin`, its angular velocity in
/// world frame [rad/s].
BodyState rigid_state(const AffineBody& body, const Mat3& rotation, const Vec3& spin);

/// Returns the mass matrix M: m on p, S ⊗ 1 on A.
AffineMatrix mass_matrix(const AffineBody& body);
/// Returns M times a vector.
Affine mass_times(const AffineBody& body, const Affine& vector);

/// The energy Ψ = κ_⊥ V |AᵀA − 1|² against deformation, and its derivatives by (a₁, a₂, a₃), all in
/// joules.
struct ShapeEnergy {
    double value = 0.0;  ///< Ψ
    Eigen::Matrix<double, 9, 1> gradient = Eigen::Matrix<double, 9, 1>::Zero();
    Eigen::Matrix<double, 9, 9> hessian = Eigen::Matrix<double, 9, 9>::Zero();
};
/// Returns Ψ [J]. `stiffness`: κ_⊥ V [J].
double shape_energy_value(const Mat3& linear, double stiffness);
/// Returns Ψ with its derivatives. `stiffness`: κ_⊥ V [J].
ShapeEnergy shape_energy(const Mat3& linear, double stiffness);

}  // namespace touchstone
