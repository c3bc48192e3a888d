#include <algorithm>

#include "generators/continuous/bodies/first_impact.h"
#include "generators/generator.h"
#include "generators/local/kernel.h"
#include "generators/local/tet_pairs.h"
#include "generators/semi_local/semi_local.h"
#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr std::array<int, 4> kMeshTraits{2, 2, 2, 2};    // Table 3: FT and CP methods
constexpr std::array<int, 4> kVertexTraits{0, 0, 2, 2};  // Table 3: PV methods

/// A method that looks at pairs of overlapping tets, by the id of its kernel.
GenerateContacts by_tet_pairs(std::string_view id) {
    return [id](const Collider& a, const Collider& b, const Query& query) {
        return contacts_of_tet_pairs(a, b, find_kernel(best_kernels(), id), 0.0, query.settings);
    };
}

/// Closest points: pairs of tets within twice the envelope, and the tolerance the kernel adds to
/// it.
std::vector<ContactPoint> closest_points(const Collider& a, const Collider& b, const Query& query) {
    const double tolerance = query.settings.precision * std::max(a.shape->size, b.shape->size);
    const double reach = 2.0 * query.settings.envelope + tolerance;
    return contacts_of_tet_pairs(a, b, find_kernel(best_kernels(), "closest_points"), reach,
                                 query.settings);
}

/// Eroded bodies touch where the bodies themselves are up to two envelopes away.
double two_envelopes(const GeneratorSettings& settings, const ShapeSizes&) {
    return 2.0 * settings.envelope;
}

std::vector<Generator> make_table() {
    std::vector<Generator> table{
        {.id = "closest_points",
         .title = "Closest points",
         .section = "§6, Closest points method",
         .taxonomy = {"surface-based", "exact", "closest points", "discrete", "local", kMeshTraits},
         .shape = ShapeKind::ErodedTets,
         .slack = two_envelopes,
         .generate = closest_points},
        {.id = "intersection",
         .title = "Intersection",
         .section = "§6, Intersection method",
         .taxonomy = {"surface-based", "exact", "feature types", "discrete", "local", kMeshTraits},
         .has_raw_normals =
             [](const GeneratorSettings& settings) { return settings.vf_normal == VfNormal::Raw; },
         .generate = by_tet_pairs("intersection")},
        {.id = "vertex_only",
         .title = "Vertex only",
         .section = "§6, Vertex only method",
         .taxonomy = {"volume-based", "approximate", "volumetric elements, implicit fields",
                      "discrete", "local", kVertexTraits},
         .generate = by_tet_pairs("vertex_only")},
        {.id = "consistent_vertex",
         .title = "Consistent vertex",
         .section = "§6, Consistent vertex method",
         .taxonomy = {"volume-based", "approximate", "volumetric elements", "discrete", "local",
                      kVertexTraits},
         .generate = by_tet_pairs("consistent_vertex")},
        {.id = "volume_sat",
         .title = "Volume-SAT",
         .section = "§6, Volume-SAT method",
         .taxonomy = {"volume-based", "exact", "feature types", "discrete", "local", kMeshTraits},
         .generate = by_tet_pairs("volume_sat")},
        {.id = "surface_sat",
         .title = "Surface-SAT",
         .section = "§6, Surface-SAT method",
         .taxonomy = {"surface-based", "exact", "feature types", "discrete", "local", kMeshTraits},
         .generate = by_tet_pairs("surface_sat")},
        {.id = "opposing",
         .title = "Opposing",
         .section = "Appendix A, Algorithm 1",
         .taxonomy = {"volume-based", "approximate", "features", "discrete", "local", std::nullopt},
         .generate = by_tet_pairs("opposing")},
        {.id = "growth",
         .title = "Growth",
         .section = "Appendix B, Algorithm 2",
         .taxonomy = {"volume-based", "exact", "closest points", "continuous", "local",
                      std::nullopt},
         .generate = by_tet_pairs("growth")},
        {.id = "semi_local",
         .title = "Semi-local",
         .section = "not in the paper; what its §9 asks for",
         .source = "docs/methods/semi_local.md",
         .taxonomy = {"surface-based", "exact", "feature types, closest points",
                      "discrete, with velocities", "semi-local", std::nullopt},
         .shape = ShapeKind::Facets,
         .reach = semi_local::reach,
         .slack = semi_local::slack,
         .explains_choices = true,
         .generate = semi_local::generate},
        {.id = "first_impact",
         .title = "First impact",
         .section = "not in the paper; its contact times are those of Wang et al. [2021]",
         .source = "docs/methods/continuous.md",
         .taxonomy = {"surface-based", "exact", "feature types", "continuous", "local",
                      std::nullopt},
         .shape = ShapeKind::Facets,
         .reach = first_impact_reach,
         .slack = first_impact_slack,
         .sweeps = true,
         .generate = first_impact_contacts},
    };
    for (Generator& generator : table) {
        if (generator.source.empty()) {
            generator.source = "Erleben [2018], " + generator.section;
        }
    }
    return table;
}

}  // namespace

std::span<const Generator> all_generators() {
    static const std::vector<Generator> kGenerators = make_table();
    return kGenerators;
}

const Generator& find_generator(std::string_view id) {
    const std::span<const Generator> table = all_generators();
    const auto found = std::ranges::find(table, id, &Generator::id);
    if (found == table.end()) {
        std::string known;
        for (const Generator& generator : table) {
            known += (known.empty() ? "" : ", ") + generator.id;
        }
        throw UnknownName("unknown generator \"" + std::string(id) + "\"; known: " + known);
    }
    return *found;
}

}  // namespace touchstone
