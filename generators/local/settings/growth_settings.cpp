#include "generators/local/settings/growth_settings.h"

#include "generators/local/settings/local_options.h"

namespace touchstone {
namespace {

constexpr Word<GrowthFace> kGrowthFaces[]{{"best", GrowthFace::Best}, {"first", GrowthFace::First}};
constexpr Word<GrowthStep> kGrowthSteps[]{{"safe", GrowthStep::Safe}, {"code", GrowthStep::Code}};
constexpr Word<GrowthEnd> kGrowthEnds[]{{"small_gap", GrowthEnd::SmallGap},
                                        {"code", GrowthEnd::Code}};

}  // namespace

template <>
const LocalOptions& local_options<GrowthSettings>() {
    using Settings = GrowthSettings;
    static const LocalOptions options = [] {
        Settings published;
        publish(published);
        published.first_scale = 0.9;
        published.growth_step = GrowthStep::Code;
        published.growth_end = GrowthEnd::Code;
        published.growth_face = GrowthFace::First;
        return make_local_options<Settings>(
            shared_point_options(),
            {number_option("first_scale", &Settings::first_scale,
                           {1e-3, 1.0, "number in [0.001, 1]"}, "the scale that is tried first"),
             word_option("step", &Settings::growth_step, kGrowthSteps,
                         "how the shrunken tets are enlarged"),
             word_option("end", &Settings::growth_end, kGrowthEnds,
                         "the gap at which they are enlarged no further"),
             word_option("face", &Settings::growth_face, kGrowthFaces,
                         "which face within 4 degrees gives the normal"),
             word_option("surface_faces_only", &Settings::surface_faces_only, kOnOff,
                         "whether only faces of the bodies' surfaces may give the normal")},
            published);
    }();
    return options;
}

}  // namespace touchstone
