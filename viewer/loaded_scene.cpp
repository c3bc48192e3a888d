#include "viewer/loaded_scene.h"

#include <utility>

#include "testcases/recording.h"

namespace touchstone {
namespace {

std::vector<std::string> wanted_generators(const OpenRequest& request) {
    std::vector<std::string> ids{find_generator(request.generator).id};
    if (!request.compared.empty()) {
        ids.push_back(find_generator(request.compared).id);
    }
    return ids;
}

}  // namespace

bool is_recording_path(std::string_view name) {
    return name.ends_with(".h5") || name.ends_with(".hdf5");
}

const BodyShapes& shapes_for(const LoadedScene& scene, const std::string& generator) {
    return scene.scene.shapes.at(
        shape_rule(find_generator(generator), scene.request.settings.generators.at(generator)));
}

LoadedScene load_scene(OpenRequest request) {
    LoadedScene loaded;
    if (is_recording_path(request.name)) {
        const Recording recording(request.name);
        loaded.recorded_steps = recording.steps();
        for (const Assignment& assignment : recording.header().settings) {
            assign(request.settings, assignment);
        }
        if (request.generator.empty()) {
            request.generator = recording.header().generator;
        }
        const bool built_in = !is_scene_path(recording.header().case_name);
        loaded.scene = make_study_scene(recording.test_case(), built_in, request.settings,
                                        request.pose, wanted_generators(request));
    } else {
        loaded.scene = make_study_scene(request.name, request.settings, request.pose,
                                        wanted_generators(request));
    }
    loaded.geometry = make_scene_geometry(loaded.scene);
    loaded.request = std::move(request);
    return loaded;
}

}  // namespace touchstone
