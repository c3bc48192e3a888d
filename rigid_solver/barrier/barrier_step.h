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

/// Bodies in motion, placed from `origin`.
struct BarrierState {
    std::vector<AffineBody> bodies;
    std::vector<ElasticBody> elastic;  ///< by body; empty: all of them are affine, and none moves
                                       ///< by a script
    double time = 0.0;                 ///< since the motion began [s]
    Vec3 origin = Vec3::Zero();  ///< of all placements, world frame: keeps coordinates small [m]
    double size = kUnset;        ///< l: diagonal of the box around the bodies that can move [m]
    double inset = 0.0;  ///< how far the two surfaces of a pair together lie inside the bodies [m]
    std::vector<PairStiffness> stiffnesses;  ///< of bodies that are near each other, by a, then b
    NearList near;                           ///< kept for speed: results do not depend on it
    BlockCholesky cholesky;                  ///< likewise, for its order
    NodeMatrix matrix;                       ///< likewise, where bodies are elastic
};

/// The reasons for which the search for a minimum ends.
enum class BarrierStop : std::uint8_t {
    Converged,       ///< the next Newton step would be slower than the accuracy
    Floor,           ///< energies no longer tell steps apart, and the step is nearly there
    NoDirection,     ///< no direction in which the energy falls
    StepUnderflow,   ///< no length at which it falls
    IterationLimit,  ///< max_iterations
    NotFinite,       ///< a number is not finite
    Intersection     ///< an edge crosses a face: a fault of the program
};
const char* barrier_stop_id(BarrierStop stop);  ///< Returns "converged", …
bool is_failure(BarrierStop stop);              ///< Returns true for all but the first two.

/// One contact of an accepted step.
struct BarrierContact {
    ContactPoint contact;          ///< world frame; force in newtons
    Vec3 friction = Vec3::Zero();  ///< friction force on B, world frame [N]
};

/// What a step did.
struct BarrierReport {
    BarrierStop stop = BarrierStop::Converged;
    int iterations = 0;                 ///< Newton steps, all lags together
    int lags = 0;                       ///< solves
    int projected = 0;                  ///< factorisations that needed projection
    int raised = 0;                     ///< times that a stiffness rose within the step
    int pairs = 0;                      ///< pairs nearer than d̂ at the end
    int exact_tests = 0;                ///< pairs of an edge and a face that were decided exactly
    double smallest_step = 1.0;         ///< smallest share of a Newton step that was taken [-]
    double largest_strain = 0.0;        ///< of an affine body, |AᵀA − 1|/2 [-]
    int strained_body = -1;             ///< body with that strain
    Deformation deformation;            ///< the worst of all elastic bodies
    double smallest_distance = kUnset;  ///< of pairs nearer than d̂; unset: there is none [m]
    std::vector<double> residuals;  ///< |∇E|∞/h before each Newton step: momentum that is out of
                                    ///< balance [N s]
    std::vector<double> shares;  ///< share of each Newton step that was taken [-]
    double residual = 0.0;       ///< |∇E|∞/h at the end: momentum that is out of balance [N s]
    std::string trouble;         ///< for a failure: what happened and between which bodies
    std::vector<BarrierContact> contacts;  ///< by bodies, then by features
};

/// Takes one step. A failure leaves the state as it was. Same input, same bytes.
BarrierReport barrier_step(BarrierState& state, const BarrierSettings& settings);

/// Throws Error, naming two bodies and their features, when some edge of one meets a face of the
/// other: a barrier method cannot start there.
void require_apart(const BarrierState& state);

/// A rigid body's surface as the barrier sees it.
struct BarrierShape {
    const SurfaceMesh* surface = nullptr;   ///< in the rigid body's frame
    double volume = kUnset;                 ///< of the solid [m³]
    const ElasticShape* elastic = nullptr;  ///< its tets, whose outer faces are the surface; null:
                                            ///< the body is affine
    std::vector<ScriptedMotion> script = {};  ///< of a fixed body that moves nevertheless: the
                                              ///< first that holds at its time counts
};

/// Returns true where some body is elastic.
bool has_elastic_bodies(const BarrierState& state);

/// Makes the state of bodies at their start. `inset`: see BarrierState. Throws Error for bodies
/// that overlap, UsageError for a reach that is larger than a body or than the gap between parts of
/// an elastic one, and the errors of make_elastic_body.
BarrierState make_barrier_state(std::span<const RigidBody> bodies,
                                std::span<const BarrierShape> shapes,
                                const BarrierSettings& settings, double inset);

/// Returns what a state needs to be gone on from.
BarrierMemory memory_of(const BarrierState& state);
/// Goes on from a memory of the same scene: the next step is the one that would have come then.
/// Throws Error for a memory of another number of bodies, or of bodies that the scene lacks.
/// The time of the state is left to the caller, and the accelerations of Newmark's rule are lost.
void restore(BarrierState& state, const BarrierMemory& memory);

/// Returns the pose and velocities of a body in world frame.
BodyState world_state(const BarrierState& state, int body);

}  // namespace touchstone
