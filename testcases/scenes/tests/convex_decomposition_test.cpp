#include "testcases/scenes/convex_decomposition.h"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "methods/base/error.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/file_text.h"
#include "testcases/cases/named_bodies.h"
#include "testcases/files/scene_file.h"
#include "testcases/files/tests/same_test_case.h"
#include "testcases/scenes/convex_cut.h"
#include "testcases/trials/trial_bodies.h"

namespace touchstone {

using Catch::Contains;

namespace {

CutOptions patient() { return {.time_limit = 600.0, .cache_folder = {}}; }

/// Makes a prism along z over a star-shaped outline around the origin, 0.2 high.
SurfaceMesh prism_over(const std::vector<std::array<double, 2>>& outline) {
    SurfaceMesh prism;
    const int count = static_cast<int>(outline.size());
    for (const double z : {-0.1, 0.1}) {
        for (const auto& [x, y] : outline) {
            prism.vertices.emplace_back(x, y, z);
        }
        prism.vertices.emplace_back(0.0, 0.0, z);
    }
    for (int i = 0; i < count; ++i) {
        const int next = (i + 1) % count;
        const int above = i + count + 1;
        const int next_above = next + count + 1;
        prism.triangles.push_back({i, count, next});
        prism.triangles.push_back({above, next_above, 2 * count + 1});
        prism.triangles.push_back({i, next, next_above});
        prism.triangles.push_back({i, next_above, above});
    }
    return prism;
}

/// Makes a cog wheel, whose teeth are as wide as the gaps.
SurfaceMesh make_cog(int teeth) {
    std::vector<std::array<double, 2>> outline;
    for (int i = 0; i < 4 * teeth; ++i) {
        const double angle = 2.0 * std::numbers::pi * (i + 0.5) / (4 * teeth);
        const double radius = i % 4 < 2 ? 1.0 : 0.8;
        outline.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return prism_over(outline);
}

SurfaceMesh turned(SurfaceMesh surface) {
    const Pose pose{Quat(0.8, 0.1, 0.5, 0.3).normalized(), Vec3(0.3, -0.2, 0.7)};
    for (Vec3& vertex : surface.vertices) {
        vertex = pose * vertex;
    }
    return surface;
}

}  // namespace

TEST_CASE("a solid falls into few convex parts that fill it, however it lies", "[cut]") {
    struct Case {
        const char* name;
        SurfaceMesh solid;
        int fewest;
        int most;
    };
    const std::vector<Case> cases{{"box", make_box({1.0, 2.0, 3.0}), 1, 1},
                                  {"ell", make_ell({1.0, 1.0, 1.0}), 2, 2},
                                  {"crack", make_crack(), 2, 3},
                                  {"hole", make_hole(), 3, 8},
                                  {"cog", make_cog(6), 4, 24}};
    for (const Case& it : cases) {
        CAPTURE(it.name);
        for (const SurfaceMesh& solid : {it.solid, turned(it.solid)}) {
            const std::vector<HullShape> parts = decompose_solid(solid, patient());
            CHECK(std::ssize(parts) >= it.fewest);
            CHECK(std::ssize(parts) <= it.most);
            CHECK_NOTHROW(check_convex_cut(solid, parts));
        }
    }
}

TEST_CASE("pieces are joined where their union is convex, and slivers are left out", "[cut]") {
    const SurfaceMesh box = make_box({2.0, 2.0, 2.0});
    const auto block = [](const Vec3& low, const Vec3& high) {
        std::vector<Vec3> corners;
        corners.reserve(8);
        for (int i = 0; i < 8; ++i) {
            corners.emplace_back((i & 1) != 0 ? high.x() : low.x(),
                                 (i & 2) != 0 ? high.y() : low.y(),
                                 (i & 4) != 0 ? high.z() : low.z());
        }
        return corners;
    };
    const std::vector<std::vector<Vec3>> halves{block({-1, -1, -1}, {0, 1, 1}),
                                                block({0, -1, -1}, {1, 0, 1}),
                                                block({0, 0, -1}, {1, 1, 1})};
    REQUIRE(join_convex_pieces(box, halves).size() == 1);
    CHECK(join_convex_pieces(box, halves)[0].points.size() == 8);
    // A step of a hundredth keeps two pieces apart.
    const std::vector<std::vector<Vec3>> step{block({-1, -1, -1}, {0, 1, 1}),
                                              block({0, -1, -1}, {1, 1, 0.99})};
    CHECK(join_convex_pieces(box, step).size() == 2);
    // Two micrometres are less than a part may have, on top of a step that keeps it from joining.
    const std::vector<std::vector<Vec3>> sliver{block({-1, -1, -1}, {1, 1, 0.5}),
                                                block({-1, -1, 0.5}, {0, 1, 0.5 + 2e-6})};
    CHECK(join_convex_pieces(box, sliver).size() == 1);
    const std::vector<std::vector<Vec3>> flat{block({-1, -1, -1}, {1, 1, 0.5}),
                                              block({-1, -1, 0.5}, {0, 1, 0.5})};
    CHECK(join_convex_pieces(box, flat).size() == 1);
}

TEST_CASE("a scene may ask for a body to be cut, and is written with the parts", "[scene]") {
    std::string text = testing::file_text(TOUCHSTONE_TEST_DATA "/peg_in_channel.json");
    const TestCase by_hand = parse_scene(text, "scene.json", {});
    const std::size_t begin = text.find('[', text.find("\"convex_parts\""));
    const std::size_t end = text.find("],\n      \"fixed\"", begin) + 1;
    const auto scene_with = [&](const std::string& parts) {
        return parse_scene(std::string(text).replace(begin, end - begin, parts), "scene.json", {});
    };
    const TestCase scene = scene_with("\"decompose\"");
    CHECK(scene.bodies[0].convex_parts.size() == by_hand.bodies[0].convex_parts.size());
    testing::check_same(parse_scene(write_scene(scene), "again.json", {}), scene);
    CHECK_THROWS_WITH(scene_with("\"decomposed\""),
                      Contains("/bodies/0/convex_parts: expected an array of convex parts, or "
                               "\"decompose\""));
    // What cannot be cut names the body's place in the file, the reason and a remedy.
    const std::size_t vertex = text.find("[1, 0, 1]");
    text.replace(vertex, 9, "[1, -3, 1]");
    const std::size_t now = text.find('[', text.find("\"convex_parts\""));
    text.replace(now, text.find("],\n      \"fixed\"", now) + 1 - now, "\"decompose\"");
    CHECK_THROWS_WITH(parse_scene(text, "scene.json", {}),
                      Contains("scene.json:") && Contains("/bodies/0/convex_parts: ") &&
                          Contains("intersects itself") && Contains("move their vertices"));
}

}  // namespace touchstone
