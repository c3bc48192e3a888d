#include "generators/barrier/barrier.h"
#include "generators/continuous/bodies/first_impact.h"
#include "generators/continuous/bodies/first_impact_settings.h"
#include "generators/convex_cast/cast_contacts.h"
#include "generators/generator.h"
#include "generators/local/settings/closest_points_settings.h"
#include "generators/local/settings/intersection_settings.h"
#include "generators/local/tet_pairs.h"
#include "generators/semi_local/facing.h"
#include "generators/semi_local/semi_local.h"
#include "generators/smooth/smooth_contacts.h"
#include "methods/base/find_by_id.h"

namespace touchstone {
namespace {

constexpr std::array<int, 4> kMeshTraits{2, 2, 2, 2};    // Table 3: FT and CP methods
constexpr std::array<int, 4> kVertexTraits{0, 0, 2, 2};  // Table 3: PV methods

/// Returns two envelopes [m]: eroded bodies touch where the bodies themselves are up to so far
/// apart.
double two_envelopes(const MethodSettings& settings, const ShapeSizes& sizes) {
    const ClosestPointsSettings& own = settings.as<ClosestPointsSettings>();
    const bool of_thickness = own.envelope_unit == EnvelopeUnit::Thickness;
    return own.envelope * (of_thickness ? sizes.largest + sizes.second_largest : 2.0);
}

bool has_raw_vf_normals(const MethodSettings& settings) {
    return settings.as<IntersectionSettings>().vf_normal == VfNormal::Raw;
}

std::vector<Generator> make_table() {
    std::vector<Generator> table{
        by_tet_pairs({.id = "closest_points",
                      .title = "Closest points",
                      .section = "§6, Closest points method",
                      .taxonomy = {"surface-based", "exact", "closest points", "discrete", "local",
                                   kMeshTraits},
                      .shape = ShapeKind::ErodedTets,
                      .slack = two_envelopes,
                      .work = 3.0}),
        by_tet_pairs({.id = "intersection",
                      .title = "Intersection",
                      .section = "§6, Intersection method",
                      .taxonomy = {"surface-based", "exact", "feature types", "discrete", "local",
                                   kMeshTraits},
                      .has_raw_normals = has_raw_vf_normals,
                      .work = 3.0}),
        by_tet_pairs(
            {.id = "vertex_only",
             .title = "Vertex only",
             .section = "§6, Vertex only method",
             .taxonomy = {"volume-based", "approximate", "volumetric elements, implicit fields",
                          "discrete", "local", kVertexTraits}}),
        by_tet_pairs({.id = "consistent_vertex",
                      .title = "Consistent vertex",
                      .section = "§6, Consistent vertex method",
                      .taxonomy = {"volume-based", "approximate", "volumetric elements", "discrete",
                                   "local", kVertexTraits}}),
        by_tet_pairs({.id = "volume_sat",
                      .title = "Volume-SAT",
                      .section = "§6, Volume-SAT method",
                      .taxonomy = {"volume-based", "exact", "feature types", "discrete", "local",
                                   kMeshTraits},
                      .work = 25.0}),
        by_tet_pairs({.id = "surface_sat",
                      .title = "Surface-SAT",
                      .section = "§6, Surface-SAT method",
                      .taxonomy = {"surface-based", "exact", "feature types", "discrete", "local",
                                   kMeshTraits},
                      .work = 25.0}),
        by_tet_pairs({.id = "opposing",
                      .title = "Opposing",
                      .section = "Appendix A, Algorithm 1",
                      .taxonomy = {"volume-based", "approximate", "features", "discrete", "local",
                                   std::nullopt},
                      .work = 8.0}),
        by_tet_pairs({.id = "growth",
                      .title = "Growth",
                      .section = "Appendix B, Algorithm 2",
                      .taxonomy = {"volume-based", "exact", "closest points", "continuous", "local",
                                   std::nullopt},
                      .work = 35.0}),
        {.id = "semi_local",
         .title = "Semi-local",
         .section = "not in the paper; what its §9 asks for",
         .source = "docs/methods/semi_local.md",
         .taxonomy = {"surface-based", "exact", "feature types, closest points",
                      "discrete, with velocities", "semi-local", std::nullopt},
         .shape = ShapeKind::Facets,
         .options = semi_local::options(),
         .shape_rule = semi_local::shape_rule,
         .reach = semi_local::reach,
         .slack = semi_local::slack,
         .envelope = semi_local::envelope,
         .explains_choices = true,
         .looks_ahead = true,
         .work = 2.0,
         .facing_time = semi_local::facing_time,
         .generate = semi_local::generate},
        {.id = "first_impact",
         .title = "First impact",
         .section = "not in the paper; its contact times are those of Wang et al. [2021]",
         .source = "docs/methods/continuous.md",
         .taxonomy = {"surface-based", "exact", "feature types", "continuous", "local",
                      std::nullopt},
         .shape = ShapeKind::Facets,
         .options = first_impact_options(),
         .shape_rule = first_impact_shape,
         .reach = first_impact_reach,
         .slack = first_impact_slack,
         .sweeps = true,
         .work = 2.0,
         .generate = first_impact_contacts},
        {.id = "convex_cast",
         .title = "Convex cast",
         .section = "not in the paper; its casts are those of Yuan et al. [2025]",
         .source = "docs/methods/convex_cast.md",
         .taxonomy = {"surface-based", "exact", "closest points", "continuous", "global",
                      std::nullopt},
         .shape = ShapeKind::Facets,
         .options = cast_contact_options(),
         .shape_rule = cast_contact_shape,
         .reach = cast_contact_reach,
         .slack = cast_contact_slack,
         .sweeps = true,
         .only_by_name = true,
         .generate = cast_contacts},
        {.id = "barrier",
         .title = "Barrier",
         .section = "not in the paper; its pairs and forces are those of Li et al. [2020]",
         .source = "docs/methods/barrier.md",
         .taxonomy = {"surface-based", "exact", "closest points", "discrete", "local",
                      std::nullopt},
         .shape = ShapeKind::Facets,
         .options = barrier::options(),
         .shape_rule = barrier::shape_rule,
         .reach = barrier::reach,
         .slack = barrier::slack,
         .work = 20.0,
         .moves = barrier::moves,
         .generate = barrier::generate},
        {.id = "smooth",
         .title = "Smooth",
         .section = "not in the paper; its extremal points are those of Baraff [1990], §4",
         .source = "docs/methods/smooth.md",
         .taxonomy = {"surface-based", "exact", "closest points of exact shapes", "discrete",
                      "global", std::nullopt},
         .shape = ShapeKind::Facets,
         .options = smooth::options(),
         .shape_rule = smooth::shape_rule,
         .reach = smooth::reach,
         .slack = smooth::slack,
         .needs_exact_shape = smooth::needs_exact_shape,
         .generate = smooth::generate},
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
    return find_by_id(all_generators(), id, "generator");
}

}  // namespace touchstone
