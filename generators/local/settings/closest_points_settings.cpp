#include "generators/local/settings/closest_points_settings.h"

#include "generators/local/settings/local_options.h"

namespace touchstone {
namespace {

constexpr Word<EdgeNormal> kEdgeNormals[]{{"separation", EdgeNormal::Separation},
                                          {"code", EdgeNormal::Code}};
constexpr Word<EdgeUse> kEdgeUses[]{{"once", EdgeUse::Once}, {"repeated", EdgeUse::Repeated}};
constexpr Word<UsedEnds> kUsedEnds[]{{"own", UsedEnds::Own}, {"row_of_a", UsedEnds::RowOfA}};
constexpr Word<Leaves> kLeaves[]{{"inflated", Leaves::Inflated}, {"bare", Leaves::Bare}};
constexpr Word<EnvelopeUnit> kEnvelopeUnits[]{{"thickness", EnvelopeUnit::Thickness},
                                              {"metre", EnvelopeUnit::Metre}};
constexpr Word<Erosion> kErosions[]{{"plane_offset", Erosion::PlaneOffset},
                                    {"vertex_normal", Erosion::VertexNormal},
                                    {"code", Erosion::Code},
                                    {"none", Erosion::None}};

/// Returns twice the envelope plus the tolerance that the kernel adds to it [m]. No body is thicker
/// than large.
double reach_of_envelopes(const MethodSettings& settings, double size) {
    const ClosestPointsSettings& own = settings.as<ClosestPointsSettings>();
    const double unit = own.envelope_unit == EnvelopeUnit::Thickness ? size : 1.0;
    const double tolerance = own.precision * size;
    return 2.0 * own.envelope * unit + tolerance;
}

/// Returns the settings with the mean of the envelopes by which the two bodies were eroded. A shape
/// that was made without regard to this method's rule has none: its size stands for its thickness
/// then.
MethodSettings settings_of_pair(const MethodSettings& settings, const CollisionShape& a,
                                const CollisionShape& b) {
    ClosestPointsSettings own = settings.as<ClosestPointsSettings>();
    if (own.envelope_unit == EnvelopeUnit::Thickness) {
        const auto envelope_of = [&](const CollisionShape& shape) {
            return shape.envelope > 0.0 ? shape.envelope : own.envelope * shape.size;
        };
        own.envelope = 0.5 * (envelope_of(a) + envelope_of(b));
        own.envelope_unit = EnvelopeUnit::Metre;
    }
    return own;
}

/// Scales the envelope with the scene when it is a length; a share stays.
void scale_envelope(ClosestPointsSettings& settings, double factor) {
    if (settings.envelope_unit == EnvelopeUnit::Metre) {
        settings.envelope *= factor;
    }
}

Option<ClosestPointsSettings> envelope_option() {
    Option<ClosestPointsSettings> option =
        number_option("envelope", &ClosestPointsSettings::envelope,
                      {std::numeric_limits<double>::min(), 1e300, "number > 0"},
                      "erosion depth, in the unit below; contacts lie within that of both bodies");
    option.scale = &scale_envelope;
    return option;
}

ShapeRule make_eroded_rule(const MethodSettings& settings) {
    const ClosestPointsSettings& own = settings.as<ClosestPointsSettings>();
    ShapeRule rule = make_local_rule<ClosestPointsSettings>(settings);
    rule.erosion = own.erosion;
    rule.amount_of_thickness = own.envelope_unit == EnvelopeUnit::Thickness;
    // Without erosion the shape is the same for all lengths, but knows its share of the thickness.
    if (own.erosion != Erosion::None || rule.amount_of_thickness) {
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
        published.envelope_unit = EnvelopeUnit::Metre;
        published.edge_normal = EdgeNormal::Code;
        published.edge_use = EdgeUse::Repeated;
        published.used_ends = UsedEnds::RowOfA;
        published.leaves = Leaves::Bare;
        published.low_features = false;
        published.erosion = Erosion::Code;
        LocalOptions made = make_local_options<Settings>(
            shared_options(),
            {envelope_option(),
             word_option("envelope_unit", &Settings::envelope_unit, kEnvelopeUnits,
                         "what the envelope counts: each body's thickness, or metres"),
             word_option("edge_normal", &Settings::edge_normal, kEdgeNormals,
                         "the normal of an edge pair"),
             word_option("edge_use", &Settings::edge_use, kEdgeUses,
                         "how often an edge of A meets edges of B"),
             word_option("used_ends", &Settings::used_ends, kUsedEnds,
                         "whose ends tell that an edge of B is used"),
             word_option("leaves", &Settings::leaves, kLeaves,
                         "bounds that tets must share to be compared"),
             word_option("low_features", &Settings::low_features, kOnOff,
                         "V-E and V-V pairs, with lowest precedence"),
             word_option("erosion", &Settings::erosion, kErosions, "how bodies are made smaller")},
            published);
        made.reach = &reach_of_envelopes;
        made.shape_rule = &make_eroded_rule;
        made.of_pair = &settings_of_pair;
        return made;
    }();
    return options;
}

}  // namespace touchstone
