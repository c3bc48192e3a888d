#include "methods/mesh/filling/tetrahedralize.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/base/process/child_process.h"
#include "methods/base/tolerances.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/filling/cavities.h"
#include "methods/mesh/filling/check_filling.h"
#include "methods/mesh/filling/filling_failure.h"
#include "methods/mesh/filling/mesh_cache.h"
#include "methods/mesh/filling/tet_bound.h"
#include "methods/mesh/filling/tetgen_protocol.h"
#include "methods/mesh/filling/tetgen_switches.h"
#include "methods/mesh/health/crossings/self_intersection.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;
namespace protocol = tetgen_protocol;

constexpr std::uint64_t kWorkerMemory = std::uint64_t{4} << 30;  // [bytes]
constexpr std::string_view kWorkerName = "touchstone-tetgen-worker";

// Changed whenever the same surface and switches could give another mesh or another file.
constexpr std::string_view kCacheFormat = "touchstone-tets-1";

std::string environment_variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Returns the file that this code was loaded from: the program, or a module in one.
fs::path own_file() {
    Dl_info info{};
    link_map* object = nullptr;
    const bool found = ::dladdr1(kWorkerName.data(), &info, reinterpret_cast<void**>(&object),
                                 RTLD_DL_LINKMAP) != 0;
    // Of the program itself no name is known here.
    const fs::path file = found && object != nullptr ? object->l_name : "";
    std::error_code error;
    return file.is_absolute() ? file : fs::read_symlink("/proc/self/exe", error);
}

fs::path find_worker() {
    const std::string chosen = environment_variable("TOUCHSTONE_TETGEN_WORKER");
    if (!chosen.empty()) {
        return chosen;
    }
    std::error_code error;
    const fs::path folder = own_file().parent_path();
    const std::array<fs::path, 2> places{folder / kWorkerName,
                                         folder.parent_path() / "libexec/touchstone" / kWorkerName};
    for (const fs::path& place : places) {
        if (fs::exists(place, error)) {
            return place;
        }
    }
    throw FileError("cannot find the mesh worker, neither '" + places[0].string() + "' nor '" +
                    places[1].string() +
                    "': install it there or name it in the environment variable "
                    "TOUCHSTONE_TETGEN_WORKER");
}

void validate_extent(const SurfaceMesh& surface) {
    Vec3 low = surface.vertices.front();
    Vec3 high = low;
    for (const Vec3& vertex : surface.vertices) {
        low = low.cwiseMin(vertex);
        high = high.cwiseMax(vertex);
    }
    const Vec3 extent = high - low;
    for (int axis = 0; axis < 3; ++axis) {
        if (!(extent[axis] > kFlatSolid * extent.maxCoeff())) {
            throw MeshError(std::string("the surface is flat along ") + "xyz"[axis] +
                            ", where all vertices lie near that of vertex 0 " +
                            describe(surface.vertices[0]) + ": give a solid");
        }
    }
}

void validate_no_self_intersection(const SurfaceMesh& surface) {
    const std::optional<std::array<int, 2>> pair = find_self_intersection(surface);
    if (pair) {
        const auto [a, b] = *pair;
        throw MeshError(
            "the surface intersects itself: " + describe("triangle", a, surface.triangles[a]) +
            " meets " + describe("triangle", b, surface.triangles[b]) +
            "; move their vertices apart");
    }
}

std::string make_request(const SurfaceMesh& surface, const TetrahedralizeOptions& options) {
    std::string bytes;
    protocol::append(bytes, protocol::kRequestMark);
    protocol::append(bytes, options.time_limit);
    protocol::append(bytes, kWorkerMemory);
    // Without Q, TetGen says what is wrong.
    std::string switches = options.switches;
    std::erase(switches, 'Q');
    protocol::append_text(bytes, switches);
    protocol::append_rows(bytes, surface.vertices);
    protocol::append_rows(bytes, surface.triangles);
    protocol::append_rows(bytes, find_cavity_points(surface));
    return bytes;
}

std::string cache_key(const SurfaceMesh& surface, const std::string& switches) {
    std::string bytes;
    protocol::append_text(bytes, kCacheFormat);
    protocol::append_text(bytes, tetgen_version());
    protocol::append_text(bytes, switches);
    protocol::append_rows(bytes, surface.vertices);
    protocol::append_rows(bytes, surface.triangles);
    return bytes;
}

std::optional<TetMesh> read_response(std::string_view bytes) {
    protocol::Reader reader(bytes);
    const bool marked = reader.take<std::uint64_t>() == protocol::kResponseMark;
    TetMesh mesh;
    mesh.vertices = reader.take_rows<Vec3>();
    mesh.tets = reader.take_rows<Tet>();
    if (!marked || !reader.is_complete()) {
        return std::nullopt;
    }
    return mesh;
}

/// Returns the last lines of what TetGen printed, joined to one.
std::string last_lines(const std::string& text) {
    constexpr int kLines = 4;
    std::vector<std::string> lines(1);
    for (const char c : text) {
        if (c == '\n') {
            lines.emplace_back();
        } else if (std::isprint(static_cast<unsigned char>(c)) != 0) {
            lines.back().push_back(c);
        }
    }
    std::erase_if(lines, [](const std::string& line) {
        return line.find_first_not_of(' ') == std::string::npos;
    });
    std::string joined;
    for (std::size_t i = lines.size() - std::min<std::size_t>(lines.size(), kLines);
         i < lines.size(); ++i) {
        append_item(joined, lines[i].substr(lines[i].find_first_not_of(' ')), " / ");
    }
    return joined;
}

[[noreturn]] void fail_timed_out(const SurfaceMesh& surface, const TetrahedralizeOptions& options) {
    throw MeshError(filling_failure_text(
        surface, options.switches,
        "it took longer than " + describe(options.time_limit) +
            " s; leave q and Y out, take a larger number after q or a, cap the added points with "
            "S, or raise the time limit"));
}

/// Throws what the worker's end means. Returns only when there may be a response.
void judge_end(const ChildResult& result, const SurfaceMesh& surface,
               const TetrahedralizeOptions& options) {
    const auto fail_because = [&](const std::string& reason) {
        fail_filling(surface, options.switches, reason);
    };
    switch (result.end) {
        case ChildEnd::TimedOut:
            fail_timed_out(surface, options);
        case ChildEnd::Unknown:
            return;  // the answer itself tells
        case ChildEnd::OutputTooLong:
            fail_because("the mesh is too large; take a larger number after q or a");
            break;
        case ChildEnd::Signaled:
            if (result.code == SIGXCPU) {
                fail_timed_out(surface, options);
            }
            fail_because("TetGen crashed (" + std::string(::strsignal(result.code)) +
                         "); check the surface for nearly touching triangles");
            break;
        case ChildEnd::Exited:
            if (result.code == protocol::Done) {
                return;
            }
            if (result.code == protocol::StackOverflow) {
                fail_because(
                    "TetGen recursed too deeply, as it does on flat parts with very many "
                    "corners; give the surface fewer corners on one plane");
            }
            if (result.code == protocol::OutOfMemory || result.code == protocol::TetGenError + 1) {
                fail_because(
                    "it needs more than 4 GiB of memory; take a larger number after q or a");
            }
            if (result.code >= protocol::TetGenError &&
                result.code <= protocol::TetGenError + protocol::kMaxTetGenCode) {
                fail_because("TetGen gave up (its code " +
                             std::to_string(result.code - protocol::TetGenError) +
                             ") after saying '" + last_lines(result.errors) +
                             "'; check the surface there");
            }
            fail_because("the worker ended with status " + std::to_string(result.code) +
                         "; check that it belongs to this program");
    }
}

/// Reads a mesh from the cache. Unlike a fresh one, a mesh that does not pass the checks is
/// ignored.
std::optional<TetMesh> read_cached(const SurfaceMesh& surface, const std::string& switches,
                                   const fs::path& folder, std::string_view key) {
    const std::optional<std::string> bytes = read_cache(folder, key);
    if (!bytes) {
        return std::nullopt;
    }
    std::optional<TetMesh> mesh = read_response(*bytes);
    if (!mesh) {
        return std::nullopt;
    }
    try {
        check_filling(surface, *mesh, switches);
    } catch (const MeshError&) {
        return std::nullopt;
    }
    return mesh;
}

}  // namespace

fs::path TetrahedralizeOptions::default_cache_folder() {
    const std::string own = environment_variable("TOUCHSTONE_CACHE_DIR");
    if (!own.empty()) {
        return own;
    }
    const std::string caches = environment_variable("XDG_CACHE_HOME");
    if (!caches.empty()) {
        return fs::path(caches) / "touchstone";
    }
    const std::string home = environment_variable("HOME");
    return home.empty() ? fs::path() : fs::path(home) / ".cache" / "touchstone";
}

void require_solid_surface(const SurfaceMesh& surface) {
    validate(surface);
    validate_extent(surface);
    validate_no_self_intersection(surface);
}

TetMesh tetrahedralize(const SurfaceMesh& surface, const TetrahedralizeOptions& options) {
    validate_tetgen_switches(options.switches);
    validate(surface);
    validate_extent(surface);
    const std::string key = cache_key(surface, options.switches);
    std::optional<TetMesh> cached =
        read_cached(surface, options.switches, options.cache_folder, key);
    if (cached) {
        return *std::move(cached);
    }
    validate_no_self_intersection(surface);
    validate_tet_count(surface, options.switches);

    const ChildCommand command{.program = find_worker(), .time_limit = options.time_limit};
    const ChildResult result = run_child_process(command, make_request(surface, options));
    judge_end(result, surface, options);
    std::optional<TetMesh> mesh = read_response(result.output);
    if (!mesh && result.end == ChildEnd::Unknown) {
        fail_filling(
            surface, options.switches,
            "the mesh worker ended without an answer, and how it ended was lost: this process "
            "ignores SIGCHLD or waits for children that are not its own; restore the signal's "
            "default");
    }
    if (!mesh) {
        fail_filling(surface, options.switches,
                     "the worker's answer is garbled; check that it belongs to this program");
    }
    if (mesh->tets.empty()) {
        fail_filling(surface, options.switches,
                     "TetGen returned no tets; check that the surface is closed");
    }
    check_filling(surface, *mesh, options.switches);
    write_cache(options.cache_folder, key, result.output);
    return *std::move(mesh);
}

std::string_view tetgen_version() { return TOUCHSTONE_TETGEN_VERSION; }

}  // namespace touchstone
