#pragma once

#include <vector>

#include "methods/mesh/mass_properties.h"
#include "methods/mesh/shapes.h"
#include "rigid_solver/barrier/barrier_step.h"

namespace touchstone::testing {

/// Solids in motion, for tests of the barrier solver.
class BarrierScene {
 public:
    /// Adds a box at rest, of 2000 kg/m³. `size`: full edge lengths [m].
    RigidBody& add_box(const Vec3& size, const Vec3& position, bool fixed);

    /// Returns the state of the bodies as they are now.
    BarrierState start(const BarrierSettings& settings) const;

 private:
    std::vector<RigidBody> bodies_;
    std::vector<SurfaceMesh> surfaces_;
    std::vector<double> volumes_;
};

/// Makes a cube of 1 m above a fixed board whose upper side is at y = 0. `gap`: between the two
/// [m].
BarrierScene cube_on_board(double gap);

/// Returns settings with flat parts as elements, so that each corner of a cube on a board is one
/// pair.
BarrierSettings facet_settings();

/// Takes steps. Requires of each that it converges, that no edge crosses a face after any of its
/// Newton steps, and that forces push, and only where bodies are nearer than d̂. Returns the report
/// of the last.
BarrierReport run(BarrierState& state, const BarrierSettings& settings, int steps);

}  // namespace touchstone::testing
