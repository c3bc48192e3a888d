#include "generators/local/settings/opposing_settings.h"

#include "generators/local/settings/leeway.h"
#include "generators/local/settings/local_options.h"

namespace touchstone {
namespace {

constexpr Word<OpposingNormal> kOpposingNormals[]{{"average", OpposingNormal::Average},
                                                  {"face_a", OpposingNormal::FaceA}};
constexpr Word<Sandwich> kSandwiches[]{{"both", Sandwich::Both}, {"either", Sandwich::Either}};

}  // namespace

template <>
const LocalOptions& local_options<OpposingSettings>() {
    using Settings = OpposingSettings;
    static const LocalOptions options = [] {
        Settings published;
        publish(published);
        published.opposing_normal = OpposingNormal::FaceA;
        LocalOptions made = make_local_options<Settings>(
            shared_point_options(),
            {word_option("normal", &Settings::opposing_normal, kOpposingNormals,
                         "the normal of a face pair: of both, or of A's face"),
             word_option("sandwich", &Settings::sandwich, kSandwiches,
                         "how many opposite vertices must lie in front of the other face")},
            published);
        made.leeway = &leeway_of_opposing;
        return made;
    }();
    return options;
}

}  // namespace touchstone
