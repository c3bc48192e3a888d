#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "methods/base/parallel/once.h"
#include "methods/base/sha256.h"
#include "methods/mesh/surface_mesh.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Returns a digest of all numbers that make_surface depends on: equal for equal surfaces of one
/// kind of shape only.
Sha256 shape_digest(const Shape& shape);

/// The surfaces of shapes. That of equal shapes is made once, whoever asks, on any number of
/// threads: the reader of a scene, which makes it as a check, and the scene.
class ShapeSurfaces {
 public:
    /// Returns what make_surface returns. Throws what it throws, each time anew.
    std::shared_ptr<const SurfaceMesh> of(const Shape& shape);

    /// Gives back the memory of surfaces that nobody holds. No thread may be asking.
    void forget();

 private:
    struct Known {
        Once once;
        std::shared_ptr<const SurfaceMesh> surface;
    };

    std::mutex mutex_;  ///< held to find an entry, not to fill it
    std::map<Sha256, std::unique_ptr<Known>> known_;
};

}  // namespace touchstone
