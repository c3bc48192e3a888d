#include "generators/local/settings/intersection_settings.h"

#include "generators/local/settings/local_options.h"

namespace touchstone {
namespace {

constexpr Word<VfNormal> kVfNormals[]{{"unit", VfNormal::Unit}, {"raw", VfNormal::Raw}};
constexpr Word<EdgeSeparation> kEdgeSeparations[]{{"skip_edge_pair", EdgeSeparation::SkipEdgePair},
                                                  {"leave_tet_pair", EdgeSeparation::LeaveTetPair}};
constexpr Word<EdgeDirection> kEdgeDirections[]{{"tet", EdgeDirection::OfTet},
                                                {"triangle", EdgeDirection::OfTriangle}};
constexpr Word<Triangles> kTriangles[]{{"overlapping", Triangles::Overlapping},
                                       {"all", Triangles::All}};
constexpr Word<Midpoint> kMidpoints[]{{"behind_both", Midpoint::BehindBoth},
                                      {"anywhere", Midpoint::Anywhere}};

}  // namespace

template <>
const LocalOptions& local_options<IntersectionSettings>() {
    using Settings = IntersectionSettings;
    static const LocalOptions options = [] {
        Settings published;
        publish(published);
        published.vf_normal = VfNormal::Raw;
        published.edge_separation = EdgeSeparation::LeaveTetPair;
        published.edge_direction = EdgeDirection::OfTriangle;
        LocalOptions made = make_local_options<Settings>(
            shared_options(),
            {word_option("vf_normal", &Settings::vf_normal, kVfNormals,
                         "length of V-F normals; raw: twice the triangle's area"),
             word_option("edge_separation", &Settings::edge_separation, kEdgeSeparations,
                         "what ends when an edge pair's axis separates the tets"),
             word_option("edge_direction", &Settings::edge_direction, kEdgeDirections,
                         "which way edges run, and with them the normal of an edge pair"),
             word_option("triangles", &Settings::triangles, kTriangles,
                         "which pairs of surface triangles are looked at"),
             word_option("midpoint", &Settings::midpoint, kMidpoints,
                         "where an E-E contact may lie, seen from the two triangles"),
             length_option("closeness", &Settings::closeness,
                           {0.0, std::numeric_limits<double>::infinity(), "number >= 0 [m] or inf"},
                           "deepest V-F contact")},
            published);
        made.is_bounded = [](const LocalSettings& settings) {
            return static_cast<const Settings&>(settings).triangles == Triangles::Overlapping;
        };
        return made;
    }();
    return options;
}

}  // namespace touchstone
