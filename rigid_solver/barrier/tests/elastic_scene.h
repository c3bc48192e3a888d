#pragma once

#include <deque>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "methods/mesh/tet_mesh.h"
#include "rigid_solver/barrier/barrier_step.h"

namespace touchstone::testing {

/// A soft material that never inverts.
inline const ElasticMaterial kRubber{ElasticModel::NeoHookean, 1e5, 0.3};

/// Solids in motion, some of them elastic, for tests of the barrier solver.
class ElasticScene {
 public:
    /// Adds a solid of these tets at rest, 1000 kg/m³.
    RigidBody& add(const TetMesh& tets, const Vec3& position, const ElasticMaterial& material);
    /// Adds a rigid box of 1000 kg/m³. `size`: full edge lengths [m].
    RigidBody& add_rigid(const Vec3& size, const Vec3& position, bool fixed);
    /// Holds the vertices of the last elastic body whose x is smallest.
    void hold_left();

    /// Returns the state of the bodies as they are now.
    BarrierState start(const BarrierSettings& settings) const;

 private:
    RigidBody& add_body(const SurfaceMesh& surface, const Vec3& position,
                        const ElasticShape* elastic);

    std::vector<RigidBody> bodies_;
    std::deque<SurfaceMesh> surfaces_;
    std::deque<ElasticShape> shapes_;
    std::vector<const ElasticShape*> elastic_;
};

/// Returns settings with a barrier of 1 mm, and a proof after every iterate that nothing crosses.
BarrierSettings soft_settings();

/// Takes steps, and requires each to converge without an inverted tet. Returns the report of the
/// last.
BarrierReport run_elastic(BarrierState& state, const BarrierSettings& settings, int steps);

/// Makes the tets of a cube. `cells`: along each edge.
TetMesh cube_tets(double size, int cells);

}  // namespace touchstone::testing
