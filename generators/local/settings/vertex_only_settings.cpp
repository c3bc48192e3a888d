#include "generators/local/settings/vertex_only_settings.h"

#include "generators/local/settings/leeway.h"
#include "generators/local/settings/local_options.h"

namespace touchstone {
namespace {

constexpr Word<FaceChoice> kFaceChoices[]{{"closest", FaceChoice::Closest},
                                          {"farthest", FaceChoice::Farthest}};

}  // namespace

template <>
const LocalOptions& local_options<VertexOnlySettings>() {
    static const LocalOptions options = [] {
        VertexOnlySettings published;
        publish(published);
        published.face_choice = FaceChoice::Farthest;
        LocalOptions made = make_local_options<VertexOnlySettings>(
            shared_options(),
            {word_option("face", &VertexOnlySettings::face_choice, kFaceChoices,
                         "which surface face gives the normal")},
            published);
        made.leeway = &leeway_of_vertices;
        return made;
    }();
    return options;
}

}  // namespace touchstone
