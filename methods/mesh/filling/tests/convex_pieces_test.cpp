#include "methods/mesh/filling/convex_pieces.h"

#include <csignal>
#include <filesystem>
#include <string>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/base/process/child_process.h"
#include "methods/mesh/filling/mesh_worker.h"
#include "methods/mesh/filling/tests/study_bodies.h"
#include "methods/mesh/filling/tetgen_protocol.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {

using Catch::Contains;

namespace {

namespace fs = std::filesystem;

// Ten minutes, so that a busy machine does not decide the outcome.
CutOptions not_cached() { return {.time_limit = 600.0, .cache_folder = {}}; }

/// Names another worker for the scope.
class OtherWorker {
 public:
    explicit OtherWorker(const fs::path& worker) {
        ::setenv("TOUCHSTONE_TETGEN_WORKER", worker.c_str(), 1);
    }
    OtherWorker(const OtherWorker&) = delete;
    OtherWorker& operator=(const OtherWorker&) = delete;
    ~OtherWorker() { ::unsetenv("TOUCHSTONE_TETGEN_WORKER"); }
};

double volume_of(const std::vector<std::vector<Vec3>>& pieces) {
    double volume = 0.0;
    for (const std::vector<Vec3>& piece : pieces) {
        volume += signed_volume(make_convex_hull(piece));
    }
    return volume;
}

/// A cube with a smaller one left out of it.
SurfaceMesh hollow_cube() {
    SurfaceMesh cube = make_box({2.0, 2.0, 2.0});
    const SurfaceMesh hole = make_box({1.0, 1.0, 1.0});
    for (const Triangle& face : hole.triangles) {
        cube.triangles.push_back({face[0] + 8, face[2] + 8, face[1] + 8});
    }
    cube.vertices.insert(cube.vertices.end(), hole.vertices.begin(), hole.vertices.end());
    return cube;
}

}  // namespace

TEST_CASE("a convex solid is one piece, with the solid's corners", "[cut]") {
    const std::vector<std::vector<Vec3>> pieces =
        cut_into_convex_pieces(make_box({1.0, 2.0, 3.0}), not_cached());
    REQUIRE(pieces.size() == 1);
    CHECK(pieces[0].size() == 8);
    CHECK(pieces[0].front() == Vec3(-0.5, -1.0, -1.5));
    CHECK(pieces[0].back() == Vec3(0.5, 1.0, 1.5));
}

TEST_CASE("solids are cut into pieces that fill them, the same ones every time", "[cut]") {
    SurfaceMesh solid = GENERATE(testing::make_crack(), testing::make_hole());
    const Pose turned{Quat(0.8, 0.1, 0.5, 0.3).normalized(), Vec3(0.3, -0.2, 0.7)};
    for (Vec3& vertex : solid.vertices) {
        vertex = turned * vertex;
    }
    const std::vector<std::vector<Vec3>> pieces = cut_into_convex_pieces(solid, not_cached());
    CHECK(pieces.size() >= 2);
    CHECK(volume_of(pieces) == Approx(signed_volume(solid)).epsilon(1e-7));
    CHECK(cut_into_convex_pieces(solid, not_cached()) == pieces);
}

TEST_CASE("pieces are cut once and then read from the cache", "[cut][unstarted]") {
    const testing::TemporaryFolder folder;
    const CutOptions options{.time_limit = 600.0, .cache_folder = folder.path()};
    const std::vector<std::vector<Vec3>> first =
        cut_into_convex_pieces(testing::make_crack(), options);
    const OtherWorker none("/nonexistent/worker");
    CHECK(cut_into_convex_pieces(testing::make_crack(), options) == first);
    CHECK_THROWS_AS(cut_into_convex_pieces(testing::make_hole(), options), FileError);
}

TEST_CASE("what cannot be cut is refused, with what to do", "[cut]") {
    SurfaceMesh solid = make_box({1.0, 1.0, 1.0});
    SECTION("not closed") {
        solid.triangles.pop_back();
        CHECK_THROWS_AS(cut_into_convex_pieces(solid, not_cached()), MeshError);
    }
    SECTION("crossing itself") {
        solid.vertices[6] = {0.1, -0.8, 0.05};
        CHECK_THROWS_WITH(cut_into_convex_pieces(solid, not_cached()),
                          Contains("intersects itself: triangle "));
    }
    SECTION("hollow") {
        CHECK_THROWS_WITH(cut_into_convex_pieces(hollow_cube(), not_cached()),
                          Contains("has a cavity, at (") && Contains("fill the cavity"));
    }
    SECTION("too large") {
        CHECK_THROWS_WITH(cut_into_convex_pieces(make_sphere(1.0, 5), not_cached()),
                          Contains("20480 triangles") && Contains("give a coarser surface"));
    }
    SECTION("no time") {
        CutOptions options = not_cached();
        options.time_limit = 0.0;
        CHECK_THROWS_WITH(cut_into_convex_pieces(make_sphere(1.0, 3), options),
                          Contains("longer than 0 s") && Contains("the parts themselves"));
    }
}

TEST_CASE("whatever the worker does while it cuts becomes an error", "[cut]") {
    const testing::TemporaryFolder folder;
    const fs::path script = folder.path() / "worker";
    const auto run_instead = [&](const std::string& commands) {
        write_file_atomically(script, "#!/bin/sh\n" + commands + "\n");
        fs::permissions(script, fs::perms::owner_all);
        const OtherWorker worker(script);
        cut_into_convex_pieces(make_box({1.0, 1.0, 1.0}), not_cached());
    };
    CHECK_THROWS_WITH(run_instead("kill -SEGV $$"), Contains("crashed"));
    CHECK_THROWS_WITH(run_instead("kill -XCPU $$"), Contains("longer than"));
    CHECK_THROWS_WITH(run_instead("exit 1"), Contains("status 1"));
    CHECK_THROWS_WITH(run_instead("exit 65"), Contains("memory"));
    CHECK_THROWS_WITH(run_instead("exit 66"), Contains("too deeply"));
    CHECK_THROWS_WITH(run_instead("echo 'an edge too many' >&2; exit 67"),
                      Contains("gave up after saying 'an edge too many'"));
    CHECK_THROWS_WITH(run_instead("echo nonsense"), Contains("garbled"));
    CHECK_THROWS_WITH(run_instead("exit 0"), Contains("garbled"));
    CHECK_THROWS_WITH(run_instead("head -c 100 /dev/zero"), Contains("garbled"));
    const auto usual = std::signal(SIGCHLD, SIG_IGN);
    CHECK_THROWS_WITH(run_instead("exit 65"), Contains("how it ended was lost"));
    std::signal(SIGCHLD, usual);
}

TEST_CASE("a request that the checks would have kept back ends the worker in words", "[cut]") {
    SurfaceMesh open = make_box({1.0, 1.0, 1.0});
    open.triangles.pop_back();
    std::string bytes;
    tetgen_protocol::append(bytes, tetgen_protocol::kCutRequestMark);
    tetgen_protocol::append(bytes, 20.0);
    tetgen_protocol::append(bytes, kWorkerMemory);
    tetgen_protocol::append_rows(bytes, open.vertices);
    tetgen_protocol::append_rows(bytes, open.triangles);
    const ChildResult result =
        run_child_process({.program = find_mesh_worker(), .time_limit = 600.0}, bytes);
    CHECK(result.end == ChildEnd::Exited);
    CHECK(result.code == tetgen_protocol::CutFailed);
    CHECK_THAT(result.errors, Contains("bound no solid"));
    const ChildResult torn = run_child_process({.program = find_mesh_worker(), .time_limit = 600.0},
                                               bytes.substr(0, bytes.size() - 1));
    CHECK(torn.code == tetgen_protocol::BadRequest);
}

}  // namespace touchstone
