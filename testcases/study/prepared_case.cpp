#include "testcases/study/prepared_case.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "methods/base/error.h"
#include "testcases/files/scene_file.h"
#include "testcases/study/contact_track.h"
#include "testcases/study/scene_digest.h"

namespace touchstone {
namespace {

/// Returns the scene's text; nothing for one that cannot be written down.
std::optional<std::string> text_of(const StudyScene& scene) {
    try {
        return write_scene(scene.test_case);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace

const StudyScene* PreparedCase::scene_for(int generator) const {
    if (shared) {
        return &*shared;
    }
    return single.empty() || !single[generator] ? nullptr : &*single[generator];
}

const std::string* PreparedCase::digest_of(int generator) const {
    const bool has = !digests.empty() && !digests[generator].empty();
    return has ? &digests[generator] : nullptr;
}

std::vector<std::string> PreparedCase::mesh_warnings() const {
    for (int i = 0; i < std::max<int>(1, static_cast<int>(single.size())); ++i) {
        if (const StudyScene* const scene = scene_for(i)) {
            return touchstone::mesh_warnings(scene->test_case);
        }
    }
    return {};
}

PreparedCase prepare_case(const std::string& case_name, const StudyRequest& request) {
    PreparedCase prepared;
    try {
        prepared.shared = make_study_scene(case_name, request.settings, request.pose,
                                           request.generators, request.stock);
        return prepared;
    } catch (const MeshError&) {
        if (is_built_in(case_name)) {
            throw;
        }
        int made = 0;
        for (const std::string& generator : request.generators) {
            std::optional<StudyScene>& scene = prepared.single.emplace_back();
            std::string& refusal = prepared.refusals.emplace_back();
            try {
                scene = make_study_scene(case_name, request.settings, request.pose,
                                         std::array{generator}, request.stock);
                ++made;
            } catch (const MeshError& error) {
                refusal = error.what();
            }
        }
        if (made == 0) {
            throw;
        }
    }
    return prepared;
}

void add_digests(PreparedCase& prepared, const StudyRequest& request) {
    std::map<const StudyScene*, std::optional<std::string>> texts;
    std::map<std::pair<const StudyScene*, ShapeRule>, std::string> known;
    prepared.digests.resize(request.generators.size());
    for (int i = 0; i < std::ssize(request.generators); ++i) {
        const StudyScene* const scene = prepared.scene_for(i);
        const Generator& generator = request.settings.methods.find(request.generators[i]);
        if (scene != nullptr && keeps_answers(generator)) {
            const ShapeRule rule =
                generator.shape_rule(request.settings.generators.at(generator.id));
            const auto [found, is_new] = known.try_emplace({scene, rule});
            const auto [text, is_new_scene] = texts.try_emplace(scene);
            if (is_new_scene) {
                text->second = text_of(*scene);
            }
            if (is_new && text->second) {
                found->second = scene_digest(*scene, rule, *text->second);
            }
            prepared.digests[i] = found->second;
        }
    }
}

std::vector<std::string> all_mesh_warnings(std::span<const PreparedCase> prepared) {
    std::vector<std::string> lines;
    for (const PreparedCase& ready : prepared) {
        for (const std::string& line : ready.mesh_warnings()) {
            if (std::ranges::find(lines, line) == lines.end()) {
                lines.push_back(line);
            }
        }
    }
    return lines;
}

}  // namespace touchstone
