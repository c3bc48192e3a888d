#pragma once

#include <optional>
#include <span>
#include <vector>

#include "methods/mesh/surface_mesh.h"
#include "rigid_solver/rigid_body.h"
#include "testcases/query/study_scene.h"

namespace touchstone {

/// Returns how thick a body is where it is thinnest: the shortest way through it from the middle of
/// a triangle, straight inward [m]. For surfaces of many triangles some hundred of them are tried.
double thinnest_part(const SurfaceMesh& surface);

/// A body that a step moved farther than its thinnest part is thick: it may have passed through
/// another between two queries.
struct LongStep {
    int body = -1;
    double distance = kUnset;   ///< largest distance that one of its vertices moved [m]
    double thickness = kUnset;  ///< thickness of its thinnest part [m]
};

/// Looks for long steps of the bodies of a scene.
class LongStepWatch {
 public:
    explicit LongStepWatch(const StudyScene& scene);

    /// Returns the first body that went too far; nothing when none did.
    std::optional<LongStep> find(std::span<const RigidBody> before,
                                 std::span<const RigidBody> after) const;

 private:
    const StudyScene* scene_;
    std::vector<double> thickness_;  ///< thickness of the thinnest part, by body [m]
};

}  // namespace touchstone
