#include "testcases/files/script/scene_script.h"

#include <filesystem>

#include "methods/base/error.h"
#include "methods/base/work/work_log.h"
#include "testcases/files/script/script_case.h"
#include "testcases/files/script/script_files.h"
#include "testcases/files/script/script_words.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

}  // namespace

TestCase parse_scene_script(std::string_view text, std::string_view file_name,
                            const LoadScriptMesh& load) {
    note_work(Work::SceneText, text);
    return make_script_case(read_script_words(text, file_name), file_name, load);
}

TestCase read_scene_script(const fs::path& path) {
    const auto [place, text] = place_script(path);
    const LoadScriptMesh load = [folder = place.parent_path()](const std::string& file) {
        return read_mesh(find_script_mesh(folder, file));
    };
    TestCase test_case = parse_scene_script(text, place.string(), load);
    test_case.id = path.stem().string();
    test_case.title = test_case.id;
    return test_case;
}

std::vector<fs::path> script_inputs(const fs::path& path) {
    std::vector<fs::path> files;
    const auto append_mesh = [&](const fs::path& folder, const std::string& file) {
        try {
            files.push_back(find_script_mesh(folder, file));
        } catch (const FileError&) {
            // Whoever reads the scene is told.
        }
    };
    try {
        const auto [place, text] = place_script(path);
        files.push_back(place);
        const ScriptWords words = read_script_words(text, place.string());
        for (const ScriptShape& shape : words.shapes) {
            append_mesh(place.parent_path(), shape.file);
        }
        for (const ScriptObstacle& obstacle : words.obstacles) {
            append_mesh(place.parent_path(), obstacle.file);
        }
    } catch (const FileError&) {
        // Likewise.
    }
    return files;
}

}  // namespace touchstone
