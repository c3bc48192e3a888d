#pragma once

#include <span>
#include <vector>

#include "methods/elastic/scripted_motion.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/thin_mesh.h"
#include "rigid_solver/barrier/barrier_settings.h"
#include "rigid_solver/barrier/bodies/affine_body.h"
#include "rigid_solver/barrier/bodies/barrier_memory.h"
#include "rigid_solver/barrier/bodies/elastic_body.h"
#include "rigid_solver/barrier/linear/block_cholesky.h"
#include "rigid_solver/barrier/linear/node_matrix.h"
#include "rigid_solver/barrier/near/near_bodies.h"
#include "rigid_solver/rigid_body.h"

namespace touchstone {

/// Bodies in motion under the barrier solver. Their placements count from `origin`.
struct BarrierState {
    std::vector<AffineBody> bodies;    ///< all bodies, by number in the scene
    std::vector<ElasticBody> elastic;  ///< tets and vertices of elastic bodies, by body; empty: all
                                       ///< bodies are affine, and none moves by a script
    double time = 0.0;                 ///< time since the motion began [s]
    bool keeps_accelerations = false;  ///< true: steps follow Newmark's rule, which needs those at
                                       ///< the end of the step before
    Vec3 origin = Vec3::Zero();  ///< world position that placements count from, near the bodies,
                                 ///< which keeps coordinates small [m]
    double size = kUnset;        ///< l: diagonal of the box around the bodies that can move [m]
    double inset = 0.0;          ///< distance by which the two surfaces of a pair together lie
                                 ///< inside the bodies, of which none is thin; see inset_of [m]
    std::vector<PairStiffness> stiffnesses;  ///< entries of bodies that are near each other, by a,
                                             ///< then b
    NearList near;  ///< pairs of the last step, kept for speed: results do not depend on them
    BlockCholesky cholesky;  ///< linear system of affine bodies, kept for speed
    NodeMatrix matrix;       ///< linear system where bodies are elastic, kept for speed
};

/// Returns the distance by which the surfaces of two bodies together lie inside them [m].
double inset_of(const BarrierState& state, int a, int b);

/// The shape of one body for make_barrier_state.
struct BarrierShape {
    const SurfaceMesh* surface = nullptr;   ///< outer surface in the rigid body's frame [m]
    double volume = kUnset;                 ///< volume of the solid [m³]
    const ElasticShape* elastic = nullptr;  ///< tets of an elastic body, whose outer faces are the
                                            ///< surface; null: the body is affine
    std::vector<ScriptedMotion> script = {};  ///< motions of a fixed body; of those that hold the
                                              ///< first counts
    const ThinMesh* thin = nullptr;  ///< elements of a fixed body without an inside, in the same
                                     ///< frame, which then take the place of the surface; else null
    std::span<const int> thin_vertices = {};  ///< vertex of the surface that is at each of `thin`
};

/// Returns true where some body is elastic.
bool has_elastic_bodies(const BarrierState& state);

/// Makes the state of bodies at their start, with one shape for each. `inset`: see BarrierState.
/// Throws Error for bodies that overlap, also for a point inside a body; UsageError for a d̂ that is
/// larger than a body or than the gap between parts of an elastic one, and for Newmark's rule with
/// a body that is not elastic; and the errors of make_elastic_body.
BarrierState make_barrier_state(std::span<const RigidBody> bodies,
                                std::span<const BarrierShape> shapes,
                                const BarrierSettings& settings, double inset);

/// Returns what is needed to continue from a state.
BarrierMemory memory_of(const BarrierState& state);
/// Sets a state to one that memory_of returned for the same scene: the next step is the one that
/// would have come then. The caller sets the time. Throws Error for a memory of another number of
/// bodies, of bodies that the scene lacks, and without accelerations where Newmark's rule needs
/// them.
void restore(BarrierState& state, const BarrierMemory& memory);

/// Returns the pose and velocities of a body in world frame.
BodyState world_state(const BarrierState& state, int body);

/// Throws Error, naming the bodies and their features, when an edge of one meets a face of another,
/// or of the same body where it may meet itself: a barrier method cannot start there.
void require_apart(const BarrierState& state);

}  // namespace touchstone
