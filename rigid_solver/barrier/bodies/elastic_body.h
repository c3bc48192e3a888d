#pragma once

#include <span>
#include <string>
#include <vector>

#include "methods/elastic/elastic_tets.h"
#include "methods/elastic/scripted_motion.h"
#include "rigid_solver/barrier/bodies/affine_body.h"
#include "rigid_solver/barrier/bodies/barrier_memory.h"

namespace touchstone {

/// Vertices of a tet mesh that one scripted motion drives.
struct DrivenVertices {
    std::vector<int> vertices;  ///< numbers of the vertices
    ScriptedMotion motion;      ///< their motion
};

/// An elastic solid before it is set in motion: its shape, its material, and which of its vertices
/// are held or driven.
struct ElasticShape {
    TetMesh rest;                ///< tets without strain, in the rigid body's frame [m]
    ElasticMaterial material;    ///< material of all tets
    double density = kUnset;     ///< mass density > 0 [kg/m³]
    std::vector<int> vertex_of;  ///< vertex in `rest` of each vertex of the body's surface
    std::vector<int> held;       ///< vertices in `rest` that do not move
    std::vector<DrivenVertices> driven = {};  ///< vertices in `rest` that scripts move; of several
                                              ///< motions of a vertex that hold the first counts
};

/// An elastic body in motion, whose unknowns are the positions of its vertices. The AffineBody of
/// the same number holds its name, its surface, and the affine motion nearest to its own.
struct ElasticBody {
    ElasticTets solid;  ///< tets and material; without tets the body is affine, and all else is
                        ///< empty
    std::vector<Vec3> rest;           ///< vertices without strain, from their centre of mass [m]
    Vec3 rest_center = Vec3::Zero();  ///< centre of mass of those vertices, from the rigid body's
                                      ///< [m]
    std::vector<Vec3> places;         ///< positions of the vertices, from BarrierState::origin [m]
    std::vector<Vec3> velocities;     ///< velocities of the vertices, world frame [m/s]
    std::vector<Vec3> accelerations;  ///< accelerations of the vertices, used by Newmark's rule
                                      ///< alone [m/s²]
    std::vector<bool> held;           ///< flag of each vertex; true: it does not move
    std::vector<DrivenVertices> driven;  ///< vertices that scripts move, as in ElasticShape
    std::vector<int> vertex_of;          ///< vertex of each point of the surface

    /// Returns true for a body with tets, false for an affine one.
    bool is_elastic() const { return !solid.tets.empty(); }
};

/// Makes the elastic body of a shape, placed and moving as `affine`, whose surface must be that of
/// the shape. Throws the errors of make_elastic_tets, naming the body.
ElasticBody make_elastic_body(const ElasticShape& shape, const AffineBody& affine);

/// Sets the placement and velocity of an affine body to those nearest to an elastic body's in the
/// sense of least squares, each vertex weighed by its mass.
void fit_affine(const ElasticBody& body, AffineBody& affine);

/// Returns the pose and velocities of an affine body however it is deformed: the rotation nearest
/// to A, also where A is flat or mirrored, and that rotation's angular velocity, without its part
/// about axes for which the rotation is not determined.
BodyState deformed_state(const AffineBody& body);

/// Sets the vertices of a body to those of a memory. `accelerates`: whether accelerations belong to
/// it, as Newmark's rule needs. Throws Error, naming the body, for another number of vertices or of
/// accelerations, and for neo-Hookean tets that are inside out.
void restore(ElasticBody& body, const ElasticMemory& memory, bool accelerates,
             const std::string& name);

/// Returns the kinetic energy of the vertices [J].
double kinetic_energy(const ElasticBody& body);

}  // namespace touchstone
