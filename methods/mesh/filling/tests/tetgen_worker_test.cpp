#include <csignal>
#include <filesystem>
#include <string>

#include "methods/base/process/child_process.h"
#include "methods/mesh/filling/tetgen_protocol.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

// What the checks before meshing keep from the worker, given to it all the same.

namespace touchstone {

using Catch::Contains;
namespace protocol = tetgen_protocol;

namespace {

constexpr std::uint64_t kMuchMemory = std::uint64_t{4} << 30;

struct Request {
    SurfaceMesh surface;
    std::string switches = "pq2.0Y";
    double cpu_limit = 20.0;                   // [s]
    std::uint64_t memory_limit = kMuchMemory;  // [bytes]
};

std::string to_bytes(const Request& request) {
    std::string bytes;
    protocol::append(bytes, protocol::kRequestMark);
    protocol::append(bytes, request.cpu_limit);
    protocol::append(bytes, request.memory_limit);
    protocol::append_text(bytes, request.switches);
    protocol::append_rows(bytes, request.surface.vertices);
    protocol::append_rows(bytes, request.surface.triangles);
    protocol::append_rows(bytes, std::vector<Vec3>{});
    return bytes;
}

ChildResult run_worker(std::string_view request) {
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    // Ten minutes, so that a busy machine does not decide the outcome.
    return run_child_process({.program = folder / "touchstone-tetgen-worker", .time_limit = 600.0},
                             request);
}

}  // namespace

TEST_CASE("the worker saves code and message of TetGen's own errors", "[tetgen]") {
    SurfaceMesh mesh = make_box({1.0, 1.0, 1.0});
    std::string message;
    SECTION("duplicated facet") {
        mesh.triangles.push_back(mesh.triangles[3]);
        message = "duplicated facets";
    }
    SECTION("self-intersection") {
        mesh.vertices[6] = {0.1, -0.8, 0.05};
        message = "subface intersect";
    }
    const ChildResult result = run_worker(to_bytes({.surface = mesh}));
    CHECK(result.end == ChildEnd::Exited);
    CHECK(result.code == protocol::TetGenError + 3);
    CHECK_THAT(result.errors, Contains(message));
    CHECK(result.output.empty());
}

TEST_CASE("the worker refuses requests that are damaged", "[tetgen]") {
    const std::string good = to_bytes({.surface = make_box({1.0, 1.0, 1.0})});
    CHECK(run_worker(good).code == protocol::Done);
    const std::string bad = GENERATE_COPY(std::string(), std::string("text"), good + "x",
                                          good.substr(0, good.size() - 1), good.substr(0, 30),
                                          std::string(100, '\xff'), "x" + good.substr(1));
    CHECK(run_worker(bad).code == protocol::BadRequest);
}

TEST_CASE("the worker's processor time is limited", "[tetgen]") {
    // Without a radius-edge bound that can be met, TetGen goes on for ever.
    const ChildResult result = run_worker(
        to_bytes({.surface = make_box({1.0, 1e-3, 1.0}), .switches = "pq1.01", .cpu_limit = 0.5}));
    CHECK(result.end == ChildEnd::Signaled);
    CHECK(result.code == SIGXCPU);
}

// With a sanitizer, which reserves terabytes of addresses, it is not.
TEST_CASE("the worker's memory is limited", "[tetgen][unsanitized]") {
    const ChildResult result = run_worker(to_bytes({.surface = make_box({1.0, 1.0, 1.0}),
                                                    .switches = "pa0.000000001",
                                                    .memory_limit = std::uint64_t{64} << 20}));
    CHECK(result.end == ChildEnd::Exited);
    CHECK((result.code == protocol::OutOfMemory || result.code == protocol::TetGenError + 1));
}

}  // namespace touchstone
