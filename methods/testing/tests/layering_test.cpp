// Which folder may include which: reads every #include of the source tree. Runs from its root.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {
namespace {

namespace fs = std::filesystem;

/// A folder of a layer, or the files of one name in the layer's own folder ("settings" is
/// settings.h and settings.cpp), and the rooms of the same layer that it may include.
struct Room {
    std::string_view name;
    std::vector<std::string_view> below;
};

/// A folder at the root, what it may include at the root (a whole folder, or a room of one, like
/// "reports/tables"), and its rooms from bottom to top.
struct Layer {
    std::string_view folder;
    std::vector<std::string_view> below;
    std::vector<Room> rooms;
};

/// As a name in `below`: every room of the layer but the test helpers.
constexpr std::string_view kAllRooms = "*";

/// Bottom to top.
const std::vector<Layer>& all_layers() {
    static const std::vector<Layer> layers{
        {"methods",
         {},
         {
             {"base", {}},
             {"base/parallel", {}},
             {"base/boxes", {"base", "base/parallel"}},
             {"base/options", {"base"}},
             {"base/process", {"base"}},
             {"base/work", {}},
             {"lanes", {"base"}},
             {"mesh", {"base", "base/parallel"}},
             {"mesh/files", {"base", "mesh"}},
             {"mesh/health", {"base", "base/boxes", "base/parallel", "mesh", "mesh/files"}},
             {"mesh/filling", {"base", "base/boxes", "base/process", "mesh", "mesh/health"}},
             {"geometry", {"base", "base/boxes", "base/work", "lanes", "mesh"}},
             {"barrier", {"base", "base/boxes", "mesh", "geometry", "contact"}},
             {"elastic", {"base", "mesh"}},
             {"continuous", {"base", "mesh", "geometry"}},
             {"smooth", {"base", "base/boxes", "mesh", "geometry", "continuous"}},
             {"contact", {"base", "base/boxes", "mesh", "geometry", "smooth"}},
             {"quality", {"base", "mesh", "geometry", "continuous", "contact"}},
             {"quality/truth",
              {"base", "base/boxes", "base/work", "mesh", "geometry", "smooth", "contact",
               "quality"}},
             {"testing", {kAllRooms}},
         }},
        {"generators",
         {"methods"},
         {
             {"settings", {}},
             {"outcome", {}},
             {"pair_memory", {}},
             {"scene_body", {}},
             {"placed_bodies", {"scene_body"}},
             {"detection_memory", {"pair_memory", "scene_body"}},
             {"generator", {"settings", "pair_memory"}},
             {"method_list", {"settings", "generator"}},
             {"external", {"settings", "outcome", "generator", "continuous/impact_method"}},
             {"local/settings", {"settings", "generator"}},
             {"plain", {"settings", "generator", "local/settings"}},
             {"local", {"settings", "generator", "pair_memory", "local/settings"}},
             {"semi_local/semi_local_settings", {"settings"}},
             {"semi_local/overlay", {}},
             {"semi_local/candidates",
              {"settings", "generator", "semi_local/semi_local_settings", "semi_local/overlay"}},
             {"semi_local/choice", {"semi_local/candidates"}},
             {"semi_local",
              {"settings", "generator", "pair_memory", "semi_local/semi_local_settings",
               "semi_local/overlay", "semi_local/candidates", "semi_local/choice"}},
             {"barrier", {"settings", "outcome", "generator", "semi_local"}},
             {"smooth", {"settings", "outcome", "generator", "semi_local"}},
             {"own", {"settings", "outcome", "generator"}},  // for methods of one file each
             {"continuous/impact_method", {"settings"}},
             {"continuous/impact_answers", {"continuous/impact_method"}},
             {"continuous/zero_time", {"settings", "continuous/impact_method"}},
             {"continuous/kernels", {}},
             {"continuous/inclusion",
              {"continuous/impact_method", "continuous/impact_answers", "continuous/zero_time"}},
             {"continuous/oriented",
              {"continuous/impact_method", "continuous/impact_answers", "continuous/zero_time",
               "continuous/kernels"}},
             {"continuous/roots",
              {"continuous/impact_method", "continuous/impact_answers", "continuous/zero_time",
               "continuous/oriented"}},
             {"continuous",
              {"continuous/impact_method", "continuous/zero_time", "continuous/inclusion",
               "continuous/oriented", "continuous/roots"}},
             {"continuous/bodies/rigid_sweep", {}},
             {"continuous/bodies",
              {"settings", "generator", "continuous/impact_method",
               "continuous/bodies/rigid_sweep"}},
             {"convex_cast", {"settings", "outcome", "generator", "continuous/bodies/rigid_sweep"}},
             {"pair_fault", {"outcome"}},
             {"asked_pairs",
              {"settings", "generator", "pair_fault", "scene_body", "placed_bodies"}},
             {"swept_bodies", {"generator", "scene_body"}},
             {"third_bodies", {"scene_body"}},
             {"blows", {"generator", "scene_body", "asked_pairs", "swept_bodies", "third_bodies"}},
             {"find_contacts",
              {"settings", "generator", "pair_fault", "local", "detection_memory", "scene_body",
               "placed_bodies", "asked_pairs", "swept_bodies", "blows", "third_bodies"}},
             {"registry", {kAllRooms}},
         }},
        {"rigid_solver",
         {"methods"},
         {
             {"body_motion", {}},
             {"rigid_body", {"body_motion"}},
             {"barrier/barrier_settings", {}},
             {"barrier/barrier_report", {}},
             {"barrier/bodies", {"rigid_body", "body_motion"}},
             {"barrier/linear", {"barrier/bodies"}},
             {"barrier/energy", {"barrier/bodies"}},
             {"barrier/near", {"barrier/bodies", "barrier/energy"}},
             {"barrier/barrier_state",
              {"rigid_body", "body_motion", "barrier/barrier_settings", "barrier/bodies",
               "barrier/linear", "barrier/near"}},
             {"barrier/search",
              {"barrier/barrier_settings", "barrier/barrier_report", "barrier/barrier_state",
               "barrier/bodies", "barrier/linear", "barrier/energy", "barrier/near"}},
             {"barrier",
              {"barrier/barrier_settings", "barrier/barrier_report", "barrier/barrier_state",
               "barrier/bodies", "barrier/energy", "barrier/near", "barrier/search"}},
             {"events", {"rigid_body", "body_motion"}},
             {"proximal", {"rigid_body", "body_motion"}},
         }},
        {"testcases",
         {"methods", "generators", "rigid_solver"},
         {
             {"scenes", {}},
             {"settings", {"scenes"}},
             {"files/json", {}},
             {"files/endless_file", {}},
             {"files/inner_path", {}},
             {"files/script", {"scenes", "files/endless_file", "files/inner_path"}},
             {"files",
              {"scenes", "settings", "files/json", "files/endless_file", "files/inner_path",
               "files/script"}},
             {"cases", {"scenes", "files", "files/script"}},
             {"query", {"scenes", "settings"}},
             {"events", {"scenes"}},
             {"motion", {"scenes", "settings", "query", "events"}},
             {"trials", {"scenes", "settings", "query", "motion"}},
             {"cells", {"files", "files/json"}},
             {"study",
              {"scenes", "settings", "files", "files/json", "cases", "query", "motion", "cells"}},
             {"impacts/queries", {"scenes", "files", "files/json", "cells"}},
             {"impacts/convex", {"cells"}},
             {"impacts", {"scenes", "settings", "files", "cells", "impacts/queries"}},
             {"audit", {"scenes", "settings", "files", "query", "motion", "cells", "study"}},
             {"recordings", {"scenes", "settings", "files", "query", "motion"}},
             {"league",
              {"scenes", "settings", "files", "files/json", "cases", "query", "motion", "cells",
               "study", "recordings"}},
             {"engines", {}},
         }},
        {"reports",
         {"methods", "generators", "rigid_solver", "testcases"},
         {
             {"text", {}},
             {"provenance", {}},
             {"tables", {"text", "provenance"}},
             {"plots", {"text", "tables"}},
             {"writers", {"text", "provenance", "tables"}},
             {"shell", {"text", "provenance", "tables"}},
             {"exports", {"text", "provenance", "tables", "shell"}},
             {"pages", {"text", "provenance", "tables", "plots", "exports"}},
             {"folders",
              {"text", "provenance", "tables", "plots", "exports", "writers", "shell", "pages"}},
             {"commands", {kAllRooms}},
             {"main", {kAllRooms}},
         }},
        {"viewer",
         {"methods", "generators", "rigid_solver", "testcases"},
         {
             {"model", {}},
             {"scene", {"model"}},
             {"tables", {"model", "scene"}},
             {"state", {"model", "scene", "tables"}},
             {"gl", {"model", "scene"}},
             {"commands", {"model", "scene", "tables", "state"}},
             {"panels", {"model", "scene", "tables", "state", "commands"}},
             {"program", {kAllRooms}},
         }},
        {"python",
         {"methods", "generators", "rigid_solver", "testcases", "reports/provenance",
          "reports/tables", "reports/plots", "reports/writers", "reports/shell", "reports/folders"},
         {{"bindings", {}}}},
    };
    return layers;
}

constexpr std::array<std::string_view, 7> kRootFolders{
    "methods", "generators", "rigid_solver", "testcases", "reports", "viewer", "python"};
constexpr std::array<std::string_view, 8> kSourceExtensions{".h",  ".cpp", ".inl", ".hpp",
                                                            ".cc", ".c",   ".hh",  ".cxx"};
constexpr std::string_view kTestHelpers = "testing";  ///< a room of methods

/// True when `path` is `folder` or lies in it; both with forward slashes, from the root.
bool is_in(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// Only these may include anything; and only these may include each other.
bool is_test(std::string_view path) {
    return path.find("/tests/") != std::string_view::npos ||
           path.find("/bench/") != std::string_view::npos;
}

const Layer* find_layer(std::string_view path) {
    const auto& layers = all_layers();
    const auto found =
        std::ranges::find_if(layers, [&](const Layer& layer) { return is_in(path, layer.folder); });
    return found == layers.end() ? nullptr : &*found;
}

/// True when `path` lies in that room of the layer.
bool is_in_room(std::string_view path, const Layer& layer, std::string_view room) {
    const std::string full = std::string(layer.folder) + "/" + std::string(room);
    return is_in(path, full) || path.starts_with(full + ".");
}

/// The innermost room that a file of the layer lies in; nothing when it lies in none.
const Room* find_room(std::string_view path, const Layer& layer) {
    const Room* best = nullptr;
    for (const Room& room : layer.rooms) {
        if (is_in_room(path, layer, room.name) &&
            (best == nullptr || room.name.size() > best->name.size())) {
            best = &room;
        }
    }
    return best;
}

/// True when a file in `room` may include one in `other`, both of the same layer.
bool may_enter(const Room& room, const Room& other) {
    return room.name == other.name || std::ranges::any_of(room.below, [&](std::string_view name) {
               return name == other.name || (name == kAllRooms && other.name != kTestHelpers);
           });
}

bool may_include(std::string_view file, std::string_view included) {
    if (is_test(file)) {
        return true;
    }
    const Layer* layer = find_layer(file);
    const Layer* other = find_layer(included);
    if (layer == nullptr || other == nullptr || is_test(included)) {
        return false;
    }
    const Room* room = find_room(file, *layer);
    const Room* other_room = find_room(included, *other);
    if (room == nullptr || other_room == nullptr) {
        return false;
    }
    if (layer == other) {
        return may_enter(*room, *other_room);
    }
    return other_room->name != kTestHelpers &&
           std::ranges::any_of(layer->below, [&](std::string_view below) {
               return below == other->folder ||
                      below == std::string(other->folder) + "/" + std::string(other_room->name);
           });
}

bool has_dots(const std::string& path) {
    return std::ranges::any_of(fs::path(path),
                               [](const fs::path& part) { return part == ".." || part == "."; });
}

bool is_project_path(const std::string& path) {
    return std::ranges::any_of(kRootFolders,
                               [&](std::string_view folder) { return is_in(path, folder); });
}

/// A header that the build makes has its template `x.h.in` in its place.
bool exists(const fs::path& root, const std::string& path) {
    return fs::is_regular_file(root / path) || fs::is_regular_file(root / (path + ".in"));
}

/// The header, in whatever folder, of a library that one test alone compares with: all else must
/// build without it.
constexpr std::string_view kSuiteSparse = "cholmod.h";
constexpr std::string_view kSuiteSparseTest = "rigid_solver/barrier/tests/cholmod_peer_test.cpp";

/// What is wrong with one include directive, or nothing. `target`: with its quotes or brackets.
std::optional<std::string> find_fault(const fs::path& root, const std::string& file,
                                      const std::string& target) {
    const bool quoted = target.starts_with('"');
    if (!quoted && !target.starts_with('<')) {
        return "names no file";
    }
    const std::string path = target.substr(1, target.size() - 2);
    if (fs::path(path).filename() == kSuiteSparse && file != kSuiteSparseTest) {
        return "belongs to a library that need not be there";
    }
    if (!quoted) {
        return is_project_path(path) ? std::optional<std::string>("takes quotes, not brackets")
                                     : std::nullopt;
    }
    if (has_dots(path)) {
        return "goes through . or ..";
    }
    if (!is_project_path(path)) {
        return "does not start at the root";
    }
    if (!exists(root, path)) {
        return "does not exist";
    }
    if (!may_include(file, path)) {
        return "is not in a layer below";
    }
    return std::nullopt;
}

std::string_view skip_spaces(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

/// What the line includes, with its quotes or brackets; nothing when it is no include directive.
std::optional<std::string> include_target(std::string_view line) {
    line = skip_spaces(line);
    if (!line.starts_with('#')) {
        return std::nullopt;
    }
    line = skip_spaces(line.substr(1));
    if (!line.starts_with("include")) {
        return std::nullopt;
    }
    line = skip_spaces(line.substr(std::string_view("include").size()));
    const std::size_t end = line.find_first_of("\">", 1);
    return std::string(line.substr(0, end == std::string_view::npos ? end : end + 1));
}

std::vector<std::string> find_faults_of_file(const fs::path& root, const std::string& file) {
    std::vector<std::string> faults;
    const Layer* layer = find_layer(file);
    if (!is_test(file) && (layer == nullptr || find_room(file, *layer) == nullptr)) {
        faults.push_back(file + ": lies in no room of a layer");
    }
    std::ifstream stream(root / file);
    std::string line;
    for (int number = 1; std::getline(stream, line); ++number) {
        const std::optional<std::string> target = include_target(line);
        if (!target) {
            continue;
        }
        if (const std::optional<std::string> fault = find_fault(root, file, *target)) {
            faults.push_back(file + ":" + std::to_string(number) + ": " + *target + " " + *fault);
        }
    }
    return faults;
}

/// All source files below the folders at the root, from there, sorted.
std::vector<std::string> find_sources(const fs::path& root) {
    std::vector<std::string> files;
    for (const std::string_view folder : kRootFolders) {
        if (!fs::is_directory(root / folder)) {
            continue;
        }
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension().string();
            if (entry.is_regular_file() &&
                std::ranges::find(kSourceExtensions, extension) != kSourceExtensions.end()) {
                files.push_back(fs::relative(entry.path(), root).generic_string());
            }
        }
    }
    std::ranges::sort(files);
    return files;
}

std::vector<std::string> find_faults(const fs::path& root) {
    std::vector<std::string> faults;
    for (const std::string& file : find_sources(root)) {
        const std::vector<std::string> more = find_faults_of_file(root, file);
        faults.insert(faults.end(), more.begin(), more.end());
    }
    return faults;
}

/// The source file `x.cpp` has a header `x.h` beside it and includes something else first. The
/// build without precompiled headers shows in this way that `x.h` compiles alone.
bool hides_its_header(const fs::path& root, const std::string& file) {
    const fs::path header = fs::path(file).replace_extension(".h");
    if (!file.ends_with(".cpp") || !fs::exists(root / header)) {
        return false;
    }
    std::ifstream stream(root / file);
    for (std::string line; std::getline(stream, line);) {
        if (const std::optional<std::string> target = include_target(line)) {
            return *target != '"' + header.generic_string() + '"';
        }
    }
    return true;
}

/// The rooms that the map's table names: the code words of its lines on a folder at the root,
/// which stands in the first column of the first of them. "`mesh/files`" in lines on `methods/`
/// is "methods/mesh/files".
std::vector<std::string> find_mapped_rooms(std::istream& map) {
    std::vector<std::string> rooms;
    std::string folder;
    for (std::string line; std::getline(map, line);) {
        if (!line.starts_with("| ")) {
            continue;
        }
        if (line.starts_with("| `")) {
            folder = line.substr(3, line.find('`', 3) - 3);
        }
        std::size_t begin = line.find('`');
        while (begin != std::string::npos) {
            const std::size_t end = line.find('`', begin + 1);
            rooms.push_back(folder + line.substr(begin + 1, end - begin - 1));
            begin = end == std::string::npos ? end : line.find('`', end + 1);
        }
    }
    return rooms;
}

/// True when the map names the room, or a room in a room by its last name alone.
bool is_mapped(const std::vector<std::string>& mapped, const Layer& layer, const Room& room) {
    const std::string folder = std::string(layer.folder) + "/";
    const std::string name(room.name);
    return std::ranges::find(mapped, folder + name) != mapped.end() ||
           std::ranges::find(mapped, folder + name.substr(name.rfind('/') + 1)) != mapped.end();
}

void write_source(const fs::path& root, const std::string& file,
                  std::initializer_list<std::string_view> lines = {}) {
    fs::create_directories((root / file).parent_path());
    std::ofstream stream(root / file);
    for (const std::string_view line : lines) {
        stream << line << '\n';
    }
}

/// One header in every room, which includes nothing.
void write_good_tree(const fs::path& root) {
    for (const Layer& layer : all_layers()) {
        for (const Room& room : layer.rooms) {
            write_source(root, std::string(layer.folder) + "/" + std::string(room.name) + "/x.h");
        }
    }
    write_source(root, "methods/base/tests/x.h");
}

std::string include_line(const std::string& path) { return "#include \"" + path + "\""; }

}  // namespace

TEST_CASE("every include of the project goes to its own folder or one below") {
    const fs::path root = fs::current_path();
    const std::vector<std::string> sources = find_sources(root);
    REQUIRE(std::ranges::find(sources, "methods/base/types.h") != sources.end());
    REQUIRE(std::ranges::find(sources, "testcases/scenes/test_case.h") != sources.end());

    for (const std::string& fault : find_faults(root)) {
        FAIL_CHECK(fault);
    }
}

TEST_CASE("every source file includes its own header first") {
    const fs::path root = fs::current_path();
    for (const std::string& file : find_sources(root)) {
        if (hides_its_header(root, file)) {
            FAIL_CHECK(file + ": its first include is not its own header");
        }
    }
}

TEST_CASE("the map names every folder that is a room") {
    const fs::path root = fs::current_path();
    std::ifstream map(root / "docs/develop/map.md");
    const std::vector<std::string> mapped = find_mapped_rooms(map);
    for (const Layer& layer : all_layers()) {
        for (const Room& room : layer.rooms) {
            const bool is_folder = fs::is_directory(root / layer.folder / room.name);
            if (is_folder && !is_mapped(mapped, layer, room)) {
                FAIL_CHECK("docs/develop/map.md does not name " + std::string(layer.folder) + "/" +
                           std::string(room.name));
            }
        }
    }
}

TEST_CASE("rooms of the map's table belong to the folder above them") {
    std::istringstream map(
        "`methods/plain`\n| folder | room | holds |\n|---|---|---|\n"
        "| `methods/` | `base` | text; `base/process` |\n| | `mesh`, `quality` | meshes |\n"
        "| `viewer/` | `gl` | OpenGL |\n");
    CHECK(find_mapped_rooms(map) == std::vector<std::string>{"methods/methods/", "methods/base",
                                                             "methods/base/process", "methods/mesh",
                                                             "methods/quality", "viewer/viewer/",
                                                             "viewer/gl"});
}

TEST_CASE("a source file that hides its header is found") {
    const testing::TemporaryFolder tree;
    write_source(tree.path(), "methods/y.h");
    write_source(tree.path(), "methods/y.cpp", {"#include <vector>", include_line("methods/y.h")});
    CHECK(hides_its_header(tree.path(), "methods/y.cpp"));
    write_source(tree.path(), "methods/y.cpp", {include_line("methods/y.h"), "#include <vector>"});
    CHECK_FALSE(hides_its_header(tree.path(), "methods/y.cpp"));
    write_source(tree.path(), "methods/y.cpp");
    CHECK(hides_its_header(tree.path(), "methods/y.cpp"));
    CHECK_FALSE(hides_its_header(tree.path(), "methods/y.h"));
    write_source(tree.path(), "methods/z.cpp", {"#include <vector>"});
    CHECK_FALSE(hides_its_header(tree.path(), "methods/z.cpp"));
}

TEST_CASE("find_faults accepts the arrows that the layers allow") {
    const testing::TemporaryFolder tree;
    write_good_tree(tree.path());
    const auto [file, included] = GENERATE(table<std::string, std::string>({
        {"methods/mesh/y.h", "methods/mesh/x.h"},
        {"methods/mesh/y.h", "methods/base/x.h"},
        {"methods/mesh/health/y.h", "methods/mesh/files/x.h"},
        {"methods/geometry/y.h", "methods/mesh/x.h"},
        {"methods/contact/y.cpp", "methods/geometry/x.h"},
        {"methods/quality/y.cpp", "methods/contact/x.h"},
        {"methods/testing/y.cpp", "methods/quality/truth/x.h"},
        {"generators/registry.cpp", "methods/quality/x.h"},
        {"generators/registry.cpp", "generators/semi_local/x.h"},
        {"generators/local/y.cpp", "generators/generator/x.h"},
        {"generators/plain/y.cpp", "generators/settings/x.h"},
        {"rigid_solver/proximal/y.cpp", "methods/contact/x.h"},
        {"testcases/query/y.cpp", "generators/local/x.h"},
        {"testcases/query/y.cpp", "rigid_solver/proximal/x.h"},
        {"testcases/league/y.cpp", "testcases/recordings/x.h"},
        {"reports/main.cpp", "testcases/study/x.h"},
        {"reports/commands/y.cpp", "reports/pages/x.h"},
        {"viewer/gl/y.cpp", "methods/mesh/x.h"},
        {"viewer/program/y.cpp", "viewer/gl/x.h"},
        {"python/bindings/y.cpp", "reports/writers/x.h"},
        {"methods/base/tests/y.cpp", "viewer/gl/x.h"},
        {"testcases/bench/y.cpp", "methods/testing/x.h"},
    }));
    CAPTURE(file, included);
    write_source(tree.path(), file, {"// comment", include_line(included), "#include <vector>"});

    CHECK(find_faults(tree.path()).empty());
}

TEST_CASE("find_faults names every arrow that the layers forbid") {
    const testing::TemporaryFolder tree;
    write_good_tree(tree.path());
    const auto [file, included] = GENERATE(table<std::string, std::string>({
        {"methods/base/y.h", "methods/mesh/x.h"},
        {"methods/base/y.h", "methods/base/process/x.h"},
        {"methods/mesh/y.h", "methods/geometry/x.h"},
        {"methods/mesh/files/y.h", "methods/mesh/health/x.h"},
        {"methods/geometry/y.h", "methods/contact/x.h"},
        {"methods/contact/y.h", "methods/quality/x.h"},
        {"methods/quality/y.h", "methods/quality/truth/x.h"},
        {"methods/quality/y.h", "generators/local/x.h"},
        {"methods/quality/y.h", "methods/testing/x.h"},
        {"methods/testing/y.h", "generators/local/x.h"},
        {"generators/local/y.h", "rigid_solver/proximal/x.h"},
        {"generators/local/y.h", "testcases/scenes/x.h"},
        {"generators/local/y.h", "methods/testing/x.h"},
        {"generators/local/y.h", "generators/semi_local/x.h"},
        {"generators/local/y.h", "generators/plain/x.h"},
        {"generators/plain/y.h", "generators/local/x.h"},
        {"generators/local/y.h", "generators/registry/x.h"},
        {"generators/settings.h", "generators/generator/x.h"},
        {"rigid_solver/proximal/y.h", "generators/local/x.h"},
        {"testcases/scenes/y.h", "testcases/settings/x.h"},
        {"testcases/query/y.h", "testcases/study/x.h"},
        {"testcases/audit/y.h", "testcases/league/x.h"},
        {"testcases/league/y.h", "reports/text/x.h"},
        {"reports/text/y.h", "reports/tables/x.h"},
        {"reports/tables/y.h", "reports/writers/x.h"},
        {"reports/writers/y.h", "reports/plots/x.h"},
        {"reports/pages/y.h", "viewer/gl/x.h"},
        {"viewer/model/y.h", "viewer/scene/x.h"},
        {"viewer/panels/y.h", "viewer/gl/x.h"},
        {"viewer/gl/y.h", "reports/text/x.h"},
        {"python/bindings/y.h", "reports/commands/x.h"},
        {"python/bindings/y.h", "viewer/scene/x.h"},
        {"reports/text/y.h", "methods/base/tests/x.h"},
    }));
    CAPTURE(file, included);
    write_source(tree.path(), file, {"#pragma once", include_line(included)});

    const std::vector<std::string> faults = find_faults(tree.path());
    REQUIRE(faults.size() == 1);
    CHECK(faults[0] == file + ":2: \"" + included + "\" is not in a layer below");
}

TEST_CASE("find_faults names includes that are not written from the root") {
    const testing::TemporaryFolder tree;
    write_good_tree(tree.path());
    const auto [target, fault] = GENERATE(table<std::string, std::string>({
        {"\"../methods/base/x.h\"", "goes through . or .."},
        {"\"generators/../methods/base/x.h\"", "goes through . or .."},
        {"\"./x.h\"", "goes through . or .."},
        {"\"x.h\"", "does not start at the root"},
        {"\"base/x.h\"", "does not start at the root"},
        {"\"methods/base/missing.h\"", "does not exist"},
        {"<methods/base/x.h>", "takes quotes, not brackets"},
        {"<cholmod.h>", "belongs to a library that need not be there"},
        {"<suitesparse/cholmod.h>", "belongs to a library that need not be there"},
        {"\"suitesparse/cholmod.h\"", "belongs to a library that need not be there"},
        {"SOME_MACRO", "names no file"},
    }));
    const std::string file = GENERATE("generators/registry.cpp", "generators/tests/y.cpp");
    CAPTURE(file, target);
    write_source(tree.path(), file, {"  #  include " + target});

    const std::vector<std::string> faults = find_faults(tree.path());
    REQUIRE(faults.size() == 1);
    CHECK(faults[0] == file + ":1: " + target + " " + fault);
}

TEST_CASE("find_faults names a source outside every room") {
    const testing::TemporaryFolder tree;
    const std::string file =
        GENERATE("methods/y.h", "methods/unknown/y.h", "testcases/y.h", "generators/other.h");
    write_source(tree.path(), file);

    const std::vector<std::string> faults = find_faults(tree.path());
    REQUIRE(faults.size() == 1);
    CHECK(faults[0] == file + ": lies in no room of a layer");
}

}  // namespace touchstone
