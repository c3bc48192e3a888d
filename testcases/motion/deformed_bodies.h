#pragma once

#include <span>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "testcases/motion/simulation.h"
#include "testcases/query/elastic_bodies.h"

namespace touchstone {

/// Returns where the vertices of an elastic body's tets are, world frame [m]: those at the end of
/// the step; those at rest at `world_from_body` where the step holds none, as one before any
/// motion. Nothing for a rigid body.
std::vector<Vec3> elastic_vertices(const ElasticRest& rest, const StepRecord* record, int body,
                                   const Pose& world_from_body);

/// The surface of an elastic body as it is deformed.
struct DeformedSurface {
    SurfaceMesh rest;               ///< without strain, shape's frame [m]; empty: the body is rigid
    std::vector<Vec3> vertices;     ///< where those of `rest` are, world frame [m]
    std::vector<double> strains;    ///< at those vertices, see vertex_strains [-]
    std::vector<double> pressures;  ///< at those vertices, see tet_pressures and vertex_means [Pa];
                                    ///< empty: not asked for
};

/// Returns the surfaces of elastic bodies by body of the scene; nothing without such bodies.
/// `setups`: the scene's bodies, for the pressures in their materials; nothing: pressures are not
/// computed. For `record` and `world_from_body`, one per body, see elastic_vertices.
std::vector<DeformedSurface> deformed_surfaces(const ElasticRest& rest,
                                               std::span<const BodySetup> setups,
                                               const StepRecord* record,
                                               std::span<const Pose> world_from_body);

/// Returns the pressure in each tet of a body [Pa], see tet_pressures; zeros where the body of the
/// scene is not elastic.
std::vector<double> body_pressures(const BodySetup& body, const TetMesh& rest,
                                   std::span<const Vec3> vertices);

/// Returns the number at which a key of colors ends: 1, 2 or 5 times a power of ten, not less than
/// `strain`, so that it seldom changes from step to step; 0.01 for less than that.
double strain_key_end(double strain);
/// Returns the same of pressures, by their size [Pa]; 1 for less than that.
double pressure_key_end(double pressure);

}  // namespace touchstone
