#pragma once

#include <span>
#include <string>
#include <vector>

#include "methods/elastic/elastic_tets.h"
#include "methods/elastic/scripted_motion.h"
#include "rigid_solver/barrier/affine_body.h"
#include "rigid_solver/barrier/barrier_memory.h"

namespace touchstone {

/// Vertices that move by a script.
struct DrivenVertices {
    std::vector<int> vertices;
    ScriptedMotion motion;
};

/// An elastic solid that is to be set in motion.
struct ElasticShape {
    TetMesh rest;  ///< in the rigid body's frame, without strain [m]
    ElasticMaterial material;
    double density = kUnset;     ///< > 0 [kg/m³]
    std::vector<int> vertex_of;  ///< vertex in `rest` of each vertex of the body's surface
    std::vector<int> held;       ///< vertices in `rest` that do not move
    std::vector<DrivenVertices> driven = {};  ///< likewise; of several for a vertex the first that
                                              ///< holds at its time counts
};

/// An elastic body in motion: its unknowns are the places of its vertices. An AffineBody beside it
/// holds its name and its surface, and what of its motion is affine.
struct ElasticBody {
    ElasticTets solid;                ///< without tets: the body is affine, and all else is empty
    std::vector<Vec3> rest;           ///< vertices without strain, from their mass centre [m]
    Vec3 rest_center = Vec3::Zero();  ///< that centre, from the rigid body's centre of mass [m]
    std::vector<Vec3> places;         ///< vertices, from the motion's origin [m]
    std::vector<Vec3> velocities;     ///< of the vertices, world frame [m/s]
    std::vector<Vec3> accelerations;  ///< of the vertices, kept by Newmark's rule [m/s²]
    std::vector<bool> held;           ///< by vertex, true: it does not move
    std::vector<DrivenVertices> driven;  ///< as in ElasticShape
    std::vector<int> vertex_of;          ///< vertex of each point of the surface

    bool is_elastic() const { return !solid.tets.empty(); }
};

/// Makes the elastic body of a shape that moves as `affine` does. Throws the errors of
/// make_elastic_tets, naming the body. The affine body's surface must be that of the shape.
ElasticBody make_elastic_body(const ElasticShape& shape, const AffineBody& affine);

/// Sets the placement and velocity of the affine body to those nearest to the elastic one's, each
/// vertex weighed by its mass.
void fit_affine(const ElasticBody& body, AffineBody& affine);

/// Returns the pose and velocities of an affine body however it is deformed: the rotation nearest
/// to A, also where A is flat or mirrored, and how fast that rotation turns. Axes around which the
/// rotation is not determined do not turn.
BodyState deformed_state(const AffineBody& body);

/// Places the vertices as they were. Throws Error, naming the body, for other vertices than its own
/// and for neo-Hookean tets that are inside out.
void restore(ElasticBody& body, const ElasticMemory& memory, const std::string& name);

/// Returns the kinetic energy of the vertices [J].
double kinetic_energy(const ElasticBody& body);

}  // namespace touchstone
