#include "methods/mesh/filling/tetrahedralize.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "methods/base/error.h"
#include "methods/base/process/child_process.h"
#include "methods/base/tolerances.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/filling/cavities.h"
#include "methods/mesh/filling/check_filling.h"
#include "methods/mesh/filling/filling_failure.h"
#include "methods/mesh/filling/mesh_cache.h"
#include "methods/mesh/filling/mesh_worker.h"
#include "methods/mesh/filling/tet_bound.h"
#include "methods/mesh/filling/tetgen_protocol.h"
#include "methods/mesh/filling/tetgen_switches.h"
#include "methods/mesh/health/crossings/self_intersection.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;
namespace protocol = tetgen_protocol;

// Changed whenever the same surface and switches could give another mesh or another file.
constexpr std::string_view kCacheFormat = "touchstone-tets-1";

std::string environment_variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
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
                             ") after saying '" + last_lines_of(result.errors) +
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

    const ChildCommand command{.program = find_mesh_worker(), .time_limit = options.time_limit};
    const ChildResult result = run_child_process(command, make_request(surface, options));
    judge_end(result, surface, options);
    std::optional<TetMesh> mesh = read_response(result.output);
    if (!mesh && result.end == ChildEnd::Unknown) {
        fail_filling(surface, options.switches, std::string(kLostWorkerEnd));
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
