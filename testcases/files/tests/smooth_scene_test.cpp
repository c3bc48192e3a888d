#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "generators/outcome.h"
#include "generators/smooth/smooth_contacts.h"
#include "methods/quality/judge.h"
#include "methods/quality/truth/smooth_reference.h"
#include "methods/testing/catch.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/files/scene_file.h"
#include "testcases/query/scene_stock.h"
#include "testcases/study/usual_generators.h"

// A contact on its whole way: from the text of a scene over the exact shapes and the generator to
// the verdict.

namespace touchstone {
namespace {

/// A scene of two bodies, the first fixed, with the truth of their exact shapes.
TestCase scene_of(const std::string& first, const std::string& second) {
    return parse_scene(R"({"schema": "touchstone-scene-1", "name": "two", "bodies": [)"
                       R"({"name": "first", "fixed": true, )" +
                           first + R"(}, {"name": "second", )" + second +
                           R"(}], "expected": [{"a": "first", "b": "second",)"
                           R"( "reference": {"smooth": {}}}]})",
                       "two.json", {});
}

struct Asked {
    std::vector<SurfaceMesh> surfaces;
    std::vector<CollisionShape> shapes;
    Reference truth;
    std::vector<ContactPoint> contacts;
};

Asked ask_smooth(const TestCase& scene) {
    Asked asked;
    std::vector<ExactBody> bodies;
    for (const BodySetup& body : scene.bodies) {
        asked.surfaces.push_back(make_surface(body.shape));
        asked.shapes.push_back(make_facet_shape(asked.surfaces.back()));
        if (const SmoothShape* const exact = exact_shape(body.shape)) {
            asked.shapes.back().smooth = *exact;
        }
    }
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
        bodies.push_back({exact_shape(scene.bodies[i].shape), &asked.surfaces[i],
                          scene.bodies[i].world_from_shape});
    }
    asked.truth = with_smooth_truth(scene.reference, bodies);
    asked.contacts =
        smooth::generate(make_collider(asked.shapes[0], scene.bodies[0].world_from_shape),
                         make_collider(asked.shapes[1], scene.bodies[1].world_from_shape),
                         {.settings = smooth::options().corrected});
    for (ContactPoint& contact : asked.contacts) {
        contact.body_a = 0;
        contact.body_b = 1;
    }
    return asked;
}

/// Judges, and checks that all contacts are right in normal, place and separation.
void check_all_right(const Asked& asked, int contacts) {
    REQUIRE(asked.truth.size() == 1);
    CHECK(asked.truth[0].why_unknown.empty());
    REQUIRE(asked.truth[0].answers.size() == 1);
    CHECK(asked.truth[0].answers[0].min_contacts == contacts);
    const Judgement judgement = judge(asked.contacts, asked.truth);
    CHECK(judgement.contacts == contacts);
    CHECK(judgement.correct == contacts);
    CHECK(judgement.well_placed == contacts);
    for (const Verdict& verdict : judgement.verdicts) {
        CHECK(verdict.angle < 1e-6);
        CHECK(verdict.separation_in_range == true);
    }
}

const std::string kTurned = R"("orientation": [0.5, 0.1, -0.7, 0.5])";

}  // namespace

TEST_CASE("methods for exact shapes are asked where a case has one, or when they are named",
          "[smooth]") {
    const testing::TemporaryFolder folder;
    const auto write = [&](const char* name, const char* shape) {
        std::string path = (folder.path() / name).string();
        std::ofstream(path)
            << R"({"schema": "touchstone-scene-1", "name": "it", "bodies": [{"name": "one", )"
            << R"("fixed": true, "shape": )" << shape << "}]}";
        return path;
    };
    const std::string flat = write("flat.json", R"({"box": {"size": [1, 1, 1]}})");
    const std::string round = write("round.json", R"({"ellipsoid": {"semi_axes": [1, 2, 1]}})");
    const MethodList methods;
    SceneStock stock;
    const auto has_smooth = [&](const std::vector<std::string>& cases) {
        const std::vector<std::string> ids = usual_generators(methods, cases, stock);
        CHECK(std::ranges::count(ids, "opposing") == 1);
        return std::ranges::count(ids, "smooth") == 1;
    };
    CHECK_FALSE(has_smooth({"wedges", flat}));
    CHECK(has_smooth({"wedges", flat, round}));
}

TEST_CASE("two ellipsoids of a scene touch where their shapes say", "[smooth]") {
    const std::string one =
        R"("shape": {"ellipsoid": {"semi_axes": [1, 0.7, 0.5]}}, "tessellation": {"level": 2})";
    const Asked asked = ask_smooth(scene_of(
        one,
        R"("shape": {"ellipsoid": {"semi_axes": [0.8, 0.4, 0.6]}}, "position": [1.799, 0, 0])"));
    check_all_right(asked, 1);
    CHECK(std::abs(asked.contacts[0].separation + 1e-3) < 1e-12);
    CHECK((asked.contacts[0].normal - Vec3::UnitX()).norm() < 1e-9);
    // Named by the vertices of the meshes that are nearest.
    for (int body = 0; body < 2; ++body) {
        const Feature& feature =
            body == 0 ? asked.contacts[0].feature_a : asked.contacts[0].feature_b;
        CHECK(feature.type == FeatureType::Vertex);
        const double end = body == 0 ? 1.0 : -0.8;
        CHECK((asked.surfaces[body].vertices[feature.vertices[0]] - end * Vec3::UnitX()).norm() <
              1e-9);
    }
    CHECK_FALSE(asked.truth[0].smooth->mesh_error.empty());
    // Both meshes have a vertex there, so that they overlap as the shapes do.
    CHECK_FALSE(asked.truth[0].none_is_right);
    const std::string turned = R"(, "tessellation": {"level": 2, "turn": [0.9, 0.1, 0.3, 0.2]})";
    const Asked aside = ask_smooth(
        scene_of(one.substr(0, one.find(", \"tess")) + turned,
                 R"("shape": {"sphere": {"radius": 1}}, "position": [1.999, 0, 0])" + turned));
    CHECK(aside.truth[0].none_is_right);
}

TEST_CASE("a ball on a box touches the face, in either order of the two", "[smooth]") {
    const std::string box = R"("shape": {"box": {"size": [2, 1, 2]}}, "position": [0, -0.5, 0])";
    const std::string ball =
        R"("shape": {"sphere": {"radius": 0.5}}, "position": [0.2, 0.499, -0.1], )" + kTurned;
    const Asked asked = ask_smooth(scene_of(box, ball));
    check_all_right(asked, 1);
    CHECK((asked.contacts[0].normal - Vec3::UnitY()).norm() < 1e-12);
    CHECK((asked.contacts[0].position - Vec3(0.2, -0.0005, -0.1)).norm() < 1e-12);
    const Asked exchanged = ask_smooth(scene_of(ball, box));
    check_all_right(exchanged, 1);
    CHECK((exchanged.contacts[0].normal + Vec3::UnitY()).norm() < 1e-12);
}

TEST_CASE("a cylinder that lies on a box has the two ends of its line", "[smooth]") {
    const Asked asked = ask_smooth(
        scene_of(R"("shape": {"box": {"size": [4, 1, 4]}}, "position": [0, -0.5, 0])",
                 R"("shape": {"cylinder": {"radius": 0.5, "height": 2}}, "position": [0, 0.5, 0], )"
                 R"("orientation": [0.7071067811865476, 0.7071067811865476, 0, 0])"));
    check_all_right(asked, 2);
}

TEST_CASE("bodies apart by more than their meshes can be off have no contact", "[smooth]") {
    const std::string ball = R"("shape": {"sphere": {"radius": 0.5}}, "position": [0, )";
    const Asked asked = ask_smooth(scene_of(ball + "0, 0]", ball + "1.3, 0]"));
    CHECK(asked.contacts.empty());
    CHECK(asked.truth[0].none);
}

// The scenes by which docs/methods/smooth.md shows that Baraff [1990], Appendix E, has it the other
// way round.
TEST_CASE("crossed cylinders have one contact, a ball in its equal none that stands alone",
          "[smooth]") {
    const auto scene = [](const char* name) {
        return read_scene(std::string(TOUCHSTONE_SMOOTH_SCENES "/") + name + ".json");
    };
    const Asked crossed = ask_smooth(scene("crossed_cylinders"));
    check_all_right(crossed, 1);
    CHECK((crossed.contacts[0].position - Vec3(0.0, 0.9995, 0.0)).norm() < 1e-8);
    try {
        ask_smooth(scene("ball_in_equal_bowl"));
        FAIL("it answered");
    } catch (const GeneratorFault& fault) {
        CHECK(fault.outcome == Outcome::Unsupported);
        CHECK(std::string(fault.what()).find("fit each other too closely") != std::string::npos);
    }
}

TEST_CASE("a ball in a bowl of its own radius has no truth, and is refused", "[smooth]") {
    const TestCase scene = scene_of(
        R"("shape": {"bowl": {"curvature_radius": 1, "rim_radius": 0.8, "thickness": 0.2}})",
        R"("shape": {"sphere": {"radius": 1}}, "position": [0, 1, 0])");
    CHECK_THROWS_AS(ask_smooth(scene), GeneratorFault);
}

TEST_CASE("two polyhedra are refused by the exact method", "[smooth]") {
    const std::string box = R"("shape": {"box": {"size": [1, 1, 1]}}, "position": [0, )";
    try {
        ask_smooth(scene_of(box + "0, 0]", box + "1, 0]"));
        FAIL("it answered");
    } catch (const GeneratorFault& fault) {
        CHECK(fault.outcome == Outcome::Unsupported);
        CHECK(std::string(fault.what()) ==
              "exact contacts: neither body has an exact curved shape");
    }
}

}  // namespace touchstone
