#include "generators/local/settings/closest_points_settings.h"

#include "generators/local/settings/local_options.h"

namespace touchstone {
namespace {

constexpr Word<EdgeNormal> kEdgeNormals[]{{"separation", EdgeNormal::Separation},
                                          {"code", EdgeNormal::Code}};
constexpr Word<Erosion> kErosions[]{{"plane_offset", Erosion::PlaneOffset},
                                    {"vertex_normal", Erosion::VertexNormal},
                                    {"code", Erosion::Code},
                                    {"none", Erosion::None}};

/// Twice the envelope, and the tolerance that the kernel adds to it.
double reach_of_envelopes(const MethodSettings& settings, double size) {
    const ClosestPointsSettings& own = settings.as<ClosestPointsSettings>();
    const double tolerance = own.precision * size;
    return 2.0 * own.envelope + tolerance;
}

ShapeRule make_eroded_rule(const MethodSettings& settings) {
    const ClosestPointsSettings& own = settings.as<ClosestPointsSettings>();
    ShapeRule rule = make_local_rule<ClosestPointsSettings>(settings);
    if (own.erosion != Erosion::None) {
        rule.erosion = own.erosion;
        rule.amount = own.envelope;
    }
    return rule;
}

}  // namespace

template <>
const LocalOptions& local_options<ClosestPointsSettings>() {
    using Settings = ClosestPointsSettings;
    static const LocalOptions options = [] {
        Settings published;
        publish(published);
        published.edge_normal = EdgeNormal::Code;
        published.low_features = false;
        published.erosion = Erosion::Code;
        LocalOptions made = make_local_options<Settings>(
            shared_options(),
            {length_option("envelope", &Settings::envelope,
                           {std::numeric_limits<double>::min(), 1e300, "number > 0 [m]"},
                           "erosion depth; contacts lie within twice it"),
             word_option("edge_normal", &Settings::edge_normal, kEdgeNormals,
                         "the normal of an edge pair"),
             word_option("low_features", &Settings::low_features, kOnOff,
                         "V-E and V-V pairs, with lowest precedence"),
             word_option("erosion", &Settings::erosion, kErosions, "how bodies are made smaller")},
            published);
        made.reach = &reach_of_envelopes;
        made.shape_rule = &make_eroded_rule;
        return made;
    }();
    return options;
}

}  // namespace touchstone
