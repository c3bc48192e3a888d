#include "methods/mesh/health/inspection.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "methods/base/error.h"
#include "methods/base/parallel/parallel.h"
#include "methods/mesh/health/crossings/exact_orientation.h"
#include "methods/mesh/health/crossings/self_intersection.h"
#include "methods/mesh/health/edge_sides.h"
#include "methods/mesh/health/load_mesh.h"
#include "methods/mesh/health/repair.h"
#include "methods/mesh/health/shells.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"

namespace touchstone {

namespace {

using Catch::Matchers::Contains;

MeshFile file_of(const SurfaceMesh& surface) {
    return {"test", surface.vertices, surface.triangles, {}};
}

/// Both in one mesh, the second one's numbers behind the first one's.
MeshFile joined(MeshFile first, const MeshFile& second) {
    const int offset = static_cast<int>(std::ssize(first.vertices));
    first.vertices.insert(first.vertices.end(), second.vertices.begin(), second.vertices.end());
    for (const auto& [i, j, k] : second.faces) {
        first.faces.push_back({i + offset, j + offset, k + offset});
    }
    return first;
}

MeshFile reversed(MeshFile mesh) {
    for (auto& face : mesh.faces) {
        std::swap(face[1], face[2]);
    }
    return mesh;
}

MeshFile scaled(MeshFile mesh, double factor) {
    for (Vec3& vertex : mesh.vertices) {
        vertex *= factor;
    }
    return mesh;
}

std::vector<std::string> names(const std::vector<MeshProblem>& problems) {
    std::vector<std::string> result;
    result.reserve(problems.size());
    for (const MeshProblem& problem : problems) {
        result.push_back(problem.problem);
    }
    return result;
}

using Names = std::vector<std::string>;

MeshFile make_tet_file() {
    const TetMesh mesh = testing::make_two_tets();
    return {"test", mesh.vertices, {}, mesh.tets};
}

/// A strip of `count` quadrangles whose end is glued to its start after half a turn.
MeshFile make_moebius_strip(int count) {
    MeshFile mesh;
    for (int i = 0; i < count; ++i) {
        const double turn = 2.0 * M_PI * i / count;
        for (const double side : {-0.2, 0.2}) {
            const double radius = 1.0 + side * std::cos(turn / 2.0);
            mesh.vertices.emplace_back(radius * std::cos(turn), radius * std::sin(turn),
                                       side * std::sin(turn / 2.0));
        }
        const bool last = i + 1 == count;
        const int a = 2 * i;
        const int b = 2 * i + 1;
        const int c = last ? 1 : a + 2;
        const int d = last ? 0 : b + 2;
        mesh.faces.push_back({a, c, b});
        mesh.faces.push_back({b, c, d});
    }
    return mesh;
}

}  // namespace

TEST_CASE("inspect has nothing to say on proper solids of any size and place", "[mesh]") {
    const double size = GENERATE(1e-200, 1.0, 1e200);
    const MeshFile solid =
        GENERATE(file_of(make_box({1.0, 2.0, 3.0})), file_of(make_sphere(1.0, 2)),
                 file_of(make_cylinder(0.5, 1.0, 24)), make_tet_file());
    CHECK(names(inspect(scaled(solid, size))) == Names{});
    MeshFile moved = solid;
    moved.vertices = testing::moved(testing::awkward_pose(), moved.vertices);
    CHECK(names(inspect(moved)) == Names{});
}

TEST_CASE("inspect tells cavities from shells that are inside out", "[mesh]") {
    const MeshFile outer = file_of(make_sphere(1.0, 1));
    const MeshFile inner = file_of(make_box({0.5, 0.5, 0.5}));
    CHECK(names(inspect(joined(outer, reversed(inner)))) == Names{});
    CHECK(repair(joined(outer, reversed(inner))).mesh.faces ==
          joined(outer, reversed(inner)).faces);

    MeshFile beside = reversed(inner);
    for (Vec3& vertex : beside.vertices) {
        vertex.x() += 5.0;
    }
    const std::vector<MeshProblem> inward = inspect(joined(outer, beside));
    REQUIRE(names(inward) == Names{"inward_winding"});
    CHECK(names(inspect(repair(joined(outer, beside)).mesh)) == Names{});
}

TEST_CASE("find_shells_around looks no farther than it is told, and says for which shells",
          "[mesh]") {
    MeshFile nest;
    for (int i = 0; i < 20; ++i) {
        const MeshFile shell = file_of(make_box(Vec3::Constant(1.0 + i)));
        nest = joined(nest, i % 2 == 0 ? reversed(shell) : shell);
    }
    const std::vector<bool> all(nest.faces.size(), true);
    const std::vector<Shell> shells =
        find_shells(nest.vertices, nest.faces, sorted_edge_sides(nest.faces, all), all);
    REQUIRE(shells.size() == 20);
    const std::vector<int> around = find_shells_around(nest.vertices, nest.faces, shells);
    const std::vector<int> some = find_shells_around(nest.vertices, nest.faces, shells, 0);
    for (int i = 0; i < 20; ++i) {
        CAPTURE(i);
        CHECK(around[i] == (i % 2 == 0 ? i + 1 : -1));  // the first, and the smallest, around it
        CHECK(some[i] == (i == 0 ? 1 : i % 2 == 0 ? kUnknownShell : -1));
    }
}

TEST_CASE("inspect has many shells that are inside out in one problem, cavities in none",
          "[mesh]") {
    MeshFile many = file_of(make_box({100.0, 100.0, 100.0}));
    for (int i = 0; i < 400; ++i) {
        const double out = i % 2 == 0 ? 0.0 : 1000.0;
        const int row = i / 20;
        MeshFile small = reversed(file_of(make_box({0.5, 0.5, 0.5})));
        for (Vec3& vertex : small.vertices) {
            vertex += Vec3(out + i % 20 - 10, row - 10, 0.0);
        }
        many = joined(std::move(many), small);
    }
    const std::vector<MeshProblem> problems = inspect(many);
    REQUIRE(names(problems) == Names{"inward_winding"});
    CHECK(problems[0].elements.size() == 200 * 12);
    CHECK(problems[0].elements.front() == 24);
}

TEST_CASE("inspect gives winding to the fewer faces, and to the whole of one-sided surfaces",
          "[mesh]") {
    MeshFile sphere = file_of(make_sphere(1.0, 2));
    for (const int f : {3, 77, 200}) {
        std::swap(sphere.faces[f][0], sphere.faces[f][1]);
    }
    std::vector<MeshProblem> problems = inspect(sphere);
    REQUIRE(names(problems) == Names{"inconsistent_winding"});
    CHECK(problems[0].elements == std::vector<int>{3, 77, 200});
    CHECK(names(inspect(repair(sphere).mesh)) == Names{});
    problems = inspect(reversed(sphere));  // most are inward, yet these three must turn first
    REQUIRE(names(problems) == Names{"inconsistent_winding"});
    CHECK(problems[0].elements == std::vector<int>{3, 77, 200});
    CHECK(names(inspect(repair(reversed(sphere)).mesh)) == Names{});

    // Half of the faces: those are named whose turning leaves the solid outward.
    MeshFile tetrahedron = file_of(testing::make_corner_surface());
    for (const int f : {0, 2}) {
        std::swap(tetrahedron.faces[f][0], tetrahedron.faces[f][1]);
    }
    problems = inspect(tetrahedron);
    REQUIRE(names(problems) == Names{"inconsistent_winding"});
    CHECK(problems[0].elements == std::vector<int>{0, 2});

    problems = inspect(make_moebius_strip(15));
    REQUIRE(names(problems) == Names{"open_boundary", "inconsistent_winding"});
    CHECK_THAT(problems[1].remedy, Contains("one side only"));
    CHECK(repair(make_moebius_strip(15)).mesh.faces == make_moebius_strip(15).faces);
}

TEST_CASE("edges of one face and of three are named by their ends", "[mesh]") {
    using Edges = std::vector<std::array<int, 2>>;
    MeshFile mesh = file_of(testing::make_corner_surface());
    mesh.vertices.emplace_back(-1.0, -1.0, -1.0);
    mesh.faces.push_back({0, 1, 4});  // a fin
    const std::vector<MeshProblem> problems = inspect(mesh);
    REQUIRE(problems.size() >= 2);
    CHECK(problems[0].problem == "open_boundary");
    CHECK(problems[0].edges == Edges{{0, 4}, {1, 4}});
    CHECK(problems[0].elements == std::vector<int>{0, 1, 4});
    CHECK(problems[1].problem == "non_manifold_edge");
    CHECK(problems[1].edges == Edges{{0, 1}});
    const MeshFile sphere = file_of(make_sphere(1.0, 1));
    for (const MeshProblem& problem : inspect(reversed(sphere))) {
        CHECK(problem.edges.empty());
        CHECK(problem_meaning(problem.problem) ==
              std::string("a closed shell has its outside within"));
    }
}

TEST_CASE("inspect finds every face that meets another, as all pairs do", "[mesh]") {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> coordinate(-1.0, 1.0);
    SurfaceMesh soup;
    for (int f = 0; f < 300; ++f) {
        const Vec3 center(coordinate(random), coordinate(random), coordinate(random));
        for (int i = 0; i < 3; ++i) {
            soup.vertices.push_back(
                center + 0.25 * Vec3(coordinate(random), coordinate(random), coordinate(random)));
        }
        soup.triangles.push_back({3 * f, 3 * f + 1, 3 * f + 2});
    }
    std::vector<bool> meets(soup.triangles.size(), false);
    std::array<int, 2> first{-1, -1};
    for (int a = 0; a < std::ssize(soup.triangles); ++a) {
        for (int b = a + 1; b < std::ssize(soup.triangles); ++b) {
            const SurfaceMesh pair{soup.vertices, {soup.triangles[a], soup.triangles[b]}};
            if (find_self_intersection(pair)) {
                meets[a] = meets[b] = true;
                first = first[0] < 0 ? std::array{a, b} : first;
            }
        }
    }
    const SelfIntersections found = find_self_intersections(soup, 1);
    CHECK(found.faces.size() > 50);
    CHECK(found.faces.size() < 290);
    CHECK(std::ssize(found.faces) == std::count(meets.begin(), meets.end(), true));
    CHECK(std::all_of(found.faces.begin(), found.faces.end(), [&](int f) { return meets[f]; }));
    CHECK(found.pairs == std::vector<std::array<int, 2>>{first});
}

TEST_CASE("inspect finds the same on one thread and on two, and in faces in another order",
          "[mesh]") {
    MeshFile beside = file_of(make_sphere(1.0, 5));
    for (Vec3& vertex : beside.vertices) {
        vertex.x() += 3.0;
    }
    MeshFile mesh = joined(file_of(make_sphere(1.0, 5)), beside);
    const int count = static_cast<int>(std::ssize(mesh.faces));
    for (int f = 0; f < count; f += 5003) {
        std::swap(mesh.faces[f][0], mesh.faces[f][1]);
    }
    for (int v = 100; v < std::ssize(mesh.vertices); v += 9001) {
        mesh.vertices[v] *= 0.9;
    }
    mesh.vertices[3000] = mesh.vertices[9000];
    mesh.faces[20'000] = mesh.faces[40'000];
    mesh.faces[30'000][1] = mesh.faces[30'000][0];
    const auto inspect_on = [](int threads, const MeshFile& file) {
        return Arena(threads).execute([&] { return inspect(file); });
    };
    const std::vector<MeshProblem> one = inspect_on(1, mesh);
    const std::vector<MeshProblem> two = inspect_on(2, mesh);
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 random(3);
    for (int i = count - 1; i > 0; --i) {
        std::swap(order[i], order[random() % (i + 1)]);
    }
    MeshFile shuffled = mesh;
    for (int f = 0; f < count; ++f) {
        shuffled.faces[f] = mesh.faces[order[f]];
    }
    const std::vector<MeshProblem> other = inspect_on(2, shuffled);
    CHECK(one.size() >= 6);
    REQUIRE(names(one) == names(two));
    REQUIRE(names(one) == names(other));
    for (std::size_t i = 0; i < one.size(); ++i) {
        INFO(one[i].problem);
        CHECK(one[i].elements == two[i].elements);
        CHECK(one[i].edges == two[i].edges);
        CHECK(one[i].remedy == two[i].remedy);
        std::vector<int> elements = other[i].elements;
        if (other[i].element_kind == "face") {
            for (int& face : elements) {
                face = order[face];
            }
            std::ranges::sort(elements);
        }
        CHECK(one[i].elements == elements);
        CHECK(one[i].edges == other[i].edges);
    }
}

TEST_CASE("inspect shows its progress and stops when told", "[mesh]") {
    const MeshFile mesh = file_of(make_sphere(1.0, 3));
    double last = 0.0;
    inspect(mesh, [&](double share) {
        CHECK(share >= last);
        last = share;
        return true;
    });
    CHECK(last == 1.0);
    for (int calls_until_stop = 0; calls_until_stop < 4; ++calls_until_stop) {
        int calls = 0;
        inspect(mesh, [&](double) { return calls++ < calls_until_stop; });
        CHECK(calls == calls_until_stop + 1);
    }
}

TEST_CASE("inspect notes slivers, which are no fault", "[mesh]") {
    const MeshFile flat = file_of(make_box({1.0, 1.0, 0.005}));
    const std::vector<MeshProblem> problems = inspect(flat);
    REQUIRE(names(problems) == Names{"sliver_face"});
    CHECK(problems[0].severity == Severity::Note);
    CHECK(problems[0].elements.size() == 8);  // the narrow sides
    CHECK(load_mesh(flat, "flat.off").warnings.empty());
    MeshFile tet = make_tet_file();
    tet.vertices[0] = {0.33, 0.33, 0.33};  // barely below the other three
    CHECK(names(inspect(tet)) == Names{"sliver_tet"});
}

TEST_CASE("volume_sign is exact where rounding hides it", "[mesh]") {
    // Flat up to a last bit, far from the origin.
    const double tiny = GENERATE(-1.0, 0.0, 1.0) * std::ldexp(1.0, -30);
    const std::vector<Vec3> vertices{
        {1e6, 1e6, 1e6 + tiny}, {1e6 + 1, 1e6, 1e6}, {1e6, 1e6 + 1, 1e6}, {1e6 + 1, 1e6 + 1, 1e6}};
    const std::vector<std::array<int, 3>> faces{{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    const int expected = orientation(vertices[1], vertices[2], vertices[3], vertices[0]);
    CHECK(std::abs(expected) == (tiny != 0.0));
    CHECK(volume_sign(vertices, faces) == expected);
}

TEST_CASE("load_mesh stops at errors and hands on warnings", "[mesh]") {
    MeshFile mesh = file_of(make_box({1.0, 1.0, 1.0}));
    mesh.vertices.insert(mesh.vertices.begin() + 3, Vec3(9, 9, 9));
    for (auto& face : mesh.faces) {
        for (int& v : face) {
            v += v >= 3 ? 1 : 0;
        }
    }
    const LoadedMesh loaded = load_mesh(mesh, "box.off");
    CHECK(names(loaded.warnings) == Names{"unreferenced_vertex"});
    CHECK(loaded.surface.vertices == make_box({1.0, 1.0, 1.0}).vertices);
    CHECK(loaded.surface.triangles == make_box({1.0, 1.0, 1.0}).triangles);
    CHECK(loaded.tets.tets.empty());
    mesh.faces.pop_back();
    CHECK_THROWS_WITH(load_mesh(mesh, "box.off"),
                      Catch::StartsWith("box.off: open_boundary (error): vertices"));

    const LoadedMesh tets = load_mesh(make_tet_file(), "tets.mesh");
    CHECK(tets.tets.tets == make_tet_file().tets);
    MeshFile overlapping = make_tet_file();
    overlapping.vertices[4] = {0.1, 0.1, 0.1};  // beyond the common face of the first one
    std::swap(overlapping.tets[1][0], overlapping.tets[1][1]);
    CHECK_THROWS_WITH(load_mesh(overlapping, "tets.mesh"), Catch::StartsWith("tets.mesh: "));
    CHECK_THROWS_AS(load_mesh(overlapping, "tets.mesh"), FileError);
}

TEST_CASE("an open seam wants welding, and is welded within the distance that is named", "[mesh]") {
    // A box whose lid has vertices of its own, 1e-7 outward.
    MeshFile box = file_of(make_box({1.0, 1.0, 1.0}));
    for (int v = 0; v < 4; ++v) {
        box.vertices.push_back(box.vertices[v] +
                               1e-7 * Vec3(box.vertices[v].x(), box.vertices[v].y(), 0.0));
    }
    for (auto& face : box.faces) {
        if (*std::ranges::max_element(face) < 4) {
            for (int& v : face) {
                v += 8;
            }
        }
    }
    const std::vector<MeshProblem> problems = inspect(box);
    REQUIRE(names(problems) == Names{"open_boundary"});
    CHECK_THAT(problems[0].remedy, Contains("--weld 8e-08"));
    const Repair repaired = repair(box, {.weld = 8e-8});
    CHECK(names(inspect(repaired.mesh)) == Names{});
    CHECK(repaired.mesh.vertices.size() == 8);
    CHECK(names(inspect(repair(box, {.weld = 1e-8}).mesh)) == Names{"open_boundary"});

    MeshFile hole = file_of(make_box({1.0, 1.0, 1.0}));
    hole.faces.pop_back();
    CHECK_THAT(inspect(hole)[0].remedy, Contains("add the faces"));
}

TEST_CASE("repair takes out the wall between two parts, and no wall that closes one", "[mesh]") {
    MeshFile two = file_of(make_box({1.0, 1.0, 1.0}));
    MeshFile beside = two;
    for (Vec3& vertex : beside.vertices) {
        vertex.x() += 1.0;
    }
    two = joined(std::move(two), beside);
    const Repair repaired = repair(two);
    // The two cut their common wall along different diagonals or along the same one.
    const std::vector<std::string> worse = find_worsened(inspect(two), inspect(repaired.mesh));
    if (repaired.mesh.faces.size() == 20) {
        CHECK(names(inspect(repaired.mesh)) == Names{});
        CHECK(worse.empty());
    } else {
        CHECK_FALSE(worse.empty());
    }
    // Mirrored, the second cuts it as the first does.
    MeshFile mirrored = file_of(make_box({1.0, 1.0, 1.0}));
    MeshFile other = reversed(mirrored);
    for (Vec3& vertex : other.vertices) {
        vertex.x() = 1.0 - vertex.x();
    }
    mirrored = joined(std::move(mirrored), other);
    const Repair joined_up = repair(mirrored);
    CHECK(joined_up.mesh.faces.size() == 20);
    CHECK(names(inspect(joined_up.mesh)) == Names{});
    CHECK(find_worsened(inspect(mirrored), inspect(joined_up.mesh)).empty());
}

TEST_CASE("repair welds, drops duplicates and turns tets, and says so", "[mesh]") {
    MeshFile mesh = file_of(make_box({1.0, 1.0, 1.0}));
    MeshFile soup;
    for (const auto& face : mesh.faces) {
        for (const int v : face) {
            soup.vertices.push_back(mesh.vertices[v]);
        }
        const int end = static_cast<int>(std::ssize(soup.vertices));
        soup.faces.push_back({end - 3, end - 2, end - 1});
    }
    soup.faces.push_back(soup.faces[4]);
    std::swap(soup.faces.back()[0], soup.faces.back()[1]);
    const Repair repaired = repair(soup);
    CHECK(repaired.mesh.vertices.size() == 8);
    CHECK(repaired.mesh.faces.size() == 12);
    CHECK(names(inspect(repaired.mesh)) == Names{});
    REQUIRE(repaired.actions.size() == 2);
    CHECK_THAT(repaired.actions[0], Contains("welded 28 vertices"));
    CHECK_THAT(repaired.actions[1], Contains("dropped 1 face "));
    CHECK(repair(mesh).actions.empty());

    std::vector<double> shares;
    repair(soup, {}, [&](double share) {
        shares.push_back(share);
        return true;
    });
    CHECK(shares.size() > 3);
    CHECK(std::is_sorted(shares.begin(), shares.end()));
    CHECK(repair(soup, {}, [](double) { return false; }).mesh.faces.empty());

    MeshFile tets = make_tet_file();
    for (auto& tet : tets.tets) {
        std::swap(tet[0], tet[1]);
    }
    CHECK(names(inspect(tets)) == Names{"inverted_tet"});
    CHECK(names(inspect(repair(tets).mesh)) == Names{});
    std::swap(tets.tets[0][0], tets.tets[0][1]);  // only one of the two
    CHECK_THAT(repair(tets).actions.at(0), Contains("left 1 inverted tet"));
}

}  // namespace touchstone
