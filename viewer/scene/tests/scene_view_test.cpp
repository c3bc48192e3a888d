#include "viewer/scene/scene_view.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "generators/generator.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "viewer/model/tests/opened_case.h"
#include "viewer/scene/contact_ellipse.h"

namespace touchstone::viewer {
namespace {

using testing::OpenedCase;

int legend_count(const SceneView& view, const std::string& text) {
    for (const LegendEntry& entry : view.legend) {
        if (entry.text == text) {
            return entry.count;
        }
    }
    return 0;
}

Vec3 to_vec3(const std::array<float, 3>& point) { return {point[0], point[1], point[2]}; }

TEST_CASE("a scene view holds every contact in its verdict's color", "[viewer]") {
    const OpenedCase opened("internal_edges", "surface_sat");
    const Moment& moment = opened.moment();
    REQUIRE(opened.view().contacts.size() == moment.contacts.size());
    REQUIRE(moment.judgement.correct < moment.judgement.contacts);  // both kinds are there
    for (std::size_t i = 0; i < moment.contacts.size(); ++i) {
        const Glyph& glyph = opened.view().contacts[i];
        CHECK(glyph.color == verdict_color(moment.judgement.verdicts[i].kind));
        CHECK((to_vec3(glyph.position) - moment.contacts[i].position).norm() < 1e-6);
        CHECK((to_vec3(glyph.normal) - moment.contacts[i].normal.normalized()).norm() < 1e-6);
    }
    CHECK(legend_count(opened.view(), "right") == moment.judgement.correct);
}

TEST_CASE("a case is drawn for a method without tets as well", "[viewer]") {
    const OpenedCase opened("pillar", "semi_local");
    CHECK(opened.view().contacts.size() == 40);
    const auto kind = static_cast<std::size_t>(LineKind::Interior);
    CHECK(opened.application.scene->geometry.lines[kind].empty());  // nothing was filled
}

TEST_CASE("exact curved shapes are drawn smooth, whatever their mesh", "[viewer]") {
    const testing::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "scene.json";
    std::ofstream(file) << R"({"schema": "touchstone-scene-1", "name": "curved", "bodies": [
        {"name": "can", "shape": {"cylinder": {"radius": 1, "height": 2}}, "fixed": true,
         "tessellation": {"level": 1}},
        {"name": "ball", "shape": {"sphere": {"radius": 1}}, "position": [0, 2, 0],
         "tessellation": {"level": 1}},
        {"name": "fine", "shape": {"sphere": {"radius": 1}}, "position": [0, 4, 0],
         "tessellation": {"level": 5}},
        {"name": "needle", "shape": {"ellipsoid": {"semi_axes": [1, 0.05, 0.05]}},
         "position": [9, 0, 0]}]})";
    const OpenedCase opened(file.string(), "smooth");
    const SceneGeometry& geometry = opened.application.scene->geometry;
    for (const GeometryVertex& vertex : geometry.vertices) {
        const Vec3 normal = to_vec3(vertex.normal);
        CHECK(std::abs(normal.norm() - 1.0) < 1e-6);
        const Vec3 place = to_vec3(vertex.position);
        if (vertex.body == 3) {
            const Vec3 steepest = place.cwiseQuotient(Vec3(1.0, 0.0025, 0.0025));
            CHECK((normal - steepest.normalized()).norm() < 1e-4);
        } else if (vertex.body != 0) {
            CHECK(std::abs(place.norm() - 1.0) < 1e-6);
            CHECK((normal - place).norm() < 0.01);
        } else {
            CHECK(std::min(std::abs(normal.y()), std::hypot(normal.x(), normal.z())) < 1e-6);
        }
    }
    const auto lines_of = [&](LineKind kind, std::uint32_t body) {
        return std::ranges::count(geometry.lines[static_cast<std::size_t>(kind)], body,
                                  &GeometryLine::body);
    };
    CHECK(lines_of(LineKind::Feature, 0) == 2 * 64);  // its rims
    CHECK(lines_of(LineKind::Feature, 1) == 0);
    CHECK(lines_of(LineKind::Feature, 3) == 0);    // for all its bends
    CHECK(lines_of(LineKind::Surface, 1) == 120);  // of the mesh, an icosphere of 80 triangles
    CHECK(std::ranges::count(geometry.curved, 1U, &CurvedTriangle::body) == 20 << (2 * 4));
    CHECK(std::ranges::count(geometry.curved, 2U, &CurvedTriangle::body) == 20 << (2 * 5));
    // A cap is flat: no outline runs across it.
    CHECK(std::ranges::count(geometry.curved, 0U, &CurvedTriangle::body) == 2 * 64);
}

TEST_CASE("a selected contact of exact shapes has the ellipse of their curvatures", "[viewer]") {
    const testing::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "scene.json";
    std::ofstream(file) << R"({"schema": "touchstone-scene-1", "name": "curved", "bodies": [
        {"name": "slab", "shape": {"box": {"size": [9, 2, 9]}}, "position": [0, -1, 0],
         "fixed": true},
        {"name": "egg", "shape": {"ellipsoid": {"semi_axes": [1, 0.5, 0.7]}},
         "position": [0, 0.499, 0]}]})";
    OpenedCase opened(file.string(), "smooth");
    REQUIRE(opened.view().contacts.size() == 1);
    opened.run("select 0");
    const std::vector<GeometryLine>& lines = opened.application.highlights[0].lines;
    const double size = shape_size(opened.application.scene->scene.shapes.begin()->second.of(1));
    int around = 0;
    for (const GeometryLine& line : lines) {
        // Its mesh has no feature that the contact would mean.
        CHECK(line.body != 1);
        if (line.body == 2) {  // the world
            ++around;
            const Vec3 place = to_vec3(line.start);
            const double opened_gap =
                0.25 * place.x() * place.x() + 0.25 * place.z() * place.z() / 0.49;
            CHECK(std::abs(opened_gap - kEllipseGap * size) < 1e-5);
            CHECK(std::abs(place.y() + 0.0005) < 1e-6);
        }
    }
    CHECK(around > 20);
}

TEST_CASE("a scene whose truth is computed is judged by it", "[viewer]") {
    const testing::TemporaryFolder folder;
    const std::filesystem::path file = folder.path() / "scene.json";
    std::ofstream(file) << R"({"schema": "touchstone-scene-1", "name": "computed", "bodies": [
        {"name": "slab", "shape": {"box": {"size": [4, 1, 4]}}, "position": [0, -0.5, 0],
         "fixed": true},
        {"name": "box", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0, 0.5, 0]}],
        "expected": [{"a": "slab", "b": "box", "reference": {"planar_regions": {}}}]})";
    const OpenedCase opened(file.string(), "semi_local");
    const Judgement& judgement = opened.moment().judgement;
    CHECK(judgement.expected_normals == 1);
    CHECK(judgement.correct == 4);
    CHECK(legend_count(opened.view(), "right") == 4);
    CHECK(legend_count(opened.view(), "true contact region") == 1);
}

TEST_CASE("expected normals that no contact has are drawn as missing", "[viewer]") {
    OpenedCase opened("spike_in_crack", "intersection");
    const Judgement& judgement = opened.moment().judgement;
    const int missing = judgement.expected_normals - judgement.met_normals;
    REQUIRE(missing > 0);
    CHECK(static_cast<int>(opened.view().expected.size()) == missing);
    CHECK(legend_count(opened.view(), "expected normal, missing") == missing);
    opened.run("expected met on");
    CHECK(static_cast<int>(opened.view().expected.size()) == judgement.expected_normals);
    opened.run("expected missing off");
    CHECK(static_cast<int>(opened.view().expected.size()) == judgement.met_normals);
}

TEST_CASE("the edges of a cube are its twelve features, and its diagonals only mesh", "[viewer]") {
    const OpenedCase opened("internal_edges", "opposing");
    const SceneGeometry& geometry = opened.application.scene->geometry;
    const auto count = [&](LineKind kind) {
        return geometry.lines[static_cast<std::size_t>(kind)].size();
    };
    // Two boxes; whatever their meshes, a closed surface has 3/2 edges per triangle.
    CHECK(count(LineKind::Feature) >= 24);
    CHECK(count(LineKind::Feature) < count(LineKind::Surface));
    CHECK(count(LineKind::Surface) == geometry.triangles.size() / 2);
    CHECK(count(LineKind::Eroded) == 0);
}

TEST_CASE("the eroded surface is there for the generator that wants one", "[viewer]") {
    const OpenedCase opened("internal_edges", "closest_points");
    const auto eroded = static_cast<std::size_t>(LineKind::Eroded);
    CHECK_FALSE(opened.application.scene->geometry.lines[eroded].empty());
}

TEST_CASE("a witness plane lies between bodies of exact shapes that are near", "[viewer]") {
    OpenedCase opened("rolling_ball:level=1", "vertex_only");
    CHECK(opened.view().planes.empty());
    opened.run("planes on");
    REQUIRE(opened.view().planes.size() == 1);
    CHECK(opened.view().planes[0].size() > 8);
    for (const Vec3& corner : opened.view().planes[0]) {
        CHECK(std::abs(corner.y()) < 1e-12);
        CHECK((corner - Vec3(-20.0, 0.0, 0.3)).norm() < 1.0);
    }
    CHECK(legend_count(opened.view(), "witness plane") == 1);
    opened.run("planes off");
    CHECK(opened.view().planes.empty());
}

TEST_CASE("explosion moves bodies apart and keeps contacts between them", "[viewer]") {
    OpenedCase opened("wall", "opposing");
    const SceneView before = opened.view();
    opened.run("explode 0.5 y");
    const SceneView& after = opened.view();
    const double height = before.bounds.upper.y() - before.bounds.lower.y();
    CHECK(after.bounds.upper.y() - after.bounds.lower.y() > 1.3 * height);
    CHECK(after.bounds.upper.x() == Approx(before.bounds.upper.x()));
    REQUIRE(after.contacts.size() == before.contacts.size());
    for (std::size_t i = 0; i < after.contacts.size(); ++i) {
        const ContactPoint& contact = opened.moment().contacts[after.contact_indices[i]];
        const auto moved = [&](int body) {
            return Vec3(after.bodies[body].world_from_shape.translation -
                        before.bodies[body].world_from_shape.translation);
        };
        const Vec3 expected = 0.5 * (moved(contact.body_a) + moved(contact.body_b));
        const Vec3 found =
            to_vec3(after.contacts[i].position) - to_vec3(before.contacts[i].position);
        CHECK((found - expected).norm() < 1e-5);
    }
}

TEST_CASE("a body put aside leaves its contacts where they are", "[viewer]") {
    OpenedCase opened("internal_edges", "opposing");
    const SceneView before = opened.view();
    const std::string name = opened.application.scene->scene.test_case.bodies[1].name;
    opened.run("drag " + name + " 1 2 3");
    const SceneView& after = opened.view();
    const Vec3 moved = after.bodies[1].world_from_shape.translation -
                       before.bodies[1].world_from_shape.translation;
    CHECK((moved - Vec3(1.0, 2.0, 3.0)).norm() < 1e-12);
    REQUIRE(after.contacts.size() == before.contacts.size());
    for (std::size_t i = 0; i < after.contacts.size(); ++i) {
        CHECK(after.contacts[i].position == before.contacts[i].position);
    }
    opened.run("hide " + name + " on");
    CHECK_FALSE(opened.view().bodies[1].shown);
    opened.run("put-back");
    CHECK(opened.view().bodies[1].shown);
    CHECK((opened.view().bodies[1].world_from_shape.translation -
           before.bodies[1].world_from_shape.translation)
              .norm() < 1e-12);
}

TEST_CASE("every way of coloring colors every contact and says what it means", "[viewer]") {
    const std::string way = GENERATE("verdict", "generator", "pair", "separation");
    OpenedCase opened("pillar", "volume_sat");
    opened.run("regions off");
    opened.run("expected missing off");
    opened.run("color-by " + way);
    CHECK(opened.view().contacts.size() == opened.moment().contacts.size());
    CHECK_FALSE(opened.view().legend.empty());
    if (way != "separation") {
        const int total =
            std::accumulate(opened.view().legend.begin(), opened.view().legend.end(), 0,
                            [](int sum, const LegendEntry& entry) { return sum + entry.count; });
        CHECK(total == static_cast<int>(opened.moment().contacts.size()));
    }
}

}  // namespace
}  // namespace touchstone::viewer
