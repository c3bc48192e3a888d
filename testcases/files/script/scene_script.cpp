#include "testcases/files/script/scene_script.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/files/text_file.h"
#include "methods/base/printable.h"
#include "testcases/files/endless_file.h"
#include "testcases/files/script/script_case.h"
#include "testcases/files/script/script_words.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostScriptBytes = std::size_t{1} << 20;
/// The place of a file, from a folder upwards, with and without the "input/" that it begins with.
fs::path found_upwards(const fs::path& folder, const std::string& file) {
    constexpr std::string_view kInput = "input/";
    std::error_code error;
    fs::path at = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
    const std::string bare = file.starts_with(kInput) ? file.substr(kInput.size()) : file;
    for (const std::string& name : {file, bare}) {
        const fs::path path(name);
        if (path.has_root_path() || std::ranges::find(path, fs::path("..")) != path.end()) {
            throw FileError("the mesh '" + printable(file) +
                            "' must be named by a path that does not begin at the root and has no "
                            "\"..\"; put it into the script's folder or one above it");
        }
    }
    while (!error) {
        for (const std::string& name : {file, bare}) {
            if (fs::is_regular_file(at / name, error)) {
                return at / name;
            }
        }
        if (at == at.parent_path()) {
            break;
        }
        error.clear();
        at = at.parent_path();
    }
    throw FileError("there is no mesh '" + printable(file) +
                    "' in the script's folder or one above it; put it there");
}

/// The script that a script names as its only line; nothing for others.
std::optional<std::string> named_script(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n";
    const std::size_t start = text.find_first_not_of(kBlank);
    const std::size_t end = text.find_last_not_of(kBlank);
    if (start == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string line(text.substr(start, end + 1 - start));
    const bool is_one = line.find_first_of(kBlank) == std::string::npos;
    return is_one && is_scene_script(line) && printable(line) == line ? std::optional(line)
                                                                      : std::nullopt;
}

struct PlacedScript {
    fs::path place;
    std::string text;
};

std::string read_script_text(const fs::path& path) {
    refuse_endless(path);
    return read_text_file(path, kMostScriptBytes);
}

/// The script of a file, or the one that it names. That may lie anywhere but where a path from the
/// root leads: such paths are of another machine.
PlacedScript placed_script(const fs::path& path) {
    PlacedScript script{path, read_script_text(path)};
    if (const std::optional<std::string> named = named_script(script.text)) {
        if (fs::path(*named).has_root_path()) {
            throw FileError(printable(path.string()) + ": the script '" + *named +
                            "' must be named by a path from the folder of the one that names it");
        }
        script.place = path.parent_path() / *named;
        script.text = read_script_text(script.place);
    }
    return script;
}

}  // namespace

bool is_scene_script(std::string_view name) { return name.ends_with(".txt"); }

TestCase parse_scene_script(std::string_view text, std::string_view file_name,
                            const LoadScriptMesh& load) {
    return make_script_case(read_script_words(text, file_name), file_name, load);
}

TestCase read_scene_script(const fs::path& path) {
    const auto [place, text] = placed_script(path);
    const LoadScriptMesh load = [folder = place.parent_path()](const std::string& file) {
        return read_mesh(found_upwards(folder, file));
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
            files.push_back(found_upwards(folder, file));
        } catch (const FileError&) {
            // Whoever reads the scene is told.
        }
    };
    try {
        const auto [place, text] = placed_script(path);
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
