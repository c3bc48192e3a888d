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

// A body that may be deformed evenly, and is so stiff that it looks rigid: x = p + A X. Its twelve
// unknowns are q = (p, a₁, a₂, a₃) with A = (a₁ a₂ a₃). A point X has the weights w = (1, X), and
// x = Σ_j w_j q_j. Its frame has the centre of mass at the origin.

/// Unknowns of a body, or a force on them.
using Affine = Eigen::Matrix<double, 12, 1>;
/// Second derivatives by them.
using AffineMatrix = Eigen::Matrix<double, 12, 12>;

struct AffineBody {
    std::string name;  ///< name for messages
    bool fixed = false;
    std::vector<ScriptedMotion> script;  ///< by which a fixed body moves nevertheless
    bool meets_itself = false;           ///< true: parts of its surface may touch each other
    double mass = kUnset;                ///< [kg]; ignored when fixed
    Mat3 second_moment = Mat3::Zero();   ///< S = ∫ρ X Xᵀ [kg m²]; ignored when fixed
    double volume = kUnset;              ///< [m³]
    Vec3 center_of_mass = Vec3::Zero();  ///< in the rigid body's frame [m]
    BarrierSurface surface;              ///< points X from the centre of mass [m]
    Affine placement = Affine::Zero();   ///< q
    Affine velocity = Affine::Zero();    ///< q̇
};

/// Makes the affine body of a rigid one, with this surface in its frame. `volume` of the solid
/// [m³].
AffineBody make_affine_body(const RigidBody& body, const SurfaceMesh& surface, double volume,
                            BarrierPrimitives primitives);

/// Returns A.
Mat3 linear_part(const Affine& placement);
/// Returns the rotation nearest to A, whose determinant must be above 0.
Mat3 nearest_rotation(const Mat3& linear);

/// Returns all points of the surface at a placement, world frame [m].
std::vector<Vec3> placed_points(const AffineBody& body, const Affine& placement);
/// Sets `points` to the same, without a new allocation when it has been used before.
void place_points(const AffineBody& body, const Affine& placement, std::vector<Vec3>& points);

/// Returns the pose and velocities of the body: the rotation nearest to A, and of Ȧ A⁻¹ the part
/// that rotates.
BodyState rigid_state(const AffineBody& body);

/// Returns the pose and velocities of a body of which the rotation [-] and the spin [rad/s] are
/// known.
BodyState rigid_state(const AffineBody& body, const Mat3& rotation, const Vec3& spin);

/// Returns the mass matrix: m on p, S ⊗ 1 on A.
AffineMatrix mass_matrix(const AffineBody& body);
/// Returns the product of the mass matrix and a vector.
Affine mass_times(const AffineBody& body, const Affine& vector);

/// The energy Ψ = κ_⊥ V |AᵀA − 1|² against deformation [J], with derivatives by a₁, a₂, a₃.
struct ShapeEnergy {
    double value = 0.0;
    Eigen::Matrix<double, 9, 1> gradient = Eigen::Matrix<double, 9, 1>::Zero();
    Eigen::Matrix<double, 9, 9> hessian = Eigen::Matrix<double, 9, 9>::Zero();
};
/// Returns the energy alone [J]. `stiffness`: κ_⊥ V.
double shape_energy_value(const Mat3& linear, double stiffness);
/// Returns the energy with its derivatives.
ShapeEnergy shape_energy(const Mat3& linear, double stiffness);

}  // namespace touchstone
