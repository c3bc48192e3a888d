#include "testcases/study/scene_judgement.h"

#include <array>

#include "methods/quality/metrics.h"
#include "methods/quality/truth/planar_reference.h"
#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"
#include "testcases/study/study.h"

namespace touchstone {
namespace {

const std::string kData = TOUCHSTONE_TEST_DATA "/";

StudyRow row_of(const std::string& case_name, const std::string& generator) {
    StudyRequest request;
    request.cases = {case_name};
    request.generators = {generator};
    request.settings = make_study_settings(Profile::Corrected);
    request.threads = 1;
    return run_study(request).rows.at(0);
}

ContactPoint make_contact(const Vec3& normal, double separation) {
    ContactPoint contact;
    contact.position = Vec3::Zero();
    contact.normal = normal;
    contact.separation = separation;
    contact.body_a = 0;
    contact.body_b = 1;
    return contact;
}

SurfaceMesh surface_of(const TestCase& scene, int body) {
    return make_surface(scene.bodies[body].shape);
}

}  // namespace

TEST_CASE("a hull area of its own judges what spans more than it covers", "[field]") {
    const TestCase scene = read_scene(kData + "bridge_on_floor.json");
    REQUIRE(scene.reference[0].answers[0].hull_area == 4.0);
    std::vector<ContactPoint> contacts;
    for (const Vec3& point : scene.reference[0].answers[0].points) {
        ContactPoint contact = make_contact(Vec3::UnitY(), 0.0);
        contact.position = point;
        contacts.push_back(contact);
    }
    CHECK(find_faults(judge(contacts, scene.reference)).none());
    Reference without = scene.reference;
    without[0].answers[0].hull_area = std::nullopt;
    CHECK(find_faults(judge(contacts, without)) == Faults{.wrong_areas = 1});
}

TEST_CASE("the computed truth of a scene is that which one would write", "[field]") {
    const TestCase scene = read_scene(kData + "bridge_on_floor.json");
    const std::array surfaces{surface_of(scene, 0), surface_of(scene, 1)};
    const std::array poses{scene.bodies[0].world_from_shape, scene.bodies[1].world_from_shape};
    const Reference truth = with_planar_truth(scene.variants[0].reference, surfaces, poses);
    REQUIRE(truth[0].why_unknown.empty());
    const Answer& computed = truth[0].answers[0];
    const Answer& written = scene.reference[0].answers[0];
    CHECK(computed.normals == written.normals);
    CHECK(computed.area == written.area);
    CHECK(computed.hull_area == written.hull_area);
    CHECK(computed.min_contacts == written.min_contacts);
    CHECK(computed.separation == written.separation);
    CHECK(computed.points.size() == written.points.size());
}

TEST_CASE("a study judges by the computed truth, and says where there is none", "[field]") {
    TestCase scene = read_scene(kData + "bridge_on_floor.json");
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const std::string generator = "growth";
    const auto judged = [&](const TestCase& test_case) {
        const StudyScene study =
            make_study_scene(test_case, false, settings, std::nullopt, std::array{generator});
        return judge_scene(study, settings, {generator, 1, {}});
    };
    scene.reference = scene.variants[0].reference;
    scene.variants.clear();
    const SceneJudgement known = judged(scene);
    CHECK(known.unknown.empty());
    CHECK(known.judgement.min_contacts == 4);

    scene.bodies[1].world_from_shape.translation.y() = 0.5;
    const SceneJudgement unknown = judged(scene);
    REQUIRE(unknown.unknown.size() == 1);
    CHECK_THAT(unknown.unknown[0],
               Catch::StartsWith("floor (A) and bridge (B): planar regions do not apply: ") &&
                   Catch::Contains("apart"));
}

TEST_CASE("velocities move bodies to the half step, turning and all", "[field]") {
    const TestCase scene = read_scene(kData + "paddle_at_half_step.json");
    CHECK(scene.reference[0].kinematic);
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const StudyScene study = make_study_scene(scene, false, settings, std::nullopt,
                                              std::array<std::string, 1>{"vertex_only"});
    const SceneQuery query = query_scene(study, "vertex_only", settings, 1);
    CHECK(query.world_from_shape[1].rotation.angularDistance(Quat::Identity()) <= 1e-12);
    CHECK((query.world_from_shape[1].translation - Vec3(0, 0.25, 0)).norm() <= 1e-12);
}

TEST_CASE("TetGen's switches of a body are its own, and a hull is that of its points", "[field]") {
    const TestCase scene = read_scene(kData + "hull_on_fine_box.json");
    CHECK(surface_of(scene, 1).vertices.size() == 5);
    CHECK(surface_of(scene, 1).triangles.size() == 6);
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const auto tets_of_floor = [&](const TestCase& test_case) {
        const StudyScene study = make_study_scene(test_case, false, settings, std::nullopt,
                                                  std::array<std::string, 1>{"vertex_only"});
        return study.shapes.begin()->second.of(0).mesh.tets.size();
    };
    TestCase plain = scene;
    plain.bodies[0].tetgen_switches = BodySetup{}.tetgen_switches;
    CHECK(tets_of_floor(scene) > 10 * tets_of_floor(plain));
}

TEST_CASE("the solver settings of a scene come after those that are assigned", "[field]") {
    const TestCase scene = read_scene(kData + "hull_on_fine_box.json");
    StudySettings settings = make_study_settings(Profile::Corrected);
    CHECK(solver_settings(settings, scene).max_sweeps == 50);
    CHECK(solver_settings(settings, scene).stepping == Stepping::SemiImplicit);
    CHECK(solver_settings(settings, scene).warm_start);
    CHECK(solver_settings(settings, TestCase{}).max_sweeps == 1000);
    assign(settings, {"solver", "max_sweeps", "7"});
    CHECK(solver_settings(settings, scene).max_sweeps == 7);
    CHECK(solver_settings(settings, scene).warm_start);
}

TEST_CASE("a sweep is judged at each position, and its worst values count", "[field]") {
    TestCase scene = read_scene(kData + "hull_on_fine_box.json");
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const std::string generator = "growth";
    // At the end of this sweep nothing is under the hull.
    scene.reference[0].answers[0].points.clear();
    scene.sweep = PositionSweep{1, Vec3::Zero(), {40, 0, 0}, 3};
    const StudyScene study =
        make_study_scene(scene, false, settings, std::nullopt, std::array{generator});
    const SceneJudgement judged = judge_scene(study, settings, {generator, 1, {}});
    REQUIRE(judged.positions() == 3);
    CHECK(judged.queries[2].world_from_shape[1].translation == Vec3(40, 0, 0));
    CHECK(judged.queries[1].world_from_shape[1].translation == Vec3(20, 0, 0));
    CHECK_FALSE(judged.queries[0].contacts.empty());
    CHECK(judged.queries[2].contacts.empty());
    CHECK(judged.faulty_positions >= 2);
    CHECK(judged.faults.missed_normals == 1);
    CHECK(judged.metrics[1] == 0.0);  // coverage
}

TEST_CASE("find_difference wants the base's number, normals and separations, in any order",
          "[field]") {
    PairReference pair;
    pair.body_a = 1;
    pair.body_b = 0;
    const Reference reference{pair};
    const Vec3 up = Vec3::UnitZ();
    const std::vector base{make_contact(up, 0.0), make_contact(Vec3::UnitX(), -0.1)};
    std::vector other{base[1], base[0]};
    CHECK_FALSE(find_difference(base, other, reference).has_value());
    other[0].position = Vec3(7, 8, 9);
    other[1].separation = 9e-7;
    other[1].normal = Vec3(0, 0.01, 1).normalized();
    CHECK_FALSE(find_difference(base, other, reference).has_value());
    other[1].separation = 2e-6;
    CHECK(find_difference(base, other, reference) == "another separation");
    other[1] = make_contact(Vec3(0, 0.02, 1).normalized(), 0.0);
    CHECK(find_difference(base, other, reference) == "another normal");
    other[1] = base[1];
    CHECK(find_difference(base, other, reference).has_value());
    other.pop_back();
    CHECK(find_difference(base, other, reference) == "1 contacts instead of 2");
}

TEST_CASE("a row passes when it has no faults and its variants agree", "[field]") {
    StudyRow row;
    CHECK_FALSE(passes(row).has_value());  // a case of the paper
    row.checked = true;
    CHECK(passes(row) == true);
    row.unknown = {"why"};
    CHECK_FALSE(passes(row).has_value());
    row.variants = {{"v", "another normal"}};
    CHECK(passes(row) == false);
    row = StudyRow{};
    row.checked = true;
    row.faults.misplaced = 1;
    CHECK(passes(row) == false);
}

TEST_CASE("the rows of built-in cases are not checked, those of the field and of files are",
          "[field]") {
    CHECK_FALSE(row_of("spikes", "vertex_only").checked);
    const StudyRow field = row_of("h20_flush_cubes_far_away_gap", "vertex_only");
    CHECK(field.checked);
    CHECK(field.variants.size() == 3);
    CHECK(row_of(kData + "bridge_on_floor.json", "vertex_only").checked);
}

}  // namespace touchstone
