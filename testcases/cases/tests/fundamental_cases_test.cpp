#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "methods/mesh/mass_properties.h"
#include "methods/testing/catch.h"
#include "rigid_solver/body_motion.h"
#include "testcases/cases/tests/world_vertices.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {
namespace {

using testing::world_vertices;

constexpr double kRounding = 1e-14;  // rounding of a normalised cross
                                     // product, and of points of size 1

using Corners = std::array<Vec3, 3>;

/// Returns the first ten cases; registry_test.cpp makes sure that these are the ones.
std::span<const TestCaseEntry> fundamental_cases() { return all_test_cases().first(10); }

/// A fundamental case with its bodies by role, whatever their order.
struct Scene {
    TestCase test_case;
    BodySetup lower;
    BodySetup upper;
    Answer answer;
};

Scene make_scene(const TestCaseEntry& entry, BodyOrder order) {
    Scene scene;
    scene.test_case = make_test_case(entry, order);
    REQUIRE(scene.test_case.bodies.size() == 2);
    REQUIRE(scene.test_case.reference.size() == 1);
    const PairReference& pair = scene.test_case.reference[0];
    scene.lower = scene.test_case.bodies.at(pair.body_a);
    scene.upper = scene.test_case.bodies.at(pair.body_b);
    REQUIRE(pair.answers.size() == 1);
    scene.answer = pair.answers[0];
    return scene;
}

Vec3 unit_normal(const Corners& c) { return (c[1] - c[0]).cross(c[2] - c[0]).normalized(); }

bool contains(const Corners& c, const Vec3& point) {
    const Vec3 normal = unit_normal(c);
    bool inside = std::abs(normal.dot(point - c[0])) <= kRounding;
    for (int i = 0; i < 3; ++i) {
        inside &= normal.dot((c[(i + 1) % 3] - c[i]).cross(point - c[i])) >= -kRounding;
    }
    return inside;
}

bool has_direction(const std::vector<Vec3>& directions, const Vec3& direction) {
    return std::ranges::any_of(directions,
                               [&](const Vec3& d) { return (d - direction).norm() <= kRounding; });
}

/// Returns the distinct normals of the body's faces that contain the point. World frame.
std::vector<Vec3> normals_at(const BodySetup& body, const Vec3& point) {
    const std::vector<Vec3> vertices = world_vertices(body);
    std::vector<Vec3> normals;
    for (const Triangle& t : make_surface(body.shape).triangles) {
        const Corners corners = {vertices[t[0]], vertices[t[1]], vertices[t[2]]};
        const Vec3 normal = unit_normal(corners);
        if (contains(corners, point) && !has_direction(normals, normal)) {
            normals.push_back(normal);
        }
    }
    return normals;
}

Vec3 mean(const std::vector<Vec3>& points) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& point : points) {
        sum += point;
    }
    return sum / static_cast<double>(points.size());
}

}  // namespace

TEST_CASE("the fundamental cases ask for what Table 4 prints") {
    struct Row {
        std::vector<Vec3> normals;
        int min_contacts;
        bool kinematic;
    };
    const double a = std::sqrt(2.0) / 2.0;
    const double b = 1.0 / std::sqrt(10.0);
    const double c = 3.0 / std::sqrt(10.0);
    const std::map<std::string, Row> table4 = {
        {"spike_in_crack", {{{a, a, 0}, {-a, a, 0}}, 2, false}},
        {"spike_in_hole", {{{0, a, a}, {0, a, -a}, {a, a, 0}, {-a, a, 0}}, 4, false}},
        {"wedge_in_crack", {{{a, a, 0}, {-a, a, 0}}, 4, false}},
        {"sliding_spike", {{Vec3::UnitY()}, 1, false}},
        {"sliding_wedge", {{Vec3::UnitY()}, 2, false}},
        {"spikes", {{Vec3(c, b, 0)}, 1, true}},
        {"spike_and_wedge", {{Vec3(c, b, 0)}, 1, true}},
        {"wedges", {{Vec3(-c, b, 0)}, 2, true}},
        {"cliff_edges", {{Vec3::UnitY()}, 4, false}},
        {"internal_edges", {{Vec3::UnitY()}, 4, false}},
    };
    REQUIRE(table4.size() == fundamental_cases().size());
    const BodyOrder order = GENERATE(BodyOrder::LowerFirst, BodyOrder::Creation);
    for (const TestCaseEntry& entry : fundamental_cases()) {
        INFO(entry.id);
        const Row& row = table4.at(entry.id);
        const Scene scene = make_scene(entry, order);
        REQUIRE(scene.answer.normals.size() == row.normals.size());
        for (const Vec3& normal : row.normals) {
            CHECK(has_direction(scene.answer.normals, normal));
        }
        CHECK(scene.answer.min_contacts == row.min_contacts);
        const PairReference& pair = scene.test_case.reference[0];
        CHECK(pair.kinematic == row.kinematic);
        CHECK(pair.angle_tolerance == 1.0);
        CHECK(pair.position_tolerance == 0.02);
    }
}

TEST_CASE("the expected points are corners of the upper body on the surface of the lower one") {
    for (const TestCaseEntry& entry : fundamental_cases()) {
        INFO(entry.id);
        const Scene scene = make_scene(entry, BodyOrder::LowerFirst);
        const std::vector<Vec3> corners = world_vertices(scene.upper);
        REQUIRE_FALSE(scene.answer.points.empty());
        for (const Vec3& point : scene.answer.points) {
            // Exactly, since the turned bodies must not be rounded.
            CHECK(std::ranges::find(corners, point) != corners.end());
            CHECK_FALSE(normals_at(scene.lower, point).empty());
        }
    }
}

TEST_CASE("the upper body touches the lower one only where points are expected") {
    for (const TestCaseEntry& entry : fundamental_cases()) {
        INFO(entry.id);
        const Scene scene = make_scene(entry, BodyOrder::LowerFirst);
        for (const Vec3& corner : world_vertices(scene.upper)) {
            const bool touches = !normals_at(scene.lower, corner).empty();
            const auto& points = scene.answer.points;
            CHECK(touches == (std::ranges::find(points, corner) != points.end()));
        }
    }
}

TEST_CASE("the expected normals are those of the lower body's faces at the contact") {
    for (const TestCaseEntry& entry : fundamental_cases()) {
        INFO(entry.id);
        const Scene scene = make_scene(entry, BodyOrder::LowerFirst);
        // The middle of the contact is clear of the end faces, which the wedge's ridge also
        // touches.
        const std::vector<Vec3> walls = normals_at(scene.lower, mean(scene.answer.points));
        for (const Vec3& normal : scene.answer.normals) {
            CHECK(normal.norm() == Approx(1.0).epsilon(kRounding));
            CHECK(has_direction(walls, normal));
        }
        if (!scene.test_case.reference[0].kinematic) {
            CHECK(scene.answer.normals.size() == walls.size());
            continue;
        }
        // The moving tip is soon inside all faces; the nearest is the one that it enters most
        // slowly.
        const Vec3& velocity = scene.upper.linear_velocity;
        const double rate = scene.answer.normals[0].dot(velocity);
        CHECK(rate < 0.0);
        for (const Vec3& wall : walls) {
            CHECK((has_direction(scene.answer.normals, wall) || wall.dot(velocity) < rate));
        }
    }
}

TEST_CASE("the half step moves the upper body by the study's amounts") {
    const std::map<std::string, Vec3> steps = {
        {"spike_in_crack", {0.004, 0, 0}},       {"spike_in_hole", {0.004, 0, 0}},
        {"wedge_in_crack", {0.004, 0, 0}},       {"sliding_spike", {-0.012, 0, 0}},
        {"sliding_wedge", {0.012, 0, 0}},        {"spikes", {0.006, -0.024, 0}},
        {"spike_and_wedge", {0.006, -0.024, 0}}, {"wedges", {-0.006, -0.024, 0}},
        {"cliff_edges", Vec3::Zero()},           {"internal_edges", Vec3::Zero()},
    };
    for (const TestCaseEntry& entry : fundamental_cases()) {
        INFO(entry.id);
        const Scene scene = make_scene(entry, BodyOrder::LowerFirst);
        CHECK(scene.test_case.pose == QueryPose::HalfStep);
        CHECK(scene.test_case.time_step == 0.01);
        const BodyState state = {
            .world_from_body = scene.upper.world_from_shape,
            .center_of_mass = mass_properties(make_surface(scene.upper.shape)).center_of_mass,
            .linear_velocity = scene.upper.linear_velocity,
            .angular_velocity = scene.upper.angular_velocity};
        const Pose moved = advance(state, scene.test_case.time_step / 2.0);
        const Vec3 step = moved.translation - scene.upper.world_from_shape.translation;
        CHECK((step - steps.at(entry.id)).norm() <= kRounding);
        CHECK(scene.lower.linear_velocity == Vec3::Zero());
    }
}

TEST_CASE("the fundamental cases rest on a fixed lower body in either order") {
    const std::vector<std::string> upper_is_made_first = {
        "spike_in_crack", "spike_in_hole", "wedge_in_crack", "spikes", "spike_and_wedge", "wedges"};
    for (const TestCaseEntry& entry : fundamental_cases()) {
        INFO(entry.id);
        const Scene lower_first = make_scene(entry, BodyOrder::LowerFirst);
        const Scene creation = make_scene(entry, BodyOrder::Creation);
        CHECK(lower_first.test_case.bodies[0].fixed);
        CHECK_FALSE(lower_first.test_case.bodies[1].fixed);
        const bool swapped = !creation.test_case.bodies[0].fixed;
        CHECK(swapped ==
              (std::ranges::find(upper_is_made_first, entry.id) != upper_is_made_first.end()));
        CHECK(creation.lower.name == lower_first.lower.name);
        CHECK(creation.lower.fixed);
        CHECK(creation.answer.normals == lower_first.answer.normals);
        CHECK(creation.test_case.bodies[0].name ==
              (swapped ? lower_first.upper : lower_first.lower).name);
    }
}

TEST_CASE("only crack and hole are meshed without a quality bound") {
    for (const TestCaseEntry& entry : fundamental_cases()) {
        for (const BodySetup& body : make_test_case(entry, BodyOrder::LowerFirst).bodies) {
            INFO(entry.id << " " << body.name);
            const bool is_concave = body.name == "crack" || body.name == "hole";
            CHECK(body.tetgen_switches == (is_concave ? "pQ" : "pYq2Q"));
            CHECK(body.density == 2000.0);
        }
    }
}

TEST_CASE("the ground of the sliding cases is 20 x 2 x 20 m and ends at y = 0") {
    const std::string id = GENERATE("sliding_spike", "sliding_wedge");
    const BodySetup ground = load_test_case(id, BodyOrder::LowerFirst).bodies[0];
    REQUIRE(std::holds_alternative<BoxShape>(ground.shape));
    CHECK(std::get<BoxShape>(ground.shape).size == Vec3(20.0, 2.0, 20.0));
    CHECK(ground.world_from_shape.translation == Vec3(0.0, -1.0, 0.0));
}

}  // namespace touchstone
