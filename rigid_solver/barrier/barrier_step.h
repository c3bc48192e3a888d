#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "methods/contact/contact_point.h"
#include "rigid_solver/barrier/affine_body.h"
#include "rigid_solver/barrier/barrier_memory.h"
#include "rigid_solver/barrier/barrier_settings.h"
#include "rigid_solver/barrier/block_cholesky.h"
#include "rigid_solver/barrier/elastic_body.h"
#include "rigid_solver/barrier/near_bodies.h"
#include "rigid_solver/barrier/node_matrix.h"

// Incremental potential contact of affine and elastic bodies: each step is the minimum of one
// energy,
//
//   E(q) = ½ (q − q̂)ᵀ M (q − q̂) + h² [ Ψ(q) + Σ κ m e B(s) + Σ μ λ⁰ f₀(|u|) ],
//   q̂ = q⁰ + h q̇⁰ + h² M⁻¹ f,
//
// which is implicit Euler. The barrier grows beyond bounds where surfaces would touch, and no step
// of the search takes a pair of elements below half its distance: bodies never intersect. Li et al.
// [2020], Algorithm 1.

namespace touchstone {

/// Bodies in motion under the barrier solver. Their placements count from `origin`.
struct BarrierState {
    std::vector<AffineBody> bodies;    ///< all bodies, by number in the scene
    std::vector<ElasticBody> elastic;  ///< tets and vertices of elastic bodies, by body; empty: all
                                       ///< bodies are affine, and none moves by a script
    double time = 0.0;                 ///< time since the motion began [s]
    Vec3 origin = Vec3::Zero();  ///< world position that placements count from, near the bodies,
                                 ///< which keeps coordinates small [m]
    double size = kUnset;        ///< l: diagonal of the box around the bodies that can move [m]
    double inset = 0.0;  ///< distance by which the two surfaces of a pair together lie inside the
                         ///< bodies [m]
    std::vector<PairStiffness> stiffnesses;  ///< entries of bodies that are near each other, by a,
                                             ///< then b
    NearList near;  ///< pairs of the last step, kept for speed: results do not depend on them
    BlockCholesky cholesky;  ///< linear system of affine bodies, kept for speed
    NodeMatrix matrix;       ///< linear system where bodies are elastic, kept for speed
};

/// The reasons for which the search for a minimum ends.
enum class BarrierStop : std::uint8_t {
    Converged,       ///< the next Newton step would be slower than the accuracy
    Floor,           ///< energies no longer tell steps apart, and the step is nearly there
    NoDirection,     ///< no direction was found in which the energy falls
    StepUnderflow,   ///< no share of a Newton step was found that lowers the energy
    IterationLimit,  ///< max_iterations Newton steps did not suffice
    NotFinite,       ///< a number became infinite or NaN
    Intersection     ///< an edge crosses a face: a fault of the program
};
const char* barrier_stop_id(BarrierStop stop);  ///< Returns a name such as "converged".
bool is_failure(BarrierStop stop);              ///< Returns true for all but Converged and Floor.

/// One contact of an accepted step.
struct BarrierContact {
    ContactPoint contact;          ///< contact in world frame, its force in newtons
    Vec3 friction = Vec3::Zero();  ///< friction force on B, world frame [N]
};

/// What a step did.
struct BarrierReport {
    BarrierStop stop = BarrierStop::Converged;  ///< reason for which the search ended
    int iterations = 0;                         ///< Newton steps of all solves together
    int lags = 0;                               ///< solves, each with friction made anew
    int projected = 0;    ///< factorisations for which the Hessian had to be made positive definite
    int raised = 0;       ///< times that a stiffness rose within the step
    int pairs = 0;        ///< pairs nearer than d̂ at the end
    int exact_tests = 0;  ///< pairs of an edge and a face that took exact arithmetic to decide
    double smallest_step = 1.0;   ///< smallest share of a Newton step that was taken [-]
    double largest_strain = 0.0;  ///< largest |AᵀA − 1|/2 of an affine body [-]
    int strained_body = -1;       ///< number of the body with that strain; -1: none is strained
    Deformation deformation;      ///< largest deformation of all elastic bodies
    double smallest_distance = kUnset;  ///< smallest distance of the pairs nearer than d̂ [m];
                                        ///< unset: there is none
    std::vector<double> residuals;  ///< |∇E|∞/h before each Newton step: the momentum out of
                                    ///< balance [N s]
    std::vector<double> shares;     ///< share of each Newton step that was taken [-]
    double residual = 0.0;          ///< |∇E|∞/h at the end: the momentum out of balance [N s]
    std::string trouble;  ///< what happened in a failure, and between which bodies; else empty
    std::vector<BarrierContact> contacts;  ///< contacts by bodies, then by features
};

/// Takes one time step: minimises the energy of inertia, deformation, barriers and friction. A
/// failure leaves the bodies where they were, and the report says why. The same input gives the
/// same bytes. Li et al. [2020].
BarrierReport barrier_step(BarrierState& state, const BarrierSettings& settings);

/// Throws Error, naming the bodies and their features, when an edge of one meets a face of another,
/// or of the same body where it may meet itself: a barrier method cannot start there.
void require_apart(const BarrierState& state);

/// The shape of one body for make_barrier_state.
struct BarrierShape {
    const SurfaceMesh* surface = nullptr;   ///< outer surface in the rigid body's frame [m]
    double volume = kUnset;                 ///< volume of the solid [m³]
    const ElasticShape* elastic = nullptr;  ///< tets of an elastic body, whose outer faces are the
                                            ///< surface; null: the body is affine
    std::vector<ScriptedMotion> script = {};  ///< motions of a fixed body; of those that hold the
                                              ///< first counts
};

/// Returns true where some body is elastic.
bool has_elastic_bodies(const BarrierState& state);

/// Makes the state of bodies at their start, with one shape for each. `inset`: see BarrierState.
/// Throws Error for bodies that overlap; UsageError for a d̂ that is larger than a body or than the
/// gap between parts of an elastic one, and for Newmark's rule with a body that is not elastic; and
/// the errors of make_elastic_body.
BarrierState make_barrier_state(std::span<const RigidBody> bodies,
                                std::span<const BarrierShape> shapes,
                                const BarrierSettings& settings, double inset);

/// Returns what is needed to continue from a state.
BarrierMemory memory_of(const BarrierState& state);
/// Sets a state to one that memory_of returned for the same scene: the next step is the one that
/// would have come then. The caller sets the time; the accelerations of Newmark's rule are lost.
/// Throws Error for a memory of another number of bodies, or of bodies that the scene lacks.
void restore(BarrierState& state, const BarrierMemory& memory);

/// Returns the pose and velocities of a body in world frame.
BodyState world_state(const BarrierState& state, int body);

}  // namespace touchstone
