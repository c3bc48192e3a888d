#pragma once

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "methods/mesh/filling/erosion.h"

namespace touchstone {

/// `corrected`: the printed methods with their slips mended. `published`: what made the paper's
/// tables.
enum class Profile { Corrected, Published };

Profile find_profile(std::string_view id);  ///< "corrected" or "published", or UnknownName
std::string_view profile_id(Profile profile);

enum class Ties {
    Canonical,  ///< broken by the bodies' geometry: not by the order of A and B, of vertices or of
                ///< tets
    First       ///< the first in the order of the meshes wins, as in the research code
};
enum class Tolerance {
    Relative,  ///< `precision`, of the size of the tets
    Absolute   ///< 1.19e-6, the research code's
};
enum class PostFilter {
    Merge,    ///< position and normal within `precision`, of the bodies' size; the deepest stays
    Adjacent  ///< sorted neighbours whose position, normal and depth agree within 1.19e-6
};
enum class OwnPlane { Skip, Keep };  ///< a crossing point tested against the plane it lies on
enum class VfNormal { Unit, Raw };   ///< Raw: length is twice the triangle's area
enum class EdgeSeparation { SkipEdgePair, LeaveTetPair };
enum class FaceChoice { Closest, Farthest };
enum class OpposingNormal { Average, FaceA };
enum class Sandwich { Both, Either };  ///< how many of the two opposite vertices must lie in front
enum class EdgeNormal { Separation, Code };
enum class GrowthFace { Best, First };
enum class ImpactSearch { Oriented, Exact, Tight };  ///< see generators/continuous

/// Everything that changes what a local generator finds. Each reads the settings that its rows in
/// `all_options()` name. Defaults: the `corrected` profile.
/// Sources: Erleben [2018], §6 and Appendices A, B; docs/methods/profiles.md lists the departures.
struct GeneratorSettings {
    Ties ties = Ties::Canonical;
    Tolerance tolerance = Tolerance::Relative;
    double precision = 1e-6;  ///< w: lengths below this share of the tets' size are noise, and so
                              ///< are sines of angles below it; see tolerance, post_filter [-]
    PostFilter post_filter = PostFilter::Merge;
    OwnPlane own_plane = OwnPlane::Skip;  ///< the SATs, opposing, growth

    VfNormal vf_normal = VfNormal::Unit;                            ///< intersection
    EdgeSeparation edge_separation = EdgeSeparation::SkipEdgePair;  ///< intersection
    double closeness = std::numeric_limits<double>::infinity();  ///< intersection: deepest V-F [m]

    FaceChoice face_choice = FaceChoice::Closest;  ///< vertex_only

    double face_bias = 0.0;  ///< the SATs: an edge axis must win by more than this [m]

    OpposingNormal opposing_normal = OpposingNormal::Average;
    Sandwich sandwich = Sandwich::Both;

    double envelope = 0.01;  ///< closest_points: ε; contacts lie within 2ε of the eroded bodies [m]
    EdgeNormal edge_normal = EdgeNormal::Separation;
    bool low_features = true;  ///< closest_points: V-E and V-V pairs, with lowest precedence
    Erosion erosion = Erosion::PlaneOffset;

    double first_scale = 1.0;  ///< growth: scale that is tried first, in [0.001, 1]
    GrowthFace growth_face = GrowthFace::Best;
    bool surface_faces_only =
        false;  ///< growth: only faces of the body's surface may give the normal

    double eps = 0.005;  ///< semi_local, first_impact: ε, gap and penetration of contacts, of the
                         ///< smaller body's size [-]
    double rho = 0.5;    ///< semi_local: ρ, separations that the velocity may decide, of ε [-]
    double delta = 0.5;  ///< semi_local: δ, how far parallel facets may turn [degrees]

    ImpactSearch impact_search = ImpactSearch::Oriented;  ///< first_impact: who finds the times
};

/// One setting by name, as `--set GENERATOR.OPTION=VALUE` sees it.
struct GeneratorOption {
    std::string_view id;                           ///< "own_plane"
    std::span<const std::string_view> generators;  ///< ids of those that read it; empty: all
    std::string_view values;                       ///< "skip|keep", or "number ≥ 0 [m]"
    std::string_view meaning;                      ///< one line
    std::string (*read)(const GeneratorSettings&);
    /// False when the value is not one of `values`.
    bool (*write)(GeneratorSettings&, std::string_view value);
};
std::span<const GeneratorOption> all_options();

GeneratorSettings make_settings(std::string_view generator_id, Profile profile);

/// The settings for a scene that is `scale` times as large.
GeneratorSettings with_scaled_lengths(const GeneratorSettings& settings, double scale);

/// Sets one option. Throws UsageError when the generator has no such option or the value is none of
/// its.
void set_option(GeneratorSettings& settings, std::string_view generator_id, std::string_view option,
                std::string_view value);

/// The options that the generator reads, with their present values, in table order.
struct OptionValue {
    std::string_view id;
    std::string value;
};
std::vector<OptionValue> option_values(const GeneratorSettings& settings,
                                       std::string_view generator_id);

}  // namespace touchstone
