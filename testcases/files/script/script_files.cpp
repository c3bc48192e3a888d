#include "testcases/files/script/script_files.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/files/text_file.h"
#include "methods/base/printable.h"
#include "testcases/files/endless_file.h"
#include "testcases/files/inner_path.h"
#include "testcases/files/script/scene_script.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostScriptBytes = std::size_t{1} << 20;

/// The folder beneath which all files of a script lie: the nearest one around it that is called
/// "input", as where its program keeps scripts, or else its own.
fs::path root_of(const fs::path& folder) {
    std::error_code error;
    fs::path own = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
    if (error) {
        throw FileError("the folder " + printable(folder.string()) +
                        " cannot be read: " + error.message());
    }
    for (fs::path at = own; at != at.parent_path(); at = at.parent_path()) {
        if (at.filename() == "input") {
            return at;
        }
    }
    return own;
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

std::string read_script_text(const fs::path& path) {
    refuse_endless(path);
    return read_text_file(path, kMostScriptBytes);
}

}  // namespace

bool is_scene_script(std::string_view name) { return name.ends_with(".txt"); }

PlacedScript place_script(const fs::path& path) {
    PlacedScript script{path, read_script_text(path)};
    if (const std::optional<std::string> named = named_script(script.text)) {
        const std::string begin = printable(path.string()) + ": ";
        if (fs::path(*named).has_root_path()) {
            throw FileError(begin + "the script '" + *named +
                            "' must be named by a path from the folder of the one that names it");
        }
        const fs::path folder = path.parent_path();
        try {
            place_inside(root_of(folder), folder, *named, "the script");
        } catch (const FileError& error) {
            throw FileError(begin + error.what());
        }
        script.place = folder / *named;
        script.text = read_script_text(script.place);
    }
    return script;
}

fs::path find_script_mesh(const fs::path& folder, const std::string& file) {
    constexpr std::string_view kInput = "input/";
    const std::string bare = file.starts_with(kInput) ? file.substr(kInput.size()) : file;
    for (const std::string& name : {file, bare}) {
        const fs::path path(name);
        if (path.has_root_path() || std::ranges::find(path, fs::path("..")) != path.end()) {
            throw FileError("the mesh '" + printable(file) +
                            "' must be named by a path that does not begin at the root and has no "
                            "\"..\"; put it into the script's folder, or into one beneath it");
        }
    }
    const fs::path root = root_of(folder);
    std::error_code error;
    for (fs::path at = fs::canonical(folder.empty() ? fs::path(".") : folder, error); !error;
         at = at.parent_path()) {
        for (const std::string& name : {file, bare}) {
            std::error_code ignored;  // what cannot be looked at is not there
            if (fs::is_regular_file(at / name, ignored)) {
                return mesh_place_inside(root, at, name);
            }
        }
        if (at == root) {
            break;
        }
    }
    throw FileError("there is no mesh '" + printable(file) +
                    "' in the script's folder, nor between that and a folder \"input\" around it; "
                    "put it beside the script");
}

}  // namespace touchstone
