#include "testcases/files/scene_file.h"

#include <cmath>
#include <limits>
#include <random>

#include "methods/base/error.h"
#include "methods/testing/catch.h"
#include "methods/testing/file_text.h"
#include "methods/testing/temporary_folder.h"
#include "testcases/cases/field_cases.h"
#include "testcases/files/tests/same_test_case.h"

namespace touchstone {
namespace {

/// One body of each exact curved shape, and a union.
std::vector<BodySetup> all_curved_bodies() {
    const Pose beside{Quat(0.6, 0.0, 0.8, 0.0), Vec3(0.1, -0.0, 0.2)};
    const std::vector<SmoothShape> shapes{
        {{{SmoothBall{1.0 / 3.0}, {}}}},
        {{{SmoothEllipsoid{{1.0, 0.7, 0.1 + 0.2}}, {}}}},
        {{{SmoothSuperellipsoid{{1.0, 0.7, 0.5}, 2.5}, {}}}},
        {{{SmoothTorus{1.0, 0.3}, {}}}},
        {{{SmoothCylinder{0.5, 2.0}, {}}}},
        {{{SmoothCone{0.5, 2.0}, {}}}},
        {{{SmoothCapsule{0.5, 0.0}, {}}}},
        {{{SmoothRoundBox{{1.0, 2.0, 3.0}, 0.25}, {}}}},
        {{{SmoothBowl{1.25, 0.9, 0.2}, {}}}},
        {{{SmoothBall{0.5}, {}}, {SmoothCapsule{0.2, 1.0}, beside}}}};
    std::vector<BodySetup> bodies;
    for (const SmoothShape& shape : shapes) {
        BodySetup& body = bodies.emplace_back();
        body.name = "curved " + std::to_string(bodies.size());
        body.shape = CurvedShape{shape, {.level = 1, .turn = beside.rotation}};
    }
    return bodies;
}

using testing::check_same;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// One of everything that the format holds, nothing at its default.
TestCase make_rich_case() {
    TestCase scene;
    scene.id = "rich \"quoted\" \\ Ünïcode";
    scene.title = "All keys at once";
    scene.source = "made up";
    scene.gravity = {0.1, -0.0, -9.81};
    scene.friction = 1.0 / 3.0;
    scene.pose = QueryPose::HalfStep;
    scene.time_step = 1e-3;
    scene.movers["barrier"] = {{"dhat", "0.001l"}, {"integration", "newmark"}, {"lags", "3"}};

    BodySetup box;
    box.name = "box";
    box.shape = BoxShape{{1.0, 0.1 + 0.2, 1e-3}};
    box.world_from_shape = {Quat(0.0, 1.0, 0.0, 0.0), {-0.0, 1e300, 5e-324}};
    box.fixed = true;
    box.tetgen_switches = "pq1.2a0.015Q";
    BodySetup hull;
    hull.name = "hull";
    hull.shape = HullShape{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    hull.linear_velocity = {1.0 / 3.0, -0.0, 2.0};
    hull.angular_velocity = {0.0, -0.0, 1e-17};
    BodySetup cylinder;
    cylinder.name = "cylinder";
    cylinder.shape = CylinderShape{.radius = 0.3, .height = 2.5, .sides = 7};
    cylinder.density = 1234.5;
    cylinder.elastic = {{ElasticModel::FixedCorotated, 1.0 / 3.0, -0.1}, 0.1 + 0.2};
    DriveSetup drive;
    drive.box = {{Vec3(-1.0, 0.1, 1.0 / 3.0), Vec3(1.0, 0.1, 2.0)}};
    drive.motion.spin = Vec3(0.1 + 0.2, 0.0, -1e-3);
    drive.motion.until = 1.0 / 7.0;
    cylinder.driven = {drive, {std::nullopt, {0, 2}, {}}};
    BodySetup sphere;
    sphere.name = "sphere";
    sphere.elastic = {{ElasticModel::NeoHookean, 1e6, 0.25}, {}};
    sphere.shape = SphereShape{.radius = 1.1, .subdivisions = 1};
    scene.bodies = {box, hull, cylinder, sphere,
                    load_test_case("spikes", BodyOrder::LowerFirst).bodies[0]};
    for (const BodySetup& body : all_curved_bodies()) {
        scene.bodies.push_back(body);
    }

    PairReference tie;
    tie.body_a = 2;
    tie.body_b = 0;
    Answer first;
    first.normals = {{std::sqrt(0.5), -0.0, std::sqrt(0.5)}, Vec3::UnitX()};
    first.min_contacts = 3;
    first.points = {{1.0 / 3.0, 0, 0}, {0, -0.0, 1}};
    first.area = 0.1;
    first.hull_area = 0.7;
    first.separation = {-1e-3, 0.0};
    Answer second;
    second.normals = {-Vec3::UnitY()};
    tie.answers = {first, second};
    tie.none_is_right = true;
    tie.kinematic = true;
    tie.angle_tolerance = 2.5;
    tie.position_tolerance = 1e-6;
    tie.separation_tolerance = 1e-9;
    PairReference none;
    none.body_a = 0;
    none.body_b = 3;
    none.none = true;
    PairReference computed;
    computed.body_a = 3;
    computed.body_b = 4;
    computed.planar_regions = PlanarTruth{0.25};
    PairReference left;
    left.body_a = 0;
    left.body_b = 4;
    left.not_judged = true;
    PairReference exact;
    exact.body_a = 5;
    exact.body_b = 6;
    exact.smooth = SmoothTruth{};
    scene.reference = {tie, none, left, computed, exact};

    scene.solver = {{"stepping", "semi_implicit"}, {"max_sweeps", "50"}, {"warm_start", "on"}};
    scene.sweep = PositionSweep{2, {-0.0, 1.0 / 3.0, 0}, {1, 2, 3}, 61};
    SimulationLimits limits;
    limits.steps = 7;
    limits.time_step = 1.0 / 3.0;
    limits.bodies = {3, 1};
    limits.max_drift = 0.0;
    limits.max_sinking = 0.25;
    limits.max_tilt = 0.1;
    limits.max_overlap = 1e-300;
    limits.persistence = 1.0 / 3.0;
    limits.contacts_per_pair = 4;
    limits.forces = {{3, 1, 1.0 / 3.0, 0.25}};
    scene.simulate = limits;

    TestCase same = scene;
    same.id = "same";
    TestCase other = scene;
    other.id = "other";
    other.title = "another one";
    other.gravity = Vec3::Zero();
    other.pose = QueryPose::Initial;
    other.bodies[1].shape = BoxShape{{1, 2, 3}};
    other.bodies[1].linear_velocity = Vec3::Zero();
    other.bodies[1].fixed = true;
    other.bodies[0].world_from_shape = Pose{};
    other.bodies[2].elastic.reset();
    other.bodies[2].driven.clear();
    other.bodies[3].elastic->size = 0.25;
    other.solver.pop_back();
    other.movers.clear();
    other.sweep->count = 2;
    other.simulate->steps = 8;
    other.own_reference = true;
    other.reference.pop_back();
    scene.variants = {same, other};
    return scene;
}

}  // namespace

TEST_CASE("every built-in case survives being written and read, bit for bit", "[scene]") {
    const BodyOrder order = GENERATE(BodyOrder::LowerFirst, BodyOrder::Creation);
    for (const TestCaseEntry& entry : all_test_cases()) {
        if (entry.group == kFieldCasesGroup || entry.id.starts_with("ipc_")) {
            continue;  // below, and in scene_script_test: some need their mesh files
        }
        INFO(entry.id);
        const TestCase original = make_test_case(entry, order);
        const std::string text = write_scene(original);
        check_same(parse_scene(text, "scene.json"), original);
        CHECK(write_scene(parse_scene(text, "scene.json")) == text);
    }
}

TEST_CASE("everything that the format holds survives, bit for bit", "[scene]") {
    const TestCase original = make_rich_case();
    check_same(parse_scene(write_scene(original), "scene.json"), original);
}

TEST_CASE("a scene of defaults only survives, with no reference", "[scene]") {
    TestCase original;
    original.id = "bare";
    original.bodies.resize(1);
    original.bodies[0].name = "box";
    original.bodies[0].shape = BoxShape{Vec3::Ones()};
    check_same(parse_scene(write_scene(original), "scene.json"), original);
}

TEST_CASE("awkward numbers and normalised rotations survive, bit for bit", "[scene]") {
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    TestCase original;
    original.id = "awkward";
    for (int i = 0; i < 500; ++i) {
        BodySetup& body = original.bodies.emplace_back();
        body.name = std::to_string(i);
        body.shape = BoxShape{Vec3::Ones()};
        const Quat q(uniform(generator), uniform(generator), uniform(generator),
                     uniform(generator));
        body.world_from_shape.rotation = q.normalized();
        const double scale = std::pow(10.0, 300.0 * uniform(generator));
        body.world_from_shape.translation = {scale, -scale / 3.0, uniform(generator)};
    }
    check_same(parse_scene(write_scene(original), "scene.json"), original);
}

TEST_CASE("the example of the format reads as it says", "[scene]") {
    const TestCase scene = parse_scene(R"({
      "schema": "touchstone-scene-1",
      "name": "two_cubes_sharing_a_face",
      "title": "Two unit cubes that touch on x = 1",
      "x-note": {"free": [1, {"a": null}]},
      "bodies": [
        {"name": "left", "shape": {"box": {"size": [1, 1, 1]}}, "position": [0.5, 0.5, 0.5],
         "fixed": true, "x-note": 1},
        {"name": "right", "shape": {"box": {"size": [1, 1, 1], "x-note": 1}, "x-note": 2},
         "position": [1.5, 0.5, 0.5], "orientation": [2, 0, 0, 0]}
      ],
      "expected": [
        {"a": "right", "b": "left",
         "answers": [{"normals": [[-3, 0, 0]], "min_contacts": 4, "area": 1.0,
                      "separation": [0, 0]}]}
      ]
    })",
                                       "scene.json");
    CHECK(scene.id == "two_cubes_sharing_a_face");
    CHECK(scene.title == "Two unit cubes that touch on x = 1");
    CHECK(scene.source.empty());
    CHECK(scene.gravity == Vec3(0.0, -9.82, 0.0));
    CHECK(scene.friction == 0.5);
    CHECK(scene.pose == QueryPose::Initial);
    CHECK(scene.time_step == 0.01);
    REQUIRE(scene.bodies.size() == 2);
    CHECK(scene.bodies[0].fixed);
    CHECK(scene.bodies[1].density == 2000.0);
    CHECK(scene.bodies[1].tetgen_switches == "pYq2Q");
    CHECK(scene.bodies[1].world_from_shape.rotation.coeffs() == Quat::Identity().coeffs());
    REQUIRE(scene.reference.size() == 1);
    const PairReference& pair = scene.reference[0];
    CHECK(pair.body_a == 1);
    CHECK(pair.body_b == 0);
    CHECK(pair.angle_tolerance == 1.0);
    CHECK(pair.position_tolerance == 0.02);
    CHECK(pair.separation_tolerance == 1e-6);
    REQUIRE(pair.answers.size() == 1);
    CHECK(pair.answers[0].normals[0] == -Vec3::UnitX());
    CHECK(pair.answers[0].points.empty());
    CHECK_FALSE(pair.answers[0].hull_area.has_value());
}

TEST_CASE("a quaternion of any length is normalised, one of unit length is left alone", "[scene]") {
    const auto rotation = [](const std::string& numbers) {
        const TestCase scene = parse_scene(
            R"({"schema": "touchstone-scene-1", "name": "n", "bodies": [{"name": "b", "shape":
                {"box": {"size": [1, 1, 1]}}, "orientation": [)" +
                numbers + "]}]}",
            "scene.json");
        return scene.bodies[0].world_from_shape.rotation;
    };
    CHECK(rotation("0, 1, 0, 0").coeffs() == Quat(0, 1, 0, 0).coeffs());
    CHECK(rotation("0, 0, -1e-320, 0").coeffs() == Quat(0, 0, -1, 0).coeffs());
    CHECK(rotation("0, 0, 0, 1e308").coeffs() == Quat(0, 0, 0, 1).coeffs());
    CHECK(rotation("1e308, 1e308, 1e308, 1e308").coeffs() == Quat(0.5, 0.5, 0.5, 0.5).coeffs());
    CHECK(rotation("0.7071, 0, 0.7071, 0").w() == Approx(std::sqrt(0.5)).epsilon(1e-15));
}

TEST_CASE("handed scenes read, and survive being written", "[scene]") {
    for (const FieldCase& field_case : all_field_cases()) {
        INFO(field_case.id);
        const std::filesystem::path path =
            std::filesystem::path(TOUCHSTONE_FIELD_FOLDER) / (field_case.id + std::string(".json"));
        const TestCase scene = read_scene(path);
        CHECK(scene.id == field_case.id);
        CHECK(scene.title == field_case.title);
        CHECK(!scene.source.empty());
        const std::string text = write_scene(scene);
        check_same(parse_scene(text, "scene.json", meshes_in(TOUCHSTONE_FIELD_FOLDER)), scene);
        check_same(make_field_case(field_case.id), scene);  // what is built in is the file
    }
}

TEST_CASE("a scene stands alone once its surfaces are inline", "[scene]") {
    const TestCase scene = make_field_case("h08_ball_before_seam_sunk");
    const TestCase alone = with_inline_meshes(scene);
    check_same(parse_scene(write_scene(alone), "scene.json"), alone);
    CHECK(std::holds_alternative<TrianglesShape>(alone.bodies[2].shape));
    CHECK(make_surface(alone.bodies[2].shape).vertices ==
          make_surface(scene.bodies[2].shape).vertices);
}

TEST_CASE("a scene stands alone once its tets are inline", "[scene]") {
    for (const TestCase& scene : {make_field_case("h23_tet_blocks_1_mm_apart"),
                                  load_test_case("ipc_07", BodyOrder::LowerFirst)}) {
        INFO(scene.id);
        const TestCase alone = with_inline_meshes(scene);
        check_same(parse_scene(write_scene(alone), "scene.json"), alone);
        int solids = 0;
        for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
            const std::optional<TetMesh> tets = own_tets(scene.bodies[i].shape);
            const std::optional<TetMesh> copy = own_tets(alone.bodies[i].shape);
            REQUIRE(tets.has_value() == copy.has_value());
            if (tets) {
                ++solids;
                CHECK(copy->vertices == tets->vertices);
                CHECK(copy->tets == tets->tets);
                CHECK(make_surface(alone.bodies[i].shape).vertices ==
                      make_surface(scene.bodies[i].shape).vertices);
            }
        }
        CHECK(solids > 0);
    }
}

TEST_CASE("a variant takes from the scene what it does not say", "[scene]") {
    const TestCase scene = make_field_case("h19_heavy_box_on_light_box");
    REQUIRE(scene.variants.size() == 3);
    const TestCase& variant = scene.variants[2];
    CHECK(variant.id == "ratio_1000");
    CHECK(variant.bodies[2].density == 2e6);
    CHECK(variant.bodies[2].world_from_shape.translation == Vec3(0, 0.75, 0));
    CHECK(variant.bodies[1].density == 2000.0);
    CHECK_FALSE(variant.own_reference);
    CHECK(variant.reference.size() == 2);
    CHECK(variant.simulate->forces[1].normal_force == 2455000.0);
    CHECK(scene.simulate->forces[1].normal_force == 245500.0);
    CHECK(make_field_case("h20_flush_cubes_far_away_gap").variants[0].own_reference);
}

TEST_CASE("a tie of the handed scenes arrives as two answers", "[scene]") {
    const TestCase scene = read_scene(TOUCHSTONE_FIELD_FOLDER "/h03_cube_centred_in_plate.json");
    const PairReference& pair = scene.reference.at(0);
    REQUIRE(pair.answers.size() == 2);
    CHECK(pair.answers[1].normals == std::vector<Vec3>{-Vec3::UnitZ()});
    CHECK(pair.answers[1].area == 0.16);
    CHECK(pair.answers[1].separation == std::array{-0.25, -0.25});
    CHECK(pair.position_tolerance == 0.13);
}

TEST_CASE("the written text is laid out for readers", "[scene]") {
    TestCase scene = load_test_case("sliding_spike", BodyOrder::LowerFirst);
    scene.bodies.pop_back();
    scene.reference.clear();
    CHECK(write_scene(scene) == R"({
  "schema": "touchstone-scene-1",
  "name": "sliding_spike",
  "title": "Sliding spike",
  "source": "Erleben [2018], Table 4",
  "gravity": [0, -9.82, 0],
  "friction": 0.5,
  "query": {"pose": "half-step", "time_step": 0.01},
  "bodies": [
    {
      "name": "ground",
      "shape": {"box": {"size": [20, 2, 20]}},
      "position": [0, -1, 0],
      "fixed": true
    }
  ]
}
)");
}

TEST_CASE("write_scene refuses what the format cannot hold", "[scene]") {
    struct Row {
        const char* what;
        void (*spoil)(TestCase&);
        const char* message;
    };
    const std::vector<Row> rows = {
        {"NaN", [](TestCase& c) { c.bodies[1].world_from_shape.translation.x() = kUnset; },
         "/bodies/1/position: expected three numbers"},
        {"infinity", [](TestCase& c) { c.gravity.y() = -kInfinity; }, "/gravity: expected"},
        {"a rotation that is not unit",
         [](TestCase& c) { c.bodies[0].world_from_shape.rotation.w() = 1.0 + 1e-14; },
         "unit length"},
        {"a normal that is not unit",
         [](TestCase& c) { c.reference[0].answers[0].normals[0] *= 1.0 + 1e-14; }, "unit length"},
        {"two bodies of one name", [](TestCase& c) { c.bodies[1].name = c.bodies[0].name; },
         "/bodies/1/name"},
        {"a name of two lines", [](TestCase& c) { c.id = "a\nb"; }, "/name: expected one line"},
        {"no name", [](TestCase& c) { c.id = ""; }, "/name"},
        {"text that is not UTF-8", [](TestCase& c) { c.title = "\xff"; }, "not valid JSON"},
        {"a reference to no body", [](TestCase& c) { c.reference[0].body_b = 2; }, "body 2"},
        {"a reference to one body twice", [](TestCase& c) { c.reference[0].body_b = 0; },
         "/expected/0"},
        {"a pair without answers", [](TestCase& c) { c.reference[0].answers.clear(); },
         "/expected/0/answers"},
        {"answers beside none", [](TestCase& c) { c.reference[0].none = true; }, "exactly one of"},
        {"a pair twice", [](TestCase& c) { c.reference.push_back(c.reference[0]); }, "/expected/1"},
        {"no density", [](TestCase& c) { c.bodies[1].density = 0.0; }, "/bodies/1/density"},
        {"switches out of the list", [](TestCase& c) { c.bodies[0].tetgen_switches = "pV"; },
         "/bodies/0/tetgen"},
        {"a shape never set", [](TestCase& c) { c.bodies[0].shape = CylinderShape{}; },
         "/bodies/0/shape/cylinder/radius"},
        {"no bodies", [](TestCase& c) { c.bodies.clear(), c.reference.clear(); }, "/bodies"},
        {"no time", [](TestCase& c) { c.time_step = 0.0; }, "/query/time_step"},
    };
    for (const Row& row : rows) {
        INFO(row.what);
        TestCase scene = load_test_case("spikes", BodyOrder::LowerFirst);
        row.spoil(scene);
        CHECK_THROWS_AS(write_scene(scene), FileError);
        CHECK_THROWS_WITH(write_scene(scene), Catch::Contains(row.message));
    }
}

TEST_CASE("read_scene names the file that it cannot read", "[scene]") {
    const testing::TemporaryFolder folder;
    const std::string missing = (folder.path() / "missing.json").string();
    CHECK_THROWS_AS(read_scene(missing), FileError);
    CHECK_THROWS_WITH(read_scene(missing), Catch::StartsWith(missing + ": cannot be read"));
    CHECK_THROWS_AS(read_scene(folder.path()), FileError);
    CHECK_THROWS_WITH(read_scene(folder.path()),
                      Catch::StartsWith(folder.path().string() + ": is a folder"));
}

TEST_CASE("a file of another kind is told by its schema", "[scene]") {
    const std::string path = TOUCHSTONE_FIELD_FOLDER "/h18_stack_of_five_cubes.json";
    std::string text = testing::file_text(path);
    text.replace(text.find("scene-1"), 7, "scene-2");
    CHECK_THROWS_WITH(
        parse_scene(text, "f"),
        "f:2: /schema: expected \"touchstone-scene-1\", found \"touchstone-scene-2\"");
}

}  // namespace touchstone
