#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "methods/geometry/facet_model.h"
#include "methods/mesh/surface_mesh.h"
#include "methods/quality/truth/planar_facets.h"
#include "testcases/scenes/shape_surfaces.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {

/// What the scenes of one run share: each case is loaded once, the surface of each shape of a rigid
/// body is made once, and the facets of each surface are found once, whoever asks, on any number of
/// threads. Readers of scripts and recordings make surfaces of their own, as a check. It belongs to
/// the request that the run answers, and lives as long as that and the scenes made for it: so long
/// it keeps each case, and of each surface a copy, and one with its facets.
class SceneStock {
 public:
    SceneStock();
    ~SceneStock();
    SceneStock(const SceneStock&) = delete;
    SceneStock& operator=(const SceneStock&) = delete;

    /// Returns what load_test_case returns. Throws what it throws, each time anew.
    const TestCase& load(const std::string& name_or_path, BodyOrder order);

    /// Does the same without keeping the case, for whoever asks once and steps it for long.
    TestCase read(const std::string& name_or_path, BodyOrder order);

    /// Returns the surface of a shape. Shapes of cases from files have theirs from their reading.
    std::shared_ptr<const SurfaceMesh> surface_of(const Shape& shape) {
        return shape_surfaces_.of(shape);
    }

    /// Returns the facet model of a surface.
    std::shared_ptr<const FacetModel> facets_of(const SurfaceMesh& surface);

    /// Returns the facets by which the right answer of a surface is told, with the usual bend of
    /// PlanarRegionOptions.
    const SurfaceFacets& planar_facets_of(const SurfaceMesh& surface);

    /// Gives back the memory of surfaces and their facets. Those that are asked for later are found
    /// anew. No thread may be asking, or use what planar_facets_of returned.
    void forget_surfaces();

    /// Gives back the memory of the surfaces of shapes, which scenes that are made have copied.
    /// Facets stay. No thread may be asking.
    void forget_shapes() { shape_surfaces_.forget(); }

 private:
    struct LoadedCase;
    struct KnownSurface;
    KnownSurface& find(const SurfaceMesh& surface);

    std::mutex mutex_;  ///< held to find an entry, not to fill it
    std::map<std::pair<std::string, BodyOrder>, std::unique_ptr<LoadedCase>> cases_;
    std::unordered_map<std::size_t, std::vector<std::unique_ptr<KnownSurface>>>
        surfaces_;  ///< by a hash of all numbers
    ShapeSurfaces shape_surfaces_;
};

}  // namespace touchstone
