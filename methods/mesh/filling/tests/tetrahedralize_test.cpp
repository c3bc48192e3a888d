#include "methods/mesh/filling/tetrahedralize.h"

#include <stdlib.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <string>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/mesh/filling/cavities.h"
#include "methods/mesh/filling/erosion.h"
#include "methods/mesh/filling/fill_solid.h"
#include "methods/mesh/filling/tests/study_bodies.h"
#include "methods/mesh/filling/tet_bound.h"
#include "methods/mesh/filling/tetgen_switches.h"
#include "methods/mesh/shapes.h"
#include "methods/mesh/topology.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"
#include "methods/testing/temporary_folder.h"

namespace touchstone {

using Catch::Contains;

namespace {

TetrahedralizeOptions uncached(const std::string& switches = "pYq2Q", double time_limit = 600.0) {
    return {.switches = switches, .time_limit = time_limit, .cache_folder = {}};
}

struct Expected {
    SurfaceMesh surface;
    std::string switches;
    std::ptrdiff_t vertex_count;
    std::ptrdiff_t tet_count;
};

/// Sets an environment variable for the scope. Tests run one after the other.
class EnvironmentVariable {
 public:
    EnvironmentVariable(const char* name, const std::string& value) : name_(name) {
        ::setenv(name, value.c_str(), 1);
    }
    EnvironmentVariable(const EnvironmentVariable&) = delete;
    EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;
    ~EnvironmentVariable() { ::unsetenv(name_); }

 private:
    const char* name_;
};

/// Two unit cubes, the second moved.
SurfaceMesh make_two_cubes(const Vec3& offset) {
    SurfaceMesh mesh = make_box({1.0, 1.0, 1.0});
    for (const Vec3& vertex : make_box({1.0, 1.0, 1.0}).vertices) {
        mesh.vertices.push_back(vertex + offset);
    }
    for (const auto& [i, j, k] : make_box({1.0, 1.0, 1.0}).triangles) {
        mesh.triangles.push_back({i + 8, j + 8, k + 8});
    }
    return mesh;
}

}  // namespace

TEST_CASE("tetrahedralize gives the study's meshes", "[tetgen]") {
    // Numbers of TetGen 1.5 with the surfaces of the reference.
    const SurfaceMesh cube = make_box({3.2, 3.2, 3.2});
    const Expected e = GENERATE_COPY(
        Expected{make_box({0.5, 0.21, 0.5}), "pYq2Q", 9, 12}, Expected{cube, "pQ", 8, 6},
        Expected{testing::make_spike(), "pYq2Q", 5, 2},
        Expected{testing::make_wedge(), "pYq2Q", 6, 3},
        Expected{testing::make_pedestal(), "pYq2Q", 8, 6},
        Expected{testing::make_internal_edge_base(), "pYq2Q", 14, 18},
        Expected{make_frustum({.bottom_radius = 0.25, .top_radius = 0.2, .height = 0.21}), "pYq2Q",
                 14, 18},
        Expected{testing::make_crack(), "pQ", 20, 24});
    const TetMesh mesh = tetrahedralize(e.surface, uncached(e.switches));
    CHECK(std::ssize(mesh.vertices) == e.vertex_count);
    CHECK(std::ssize(mesh.tets) == e.tet_count);
}

TEST_CASE("tetrahedralize gives the study's hole", "[tetgen]") {
    const TetMesh mesh = tetrahedralize(testing::make_hole(), uncached("pQ"));
    CHECK(mesh.vertices.size() == 46);
    CHECK((mesh.tets.size() == 91 || mesh.tets.size() == 92));
}

TEST_CASE("tetrahedralize with Y keeps the surface bit for bit", "[tetgen]") {
    const SurfaceMesh surface = testing::moved(
        GENERATE(Pose{}, testing::awkward_pose(), Pose{Quat::Identity(), Vec3(5e3, -5e3, 5e3)}),
        GENERATE(make_box({0.5, 0.21, 0.5}), testing::make_hole(), make_sphere(0.5, 2)));
    const TetMesh mesh = tetrahedralize(surface, uncached());
    CHECK_NOTHROW(validate(mesh));
    const SurfaceMesh kept = boundary(mesh);
    CHECK(kept.vertices == surface.vertices);
    CHECK(kept.triangles.size() == surface.triangles.size());
    CHECK(signed_volume(kept) == Approx(signed_volume(surface)).epsilon(1e-12));
}

TEST_CASE("tetrahedralize works at any size", "[tetgen]") {
    const double scale = GENERATE(1e-6, 1e-3, 1e3, 1e6);
    SurfaceMesh surface = testing::make_hole();
    for (Vec3& vertex : surface.vertices) {
        vertex *= scale;
    }
    CHECK(tetrahedralize(surface, uncached("pQ")).vertices.size() == 46);
}

TEST_CASE("tetrahedralize reads its switches", "[tetgen]") {
    const SurfaceMesh box = make_box({1.0, 1.0, 1.0});
    const auto tet_count = [&](const std::string& switches) {
        return tetrahedralize(box, uncached(switches)).tets.size();
    };
    CHECK(tet_count("pa0.01") > 100);
    CHECK(tet_count("pq1.2a0.001S10") < tet_count("pq1.2a0.001"));
}

TEST_CASE("tetrahedralize meshes eroded bodies", "[tetgen]") {
    const Tetrahedralize mesher = [](const SurfaceMesh& surface) {
        return tetrahedralize(surface, uncached());
    };
    const TetMesh box =
        make_eroded_tets(make_box({0.5, 0.21, 0.5}), Erosion::PlaneOffset, 0.01, mesher);
    CHECK(signed_volume(boundary(box)) == Approx(0.48 * 0.19 * 0.48).epsilon(1e-12));
    const TetMesh hole = make_eroded_tets(testing::make_hole(), Erosion::Code, 0.01, mesher);
    CHECK(signed_volume(boundary(hole)) == Approx(std::pow(0.99, 3) * 23.0 / 6.0).epsilon(1e-12));
}

TEST_CASE("tetrahedralize names the element of a bad surface", "[tetgen]") {
    SurfaceMesh mesh = make_box({1.0, 1.0, 1.0});
    const auto message = [&] {
        try {
            tetrahedralize(mesh, uncached());
        } catch (const MeshError& error) {
            std::string text = error.what();
            CHECK(text.find('\n') == std::string::npos);
            return text;
        }
        return std::string("no error");
    };
    SECTION("empty") {
        mesh = {};
        CHECK_THAT(message(), Contains("no triangles"));
    }
    SECTION("a single triangle") {
        mesh.triangles.resize(1);
        mesh.vertices.resize(3);
        CHECK_THAT(message(), Contains("triangle 0"));
    }
    SECTION("open") {
        mesh.triangles.erase(mesh.triangles.begin() + 4);
        CHECK_THAT(message(), Contains("open") && Contains("edge"));
    }
    SECTION("inward") {
        for (Triangle& triangle : mesh.triangles) {
            std::swap(triangle[0], triangle[1]);
        }
        CHECK_THAT(message(), Contains("inward"));
    }
    SECTION("duplicated facet") {
        mesh.triangles.push_back(mesh.triangles[7]);
        CHECK_THAT(message(), Contains("triangle 12") && Contains("triangle 7"));
    }
    SECTION("NaN or Inf") {
        mesh.vertices[5].z() = GENERATE(std::numeric_limits<double>::quiet_NaN(),
                                        std::numeric_limits<double>::infinity());
        CHECK_THAT(message(), Contains("vertex 5"));
    }
    SECTION("index out of range") {
        mesh.triangles[2][0] = 99;
        CHECK_THAT(message(), Contains("triangle 2") && Contains("99"));
    }
    SECTION("isolated vertex") {
        mesh.vertices.emplace_back(0.0, 0.1, 0.2);
        CHECK_THAT(message(), Contains("vertex 8"));
    }
    SECTION("coincident vertices: two cubes that share a face without sharing vertices") {
        mesh = make_two_cubes({1.0, 0.0, 0.0});
        CHECK_THAT(message(), Contains("coincide"));
    }
    SECTION("flat: all points in one plane") {
        mesh = {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}};
        CHECK_THAT(message(), Contains("volume"));
    }
    SECTION("flat up to rounding") {
        mesh = make_box({1.0, 1e-11, 1.0});
        CHECK_THAT(message(), Contains("flat along y"));
    }
    SECTION("self-intersecting: a corner pushed through the opposite face") {
        mesh.vertices[6] = {0.1, -0.8, 0.05};
        CHECK_THAT(message(), Contains("triangle 2 (vertices 4, 7, 6) meets triangle 11"));
    }
    SECTION("self-intersecting: two cubes that overlap") {
        mesh = make_two_cubes({0.3, 0.2, 0.1});
        CHECK_THAT(message(), Contains("intersects itself"));
    }
    SECTION("self-intersecting: a strongly crumpled sphere, which TetGen never ends on") {
        mesh = make_sphere(1.0, 3);
        for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
            mesh.vertices[v] *= v % 2 == 0 ? 1.0 : 0.3 + 0.01 * static_cast<double>(v % 37);
        }
        mesh.vertices[17] *= -1.0;
        CHECK_THAT(message(), Contains("intersects itself") && Contains("triangle"));
    }
    SECTION("touching: two cubes with an edge of one on a face of the other") {
        mesh = make_two_cubes({1.0, 0.3, 0.2});
        CHECK_THAT(message(), Contains("intersects itself"));
    }
    SECTION("nested: a cube inside a cube, which TetGen would fill twice over") {
        mesh = make_two_cubes({0.0, 0.0, 0.0});
        for (std::size_t v = 8; v < 16; ++v) {
            mesh.vertices[v] *= 0.5;
        }
        CHECK_THAT(message(), Contains("hollow") && Contains("triangle"));
    }
}

TEST_CASE("tetrahedralize takes disjoint parts", "[tetgen]") {
    const TetMesh mesh = tetrahedralize(make_two_cubes({2.0, 0.0, 0.0}), uncached());
    CHECK(signed_volume(boundary(mesh)) == Approx(2.0).epsilon(1e-14));
}

TEST_CASE("tetrahedralize leaves cavities open", "[tetgen]") {
    SurfaceMesh mesh = make_two_cubes({0.0, 0.0, 0.0});
    for (std::size_t v = 8; v < 16; ++v) {
        mesh.vertices[v] *= 0.5;
    }
    for (std::size_t t = 12; t < 24; ++t) {
        std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
    }
    REQUIRE(find_cavity_points(mesh).size() == 1);
    const TetMesh tets = tetrahedralize(mesh, uncached());
    double volume = 0.0;
    for (const Tet& tet : tets.tets) {
        volume += signed_volume(tets, tet);
    }
    CHECK(volume == Approx(1.0 - 0.125));
}

TEST_CASE("fill_solid takes weaker switches where those asked for do not do, and says so",
          "[tetgen]") {
    CHECK(fill_solid(make_box({1.0, 1.0, 1.0}), uncached()).note.empty());
    CHECK(largest_flat_part(make_box({1.0, 1.0, 1.0})) == 4);
    CHECK(largest_flat_part(make_cylinder(1.0, 1.0, 64)) == 64);
    const FilledSolid wheel = fill_solid(make_cylinder(0.5, 1.0, 600), uncached());
    CHECK_THAT(wheel.note, Contains("'pQ' instead of 'pYq2Q'") && Contains("600 corners"));

    // A worker that takes no q.
    const testing::TemporaryFolder folder;
    const std::filesystem::path script = folder.path() / "worker";
    write_file_atomically(script, "#!/bin/sh\ncat > " + (folder.path() / "request").string() +
                                      "\ngrep -q q2 " + (folder.path() / "request").string() +
                                      " && kill -SEGV $$\nexit 65\n");
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const EnvironmentVariable worker("TOUCHSTONE_TETGEN_WORKER", script.string());
    CHECK_THROWS_WITH(fill_solid(make_box({1.0, 1.0, 1.0}), uncached()),
                      Contains("'pYq2Q'") && Contains("crashed"));
}

TEST_CASE("tetrahedralize ends a run that takes too long and names the switches", "[tetgen]") {
    const auto begin = std::chrono::steady_clock::now();
    CHECK_THROWS_WITH(tetrahedralize(make_box({1.0, 1e-3, 1.0}), uncached("pq1.01", 0.3)),
                      Contains("'pq1.01'") && Contains("longer than 0.3 s"));
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(90));
    // No time at all.
    CHECK_THROWS_WITH(tetrahedralize(make_box({1.0, 1e-3, 1.0}), uncached("pq1.01", 0.0)),
                      Contains("longer than 0 s"));
}

TEST_CASE("tetrahedralize turns whatever the worker does into an error", "[tetgen]") {
    const testing::TemporaryFolder folder;
    const std::filesystem::path script = folder.path() / "worker";
    const auto run_instead = [&](const std::string& commands) {
        write_file_atomically(script, "#!/bin/sh\n" + commands + "\n");
        std::filesystem::permissions(script, std::filesystem::perms::owner_all);
        const EnvironmentVariable worker("TOUCHSTONE_TETGEN_WORKER", script.string());
        tetrahedralize(make_box({1.0, 1.0, 1.0}), uncached());
    };
    CHECK_THROWS_WITH(run_instead("kill -SEGV $$"), Contains("crashed"));
    CHECK_THROWS_WITH(run_instead("cat >/dev/null; kill -ABRT $$"), Contains("crashed"));
    CHECK_THROWS_WITH(run_instead("kill -XCPU $$"), Contains("longer than"));
    CHECK_THROWS_WITH(run_instead("exit 1"), Contains("status 1"));
    CHECK_THROWS_WITH(run_instead("exit 65"), Contains("memory"));
    CHECK_THROWS_WITH(run_instead("echo 'two duplicated facets' >&2; exit 83"),
                      Contains("code 3") && Contains("two duplicated facets"));
    CHECK_THROWS_WITH(run_instead("echo nonsense"), Contains("garbled"));
    CHECK_THROWS_WITH(run_instead("exit 0"), Contains("garbled"));
    CHECK_THROWS_WITH(run_instead("head -c 100 /dev/zero"), Contains("garbled"));
}

TEST_CASE("tetrahedralize says where it looked for the worker", "[tetgen][unstarted]") {
    const EnvironmentVariable worker("TOUCHSTONE_TETGEN_WORKER", "/nonexistent/worker");
    CHECK_THROWS_AS(tetrahedralize(make_box({1.0, 1.0, 1.0}), uncached()), FileError);
    CHECK_THROWS_WITH(tetrahedralize(make_box({1.0, 1.0, 1.0}), uncached()),
                      Contains("/nonexistent/worker"));
}

TEST_CASE("validate_tetgen_switches takes the allowed letters with numbers", "[tetgen]") {
    const std::string switches = GENERATE(as<std::string>{}, "p", "pQ", "pYq2Q", "pq",
                                          "pq1.2a0.015Q", "Qpq1.414a.5S2000Y", "a3.p");
    CHECK_NOTHROW(validate_tetgen_switches(switches));
}

TEST_CASE("validate_tetgen_switches refuses everything else", "[tetgen]") {
    const std::string switches =
        GENERATE(as<std::string>{}, "", "Q", "q2", "-p", "p q", "pd", "pV", "pq1.2/15", "pa", "pS",
                 "pS1.5", "pq1.2.3", "pq-1", "pq0", "pa0.0", "pqq", "ppQ", "p1", "pq1e5", "pYY",
                 "pa.Q", "p\n", "pq2,5", "p;ls");
    CHECK_THROWS_AS(validate_tetgen_switches(switches), UsageError);
    CHECK_THROWS_AS(tetrahedralize(make_box({1.0, 1.0, 1.0}), uncached(switches)), UsageError);
}

TEST_CASE("least_tet_count is the volume over that after a", "[tetgen]") {
    const SurfaceMesh box = make_box({2.0, 1.0, 3.0});
    CHECK(least_tet_count(box, "pq1.2a.5Q") == Approx(12.0));
    CHECK(least_tet_count(box, "a3.p") == Approx(2.0));
    CHECK(least_tet_count(box, "pq1.2a0.0625S2000") == 0.0);
    CHECK(least_tet_count(box, "pYq2a0.0625Q") == 0.0);
    CHECK(least_tet_count(box, "pq2Q") == 0.0);
}

TEST_CASE("tetrahedralize refuses to begin what cannot end", "[tetgen]") {
    // Without the bound TetGen was at it for 12.8 s of processor time, up to a limit of its own.
    const SurfaceMesh large = make_box({50.8, 50.8, 50.8});
    const EnvironmentVariable worker("TOUCHSTONE_TETGEN_WORKER", "/nonexistent/worker");
    CHECK_THROWS_WITH(tetrahedralize(large, uncached("pq1.4a0.05Q")),
                      Contains("'pq1.4a0.05Q' ask for at least 2.62193e+06 tets") &&
                          Contains("a larger number after a"));
    CHECK_NOTHROW(validate_tet_count(large, "pq1.4a0.14Q"));
}

TEST_CASE("tetgen_version is known", "[tetgen]") { CHECK(tetgen_version() == "1.5.0"); }

}  // namespace touchstone
