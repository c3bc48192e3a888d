#include "generators/settings.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "methods/base/error.h"

namespace touchstone {
namespace {

constexpr std::array<std::string_view, 8> kLocal{"closest_points",    "intersection", "vertex_only",
                                                 "consistent_vertex", "volume_sat",   "surface_sat",
                                                 "opposing",          "growth"};
constexpr std::array<std::string_view, 4> kPointSharers{"volume_sat", "surface_sat", "opposing",
                                                        "growth"};
constexpr std::array<std::string_view, 2> kSats{"volume_sat", "surface_sat"};
constexpr std::array<std::string_view, 1> kIntersection{"intersection"};
constexpr std::array<std::string_view, 1> kVertexOnly{"vertex_only"};
constexpr std::array<std::string_view, 1> kOpposing{"opposing"};
constexpr std::array<std::string_view, 1> kClosestPoints{"closest_points"};
constexpr std::array<std::string_view, 1> kGrowth{"growth"};
constexpr std::array<std::string_view, 1> kSemiLocal{"semi_local"};
constexpr std::array<std::string_view, 1> kFirstImpact{"first_impact"};
constexpr std::array<std::string_view, 2> kEnvelopes{"semi_local", "first_impact"};

template <class Value>
struct Word {
    std::string_view word;
    Value value;
};

template <class Value, std::size_t count>
std::string word_of(const Word<Value> (&words)[count], Value value) {
    for (const Word<Value>& entry : words) {
        if (entry.value == value) {
            return std::string(entry.word);
        }
    }
    return {};
}

template <class Value, std::size_t count>
bool take_word(const Word<Value> (&words)[count], std::string_view word, Value& value) {
    for (const Word<Value>& entry : words) {
        if (entry.word == word) {
            value = entry.value;
            return true;
        }
    }
    return false;
}

constexpr Word<Profile> kProfiles[]{{"corrected", Profile::Corrected},
                                    {"published", Profile::Published}};
constexpr Word<Ties> kTies[]{{"canonical", Ties::Canonical}, {"first", Ties::First}};
constexpr Word<Tolerance> kTolerance[]{{"relative", Tolerance::Relative},
                                       {"absolute", Tolerance::Absolute}};
constexpr Word<PostFilter> kPostFilter[]{{"merge", PostFilter::Merge},
                                         {"adjacent", PostFilter::Adjacent}};
constexpr Word<OwnPlane> kOwnPlane[]{{"skip", OwnPlane::Skip}, {"keep", OwnPlane::Keep}};
constexpr Word<VfNormal> kVfNormal[]{{"unit", VfNormal::Unit}, {"raw", VfNormal::Raw}};
constexpr Word<EdgeSeparation> kEdgeSeparation[]{{"skip_edge_pair", EdgeSeparation::SkipEdgePair},
                                                 {"leave_tet_pair", EdgeSeparation::LeaveTetPair}};
constexpr Word<FaceChoice> kFaceChoice[]{{"closest", FaceChoice::Closest},
                                         {"farthest", FaceChoice::Farthest}};
constexpr Word<OpposingNormal> kOpposingNormal[]{{"average", OpposingNormal::Average},
                                                 {"face_a", OpposingNormal::FaceA}};
constexpr Word<Sandwich> kSandwich[]{{"both", Sandwich::Both}, {"either", Sandwich::Either}};
constexpr Word<EdgeNormal> kEdgeNormal[]{{"separation", EdgeNormal::Separation},
                                         {"code", EdgeNormal::Code}};
constexpr Word<Erosion> kErosion[]{{"plane_offset", Erosion::PlaneOffset},
                                   {"vertex_normal", Erosion::VertexNormal},
                                   {"code", Erosion::Code},
                                   {"none", Erosion::None}};
constexpr Word<GrowthFace> kGrowthFace[]{{"best", GrowthFace::Best}, {"first", GrowthFace::First}};
constexpr Word<ImpactSearch> kImpactSearch[]{{"oriented", ImpactSearch::Oriented},
                                             {"exact", ImpactSearch::Exact},
                                             {"tight", ImpactSearch::Tight}};
constexpr Word<bool> kOnOff[]{{"on", true}, {"off", false}};

std::string number_text(double value) {
    if (std::isinf(value)) {
        return "inf";
    }
    std::array<char, 32> buffer;
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), result.ptr};
}

/// A number in [low, high]; the whole of `text` must be one.
bool take_number(std::string_view text, double low, double high, double& value) {
    double number = 0.0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = result.ec == std::errc() && result.ptr == text.data() + text.size();
    if (!whole || !(number >= low && number <= high)) {
        return false;
    }
    value = number;
    return true;
}

/// An option whose value is one of a list of words.
template <auto member, const auto& words>
GeneratorOption word_option(std::string_view id, std::span<const std::string_view> generators,
                            std::string_view values, std::string_view meaning) {
    return {id,
            generators,
            values,
            meaning,
            [](const GeneratorSettings& settings) { return word_of(words, settings.*member); },
            [](GeneratorSettings& settings, std::string_view word) {
                return take_word(words, word, settings.*member);
            }};
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTiny = std::numeric_limits<double>::min();

const std::vector<GeneratorOption>& option_table() {
    using Settings = GeneratorSettings;
    static const std::vector<GeneratorOption> options{
        word_option<&Settings::ties, kTies>("ties", kLocal, "canonical|first",
                                            "what decides exact ties"),
        word_option<&Settings::tolerance, kTolerance>(
            "tolerance", kLocal, "relative|absolute",
            "working precision: a share of the tets' size, or 1.19e-6"),
        {"precision", kLocal, "number in [1e-12, 1]",
         "that share, and the filter's; read when these are relative and merge",
         [](const Settings& settings) { return number_text(settings.precision); },
         [](Settings& settings, std::string_view text) {
             return take_number(text, 1e-12, 1.0, settings.precision);
         }},
        word_option<&Settings::post_filter, kPostFilter>("post_filter", kLocal, "merge|adjacent",
                                                         "how repeated contacts are found"),
        word_option<&Settings::own_plane, kOwnPlane>(
            "own_plane", kPointSharers, "skip|keep",
            "whether a crossing point is tested against its own plane"),
        word_option<&Settings::vf_normal, kVfNormal>(
            "vf_normal", kIntersection, "unit|raw",
            "length of V-F normals; raw: twice the triangle's area"),
        word_option<&Settings::edge_separation, kEdgeSeparation>(
            "edge_separation", kIntersection, "skip_edge_pair|leave_tet_pair",
            "what ends when an edge pair's axis separates the tets"),
        {"closeness", kIntersection, "number >= 0 [m] or inf", "deepest V-F contact",
         [](const Settings& settings) { return number_text(settings.closeness); },
         [](Settings& settings, std::string_view text) {
             return take_number(text, 0.0, kInfinity, settings.closeness);
         }},
        word_option<&Settings::face_choice, kFaceChoice>("face", kVertexOnly, "closest|farthest",
                                                         "which surface face gives the normal"),
        {"face_bias", kSats, "number >= 0 [m]", "by how much an edge axis must beat a face axis",
         [](const Settings& settings) { return number_text(settings.face_bias); },
         [](Settings& settings, std::string_view text) {
             return take_number(text, 0.0, 1e300, settings.face_bias);
         }},
        word_option<&Settings::opposing_normal, kOpposingNormal>(
            "normal", kOpposing, "average|face_a",
            "the normal of a face pair: of both, or of A's face"),
        word_option<&Settings::sandwich, kSandwich>(
            "sandwich", kOpposing, "both|either",
            "how many opposite vertices must lie in front of the other face"),
        {"envelope", kClosestPoints, "number > 0 [m]",
         "erosion depth; contacts lie within twice it",
         [](const Settings& settings) { return number_text(settings.envelope); },
         [](Settings& settings, std::string_view text) {
             return take_number(text, kTiny, 1e300, settings.envelope);
         }},
        word_option<&Settings::edge_normal, kEdgeNormal>(
            "edge_normal", kClosestPoints, "separation|code", "the normal of an edge pair"),
        word_option<&Settings::low_features, kOnOff>("low_features", kClosestPoints, "on|off",
                                                     "V-E and V-V pairs, with lowest precedence"),
        word_option<&Settings::erosion, kErosion>("erosion", kClosestPoints,
                                                  "plane_offset|vertex_normal|code|none",
                                                  "how bodies are made smaller"),
        {"first_scale", kGrowth, "number in [0.001, 1]", "the scale that is tried first",
         [](const Settings& settings) { return number_text(settings.first_scale); },
         [](Settings& settings, std::string_view text) {
             return take_number(text, 1e-3, 1.0, settings.first_scale);
         }},
        word_option<&Settings::growth_face, kGrowthFace>(
            "face", kGrowth, "best|first", "which face within 4 degrees gives the normal"),
        word_option<&Settings::surface_faces_only, kOnOff>(
            "surface_faces_only", kGrowth, "on|off",
            "whether only faces of the bodies' surfaces may give the normal"),
        {"eps", kEnvelopes, "number in [1e-6, 1]",
         "gap and penetration of contacts, of the smaller body's size",
         [](const Settings& settings) { return number_text(settings.eps); },
         [](Settings& settings, std::string_view text) {
             return take_number(text, 1e-6, 1.0, settings.eps);
         }},
        {"rho", kSemiLocal, "number in [0, 2]",
         "separations whose order the velocity may decide, of eps",
         [](const Settings& settings) { return number_text(settings.rho); },
         [](Settings& settings, std::string_view text) {
             return take_number(text, 0.0, 2.0, settings.rho);
         }},
        {"delta", kSemiLocal, "number in [0.001, 10] [degrees]",
         "how far facets that lie on each other may be from parallel",
         [](const Settings& settings) { return number_text(settings.delta); },
         [](Settings& settings, std::string_view text) {
             return take_number(text, 0.001, 10.0, settings.delta);
         }},
        word_option<&Settings::impact_search, kImpactSearch>(
            "search", kFirstImpact, "oriented|exact|tight",
            "which method of contact times finds the first impact"),
    };
    return options;
}

bool reads(std::string_view generator_id, const GeneratorOption& option) {
    return option.generators.empty() ||
           std::ranges::find(option.generators, generator_id) != option.generators.end();
}

}  // namespace

Profile find_profile(std::string_view id) {
    Profile profile;
    if (!take_word(kProfiles, id, profile)) {
        throw UnknownName("unknown profile \"" + std::string(id) +
                          "\"; known: corrected, published");
    }
    return profile;
}

std::string_view profile_id(Profile profile) {
    return profile == Profile::Corrected ? "corrected" : "published";
}

std::span<const GeneratorOption> all_options() { return option_table(); }

GeneratorSettings make_settings(std::string_view, Profile profile) {
    GeneratorSettings settings;
    if (profile == Profile::Published) {
        settings.ties = Ties::First;
        settings.tolerance = Tolerance::Absolute;
        settings.post_filter = PostFilter::Adjacent;
        settings.own_plane = OwnPlane::Keep;
        settings.vf_normal = VfNormal::Raw;
        settings.edge_separation = EdgeSeparation::LeaveTetPair;
        settings.face_choice = FaceChoice::Farthest;
        settings.opposing_normal = OpposingNormal::FaceA;
        settings.edge_normal = EdgeNormal::Code;
        settings.low_features = false;
        settings.erosion = Erosion::Code;
        settings.first_scale = 0.9;
        settings.growth_face = GrowthFace::First;
    }
    return settings;
}

GeneratorSettings with_scaled_lengths(const GeneratorSettings& settings, double scale) {
    GeneratorSettings result = settings;
    result.envelope *= scale;
    result.closeness *= scale;
    result.face_bias *= scale;
    return result;
}

void set_option(GeneratorSettings& settings, std::string_view generator_id, std::string_view option,
                std::string_view value) {
    std::string known;
    for (const GeneratorOption& entry : option_table()) {
        if (!reads(generator_id, entry)) {
            continue;
        }
        if (entry.id == option) {
            if (!entry.write(settings, value)) {
                throw UsageError("option " + std::string(generator_id) + "." + std::string(option) +
                                 " cannot be \"" + std::string(value) +
                                 "\"; give it: " + std::string(entry.values));
            }
            return;
        }
        known += (known.empty() ? "" : ", ") + std::string(entry.id);
    }
    throw UnknownName("generator " + std::string(generator_id) + " has no option \"" +
                      std::string(option) + "\"; known: " + known);
}

std::vector<OptionValue> option_values(const GeneratorSettings& settings,
                                       std::string_view generator_id) {
    std::vector<OptionValue> values;
    for (const GeneratorOption& option : option_table()) {
        if (reads(generator_id, option)) {
            values.push_back({option.id, option.read(settings)});
        }
    }
    return values;
}

}  // namespace touchstone
