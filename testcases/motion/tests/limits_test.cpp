#include "testcases/motion/limits.h"

#include <array>
#include <string>
#include <utility>

#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "testcases/files/scene_file.h"
#include "testcases/query/long_steps.h"
#include "testcases/query/silent_pairs.h"
#include "testcases/query/vertex_depth.h"
#include "testcases/trials/trial_bodies.h"

namespace touchstone {
namespace {

const std::string kGenerator = "growth";

StudyScene make_scene(TestCase test_case, const StudySettings& settings) {
    return make_study_scene(std::move(test_case), false, settings, std::nullopt,
                            std::array{kGenerator});
}

TestCase hull_on_box() {
    TestCase scene = read_scene(TOUCHSTONE_TEST_DATA "/hull_on_fine_box.json");
    scene.bodies[0].tetgen_switches = BodySetup{}.tetgen_switches;
    return scene;
}

const LimitOutcome& outcome_of(const LimitReport& report, const std::string& name) {
    for (const LimitOutcome& outcome : report.outcomes) {
        if (outcome.name == name) {
            return outcome;
        }
    }
    FAIL("no outcome " + name);
    throw;
}

ContactPoint make_contact(int vertex_a, int vertex_b) {
    ContactPoint contact;
    contact.body_a = 0;
    contact.body_b = 1;
    contact.feature_a.vertices[0] = vertex_a;
    contact.feature_b.vertices[0] = vertex_b;
    return contact;
}

}  // namespace

TEST_CASE("run_limits measures what a resting body does", "[limits]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    const LimitReport report =
        run_limits(make_scene(hull_on_box(), settings), kGenerator, settings);
    CHECK(report.steps == 20);
    REQUIRE(report.outcomes.size() == 6);
    CHECK(outcome_of(report, "max_drift").held);
    CHECK(outcome_of(report, "max_tilt_deg").held);
    CHECK(outcome_of(report, "max_overlap").held);
    const LimitOutcome& force = outcome_of(report, "force floor-hull");
    CHECK(force.held);
    CHECK(force.found == Approx(force.limit).epsilon(1e-3));
}

TEST_CASE("run_limits tells which limit is broken, and by how much", "[limits]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    TestCase scene = hull_on_box();
    scene.bodies[1].linear_velocity = {3, -2, 0};
    scene.friction = 0.0;
    scene.simulate->forces[0].normal_force *= 2.0;
    const LimitReport report = run_limits(make_scene(scene, settings), kGenerator, settings);
    const LimitOutcome& drift = outcome_of(report, "max_drift");
    CHECK_FALSE(drift.held);
    CHECK(drift.found == Approx(0.6).epsilon(0.05));  // 20 steps of 0.01 s at 3 m/s
    CHECK_FALSE(outcome_of(report, "force floor-hull").held);
    CHECK_FALSE(report.held());
}

TEST_CASE("run_limits measures overlap on the bodies, not by what a generator finds", "[limits]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    TestCase scene = hull_on_box();
    scene.bodies[1].world_from_shape.translation.y() = -0.25;
    const LimitReport report = run_limits(make_scene(scene, settings), kGenerator, settings, 1);
    CHECK(report.steps == 1);
    CHECK_FALSE(outcome_of(report, "max_overlap").held);
    CHECK(outcome_of(report, "max_overlap").found == Approx(0.25).epsilon(0.01));
}

TEST_CASE("a limit that measures nothing is not held, and says what is missing", "[limits]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    TestCase scene = hull_on_box();
    scene.reference.clear();
    scene.simulate->bodies.clear();
    scene.bodies[1].world_from_shape.translation.y() += 10.0;  // nothing touches
    const LimitReport report = run_limits(make_scene(scene, settings), kGenerator, settings, 2);
    for (const char* name : {"max_drift", "max_tilt_deg", "max_overlap", "persistence"}) {
        INFO(name);
        CHECK_FALSE(outcome_of(report, name).measured());
        CHECK_FALSE(outcome_of(report, name).held);
    }
    CHECK(outcome_of(report, "max_drift").looked_at == "no body is named under \"bodies\"");
    CHECK(outcome_of(report, "max_overlap").looked_at == "no pair of \"expected\" is judged");
    CHECK(outcome_of(report, "persistence").looked_at == "no two steps with contacts");
}

TEST_CASE("sinking is how far a body comes below its start", "[limits]") {
    const StudySettings settings = make_study_settings(Profile::Corrected);
    TestCase scene = hull_on_box();
    scene.bodies[1].world_from_shape.translation.x() += 1000.0;  // beside the floor
    scene.simulate->max_sinking = 0.1;
    const LimitReport report = run_limits(make_scene(scene, settings), kGenerator, settings);
    const LimitOutcome& sinking = outcome_of(report, "max_sinking");
    CHECK_FALSE(sinking.held);
    const double seconds = report.steps * scene.simulate->time_step;
    CHECK(sinking.found == Approx(0.5 * -scene.gravity.y() * seconds * seconds).epsilon(0.1));
    CHECK(sinking.looked_at == "1 body");
}

TEST_CASE("overlap of bodies with several right normals is that of the deepest vertex",
          "[limits]") {
    const SurfaceMesh box = make_box({2, 2, 2});
    std::vector<Vec3> other = make_box({1, 1, 1}).vertices;
    const auto depth_at = [&](const Vec3& place) {
        std::vector<Vec3> moved = other;
        for (Vec3& vertex : moved) {
            vertex += place;
        }
        return deepest_vertex(box.vertices, box.triangles, moved, box.triangles);
    };
    CHECK(depth_at({0, 1.25, 0}) == Approx(0.25));
    CHECK(depth_at({1.25, 1.375, 0}) == Approx(0.125));
    CHECK(depth_at({0, 1.5, 0}) == 0.0);
    CHECK(depth_at({0, 2.0, 0}) == 0.0);
    CHECK(depth_at({0, 0, 0}) == Approx(0.5));
}

TEST_CASE("persistence is the share of contacts whose features come again", "[limits]") {
    const std::vector now{make_contact(1, 2), make_contact(1, 3), make_contact(4, 5),
                          make_contact(4, 5)};
    CHECK(persistence(now, now) == 1.0);
    CHECK(persistence({}, now) == 1.0);
    CHECK(persistence(now, {}) == 0.0);
    const std::vector next{make_contact(4, 5), make_contact(1, 3), make_contact(2, 1)};
    CHECK(persistence(now, next) == 0.5);
}

namespace {

/// Boxes in a scene for no method in particular.
StudyScene make_boxes(std::initializer_list<std::pair<Vec3, Vec3>> sizes_and_places) {
    TestCase scene;
    scene.id = "boxes";
    for (const auto& [size, place] : sizes_and_places) {
        BodySetup& body = scene.bodies.emplace_back();
        body.name = "body " + std::to_string(scene.bodies.size());
        body.shape = BoxShape{size};
        body.world_from_shape.translation = place;
    }
    return make_study_scene(std::move(scene), false, make_study_settings(Profile::Corrected),
                            std::nullopt, {});
}

std::vector<Pose> start_of(const StudyScene& scene) {
    std::vector<Pose> poses;
    poses.reserve(scene.test_case.bodies.size());
    for (const BodySetup& body : scene.test_case.bodies) {
        poses.push_back(body.world_from_shape);
    }
    return poses;
}

}  // namespace

TEST_CASE("pairs that overlap without a contact are silent, and no others", "[silent]") {
    // The second sinks 1 mm into the first; the third is flush with it; two sticks cross through
    // each other with no vertex inside.
    StudyScene scene = make_boxes({{Vec3::Ones(), Vec3::Zero()},
                                   {Vec3::Ones(), {0.2, 0.999, 0.1}},
                                   {Vec3::Ones(), {-1.0, 0.0, 0.0}},
                                   {{4.0, 0.2, 0.2}, {0.0, 5.0, 0.0}},
                                   {{0.2, 0.2, 4.0}, {0.0, 5.1, 0.0}}});
    const std::vector<Pose> poses = start_of(scene);
    using Pairs = std::vector<std::pair<int, int>>;
    CHECK(silent_pairs(scene, poses, {}) == Pairs{{0, 1}, {3, 4}});
    ContactPoint contact;
    contact.body_a = 1;
    contact.body_b = 0;
    CHECK(silent_pairs(scene, poses, std::array{contact}) == Pairs{{3, 4}});
    PairReference none;
    none.body_a = 3;
    none.body_b = 4;
    none.none_is_right = true;
    scene.test_case.reference = {none};
    CHECK(silent_pairs(scene, poses, std::array{contact}).empty());
    // An elastic body is where its pose says, until it is deformed.
    scene.elastic.resize(5);
    scene.elastic[1].tets.resize(1);
    CHECK(silent_pairs(scene, poses, {}) == Pairs{{0, 1}});
    CHECK(silent_pairs(scene, poses, {}, true).empty());
    scene.test_case.bodies[0].fixed = true;
    scene.test_case.bodies[1].fixed = true;
    CHECK(count_silent_pairs(scene, poses, {}) == 0);
}

TEST_CASE("bodies of equal size that are in line are silent where one is sunk into the other",
          "[silent]") {
    // In line along two axes and sunk along the third, along one, and along all: one place.
    const Vec3 shift = GENERATE(Vec3(0.0, 0.9, 0.0), Vec3(0.4, 0.0, 0.0), Vec3(0.0, 0.0, 0.001),
                                Vec3(0.0, 0.9, -0.9), Vec3(0.3, 0.3, 0.0), Vec3(0.0, 0.0, 0.0));
    const Quat turn =
        GENERATE(Quat::Identity(), Quat(Eigen::AngleAxisd(0.7, Vec3(0.3, -0.5, 0.8).normalized())));
    const Shape shape =
        GENERATE(Shape(BoxShape{Vec3::Ones()}), Shape(TrianglesShape{make_wedge(Vec3::Ones())}),
                 Shape(TrianglesShape{make_ell(Vec3::Ones())}), Shape(CylinderShape{0.5, 1.0, 7}));
    const auto silent_at = [&](const Vec3& place) {
        TestCase scene;
        scene.id = "in_line";
        for (const Vec3& at : {Vec3(Vec3::Zero()), place}) {
            BodySetup& body = scene.bodies.emplace_back();
            body.name = "body " + std::to_string(scene.bodies.size());
            body.shape = shape;
            body.world_from_shape = {turn, turn * at};
        }
        const StudyScene made = make_study_scene(
            std::move(scene), false, make_study_settings(Profile::Corrected), std::nullopt, {});
        return count_silent_pairs(made, start_of(made), {});
    };
    CAPTURE(shift.transpose());
    CHECK(silent_at(shift) == 1);
    // Flush, and apart.
    CHECK(silent_at({0.0, 1.0, 0.0}) == 0);
    CHECK(silent_at({0.0, 1.001, 0.3}) == 0);
    CHECK(silent_at({0.0, 0.0, -1.0}) == 0);
}

TEST_CASE("a thin body overlaps by its thickness but where the barrier moved the bodies",
          "[silent]") {
    StudyScene scene =
        make_boxes({{Vec3::Ones(), Vec3::Zero()}, {Vec3::Ones(), {0.2, 0.999, 0.1}}});
    ThinShape thin;
    thin.mesh.vertices = {Vec3::Zero()};
    scene.test_case.bodies[0].shape = thin;
    CHECK(count_silent_pairs(scene, start_of(scene), {}) == 1);
    CHECK(count_silent_pairs(scene, start_of(scene), {}, true) == 0);
}

TEST_CASE("a body inside another is silent without a contact, and one in its hollow is not",
          "[silent]") {
    const StudyScene scene =
        make_boxes({{Vec3::Ones(), Vec3::Zero()}, {Vec3::Constant(0.2), {0.1, 0.0, -0.2}}});
    CHECK(count_silent_pairs(scene, start_of(scene), {}) == 1);
    std::vector<Pose> apart = start_of(scene);
    apart[1].translation.x() = 0.6;  // flush with the outside
    CHECK(count_silent_pairs(scene, apart, {}) == 0);
}

TEST_CASE("a step is long when it moves a body farther than its thinnest part", "[silent]") {
    CHECK(thinnest_part(make_box({1.0, 0.02, 3.0})) == Approx(0.02));
    const StudyScene scene = make_boxes({{{1.0, 0.02, 3.0}, Vec3::Zero()}});
    const LongStepWatch watch(scene);
    const std::vector<RigidBody> before = make_rigid_bodies(scene);
    std::vector<RigidBody> after = before;
    after[0].state.world_from_body.translation.x() += 0.019;
    CHECK_FALSE(watch.find(before, after));
    // A turn moves its ends farther.
    after[0].state.world_from_body.rotation = Quat(Eigen::AngleAxisd(0.01, Vec3::UnitY()));
    const std::optional<LongStep> step = watch.find(before, after);
    REQUIRE(step);
    CHECK(step->body == 0);
    CHECK(step->thickness == Approx(0.02));
    CHECK(step->distance > 0.02);
}

}  // namespace touchstone
