#include "testcases/query/scene_stock.h"

#include <algorithm>
#include <functional>
#include <string_view>

#include "methods/base/parallel/once.h"
#include "methods/base/work/work_log.h"
#include "methods/quality/truth/planar_regions.h"
#include "testcases/query/study_scene.h"

namespace touchstone {
namespace {

/// Returns true when two surfaces have the same bits, so that no work on them can differ.
bool is_same(const SurfaceMesh& a, const SurfaceMesh& b) {
    return bytes_of(a.vertices) == bytes_of(b.vertices) && a.triangles == b.triangles;
}

}  // namespace

struct SceneStock::LoadedCase {
    Once once;
    TestCase test_case;
};

struct SceneStock::KnownSurface {
    SurfaceMesh surface;
    Once has_model;
    std::shared_ptr<const FacetModel> model;
    Once has_planar;
    SurfaceFacets planar;
};

SceneStock::SceneStock() = default;
SceneStock::~SceneStock() = default;

const TestCase& SceneStock::load(const std::string& name_or_path, BodyOrder order) {
    // Others than built-in cases have one order of their own.
    const bool has_order = is_built_in(name_or_path);
    LoadedCase* loaded = nullptr;
    {
        const std::lock_guard lock(mutex_);
        std::unique_ptr<LoadedCase>& entry =
            cases_[{name_or_path, has_order ? order : BodyOrder::LowerFirst}];
        if (entry == nullptr) {
            entry = std::make_unique<LoadedCase>();
        }
        loaded = entry.get();
    }
    loaded->once.run([&] { loaded->test_case = read(name_or_path, order); });
    return loaded->test_case;
}

TestCase SceneStock::read(const std::string& name_or_path, BodyOrder order) {
    return load_test_case(name_or_path, order, &shape_surfaces_);
}

SceneStock::KnownSurface& SceneStock::find(const SurfaceMesh& surface) {
    const std::hash<std::string_view> hash;
    const std::size_t number =
        hash(bytes_of(surface.vertices)) ^ (31 * hash(bytes_of(surface.triangles)));
    const std::lock_guard lock(mutex_);
    std::vector<std::unique_ptr<KnownSurface>>& known = surfaces_[number];
    const auto found = std::ranges::find_if(
        known, [&](const auto& entry) { return is_same(entry->surface, surface); });
    if (found != known.end()) {
        return **found;
    }
    KnownSurface& entry = *known.emplace_back(std::make_unique<KnownSurface>());
    entry.surface = surface;
    return entry;
}

std::shared_ptr<const FacetModel> SceneStock::facets_of(const SurfaceMesh& surface) {
    KnownSurface& known = find(surface);
    known.has_model.run([&] {
        known.model = std::make_shared<const FacetModel>(
            make_facet_model(surface.vertices, surface.triangles));
    });
    return known.model;
}

const SurfaceFacets& SceneStock::planar_facets_of(const SurfaceMesh& surface) {
    KnownSurface& known = find(surface);
    known.has_planar.run(
        [&] { known.planar = find_surface_facets(surface, PlanarRegionOptions{}.curved_bend); });
    return known.planar;
}

void SceneStock::forget_surfaces() {
    const std::lock_guard lock(mutex_);
    surfaces_.clear();
    shape_surfaces_.forget();
}

}  // namespace touchstone
