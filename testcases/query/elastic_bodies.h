#pragma once

#include <vector>

#include "methods/mesh/tet_mesh.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns the tets of an elastic body, in its shape's frame: those of its mesh file, or for a box
/// equal cells of six tets, or else those that TetGen fills it with, and its surface is cut anew.
/// The edges of the latter two are about as long as the body's size of tets. Throws UsageError for
/// a size that asks for more than 10⁶ tets, and the errors of TetGen.
TetMesh make_elastic_mesh(const BodySetup& body);

/// The elastic bodies of a motion by the barrier without strain.
struct ElasticRest {
    std::vector<TetMesh>
        bodies;                  ///< by body of the scene, with its surface moved in, in the
                                 ///< shape's frame [m]; without tets: a rigid one's; empty: all are
    Vec3 origin = Vec3::Zero();  ///< of vertices' places in a BarrierMemory, world frame [m]
    bool accelerates = false;    ///< true: a BarrierMemory has the accelerations of vertices
};

/// Returns the vertices of an elastic body that each part of its script drives. Throws UsageError
/// for a box without vertices, and for a vertex that there is not.
std::vector<std::vector<int>> driven_vertices(const BodySetup& body, const TetMesh& tets);

/// Throws UsageError, naming the body, when one that can move is elastic, or a script moves one:
/// only the barrier solver does so. `mover`: what was asked to, in words.
void require_rigid(const TestCase& test_case, const std::string& mover);

}  // namespace touchstone
