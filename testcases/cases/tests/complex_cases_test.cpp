#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <string>

#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"
#include "testcases/cases/tests/masonry_answers.h"
#include "testcases/cases/tests/world_vertices.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {
namespace {

using testing::center_of_mass;
using testing::degrees;
using testing::distance_outside;
using testing::find_pair;
using testing::kTurnedRounding;
using testing::load;
using testing::perfect_contacts;
using testing::total_area;
using testing::total_contacts;
using testing::world_vertices;

/// Counts the pairs that share an area.
int count_joints(const TestCase& test_case) {
    return static_cast<int>(std::ranges::count_if(
        test_case.reference, [](const PairReference& pair) { return !pair.none_is_right; }));
}

const std::array<std::string, 16> kScenes{"pillar",
                                          "pillar:sides=8",
                                          "pillar:height=7,width=2,segments=5,sides=5",
                                          "wall",
                                          "wall:layers=3,span=2",
                                          "wall:layers=2,span=1,brick_width=0.3",
                                          "arch",
                                          "arch:slices=5",
                                          "arch:slices=2,segments=1,inner_radius=1,depth=0.3",
                                          "tower",
                                          "tower:wedges=1",
                                          "tower:slices=5,rings=3,wedges=1,inner_radius=1",
                                          "dome",
                                          "dome:slices=3,segments=2,opening=30",
                                          "stack",
                                          "stack:twist=0,boxes=3"};

}  // namespace

TEST_CASE("each region's corners lie on both of its bodies, and the bodies on its two sides",
          "[complex]") {
    const TestCase scene = load(GENERATE(from_range(kScenes)));
    CAPTURE(scene.id);
    REQUIRE(!scene.reference.empty());
    for (const PairReference& pair : scene.reference) {
        const BodySetup& a = scene.bodies.at(pair.body_a);
        const BodySetup& b = scene.bodies.at(pair.body_b);
        CAPTURE(a.name, b.name);
        for (const Answer& answer : pair.answers) {
            REQUIRE(answer.normals.size() == 1);
            const Vec3& normal = answer.normals[0];
            CHECK(normal.norm() == Approx(1.0).epsilon(1e-15));
            CHECK(answer.min_contacts == std::ssize(answer.points));
            for (const Vec3& point : answer.points) {
                CHECK(std::abs(distance_outside(a, point)) <= kTurnedRounding);
                CHECK(std::abs(distance_outside(b, point)) <= kTurnedRounding);
            }
            const double plane = normal.dot(answer.points[0]);
            for (const Vec3& vertex : world_vertices(a)) {
                CHECK(normal.dot(vertex) <= plane + kTurnedRounding);
            }
            for (const Vec3& vertex : world_vertices(b)) {
                CHECK(normal.dot(vertex) >= plane - kTurnedRounding);
            }
        }
    }
}

TEST_CASE("bodies that no pair names are apart", "[complex]") {
    const TestCase scene = load(GENERATE(from_range(kScenes)));
    CAPTURE(scene.id);
    std::set<std::pair<int, int>> named;
    for (const PairReference& pair : scene.reference) {
        CHECK(pair.body_a != pair.body_b);
        CHECK(named.insert(std::minmax(pair.body_a, pair.body_b)).second);
    }
    // For these stones the planes of their faces decide.
    const int count = static_cast<int>(std::ssize(scene.bodies));
    for (int i = 0; i < count; ++i) {
        const std::vector<Vec3> of_i = world_vertices(scene.bodies[i]);
        for (int j = i + 1; j < count; ++j) {
            if (named.contains({i, j})) {
                continue;
            }
            const std::vector<Vec3> of_j = world_vertices(scene.bodies[j]);
            std::vector<Vec3> axes;
            for (const int body : {i, j}) {
                const SurfaceMesh surface = make_surface(scene.bodies[body].shape);
                const std::vector<Vec3>& v = body == i ? of_i : of_j;
                for (const auto& [p, q, r] : surface.triangles) {
                    axes.push_back((v[q] - v[p]).cross(v[r] - v[p]).normalized());
                }
            }
            double widest = -1e300;
            for (const Vec3& axis : axes) {
                double low_i = 1e300;
                double high_i = -1e300;
                double low_j = 1e300;
                double high_j = -1e300;
                for (const Vec3& v : of_i) {
                    low_i = std::min(low_i, axis.dot(v));
                    high_i = std::max(high_i, axis.dot(v));
                }
                for (const Vec3& v : of_j) {
                    low_j = std::min(low_j, axis.dot(v));
                    high_j = std::max(high_j, axis.dot(v));
                }
                widest = std::max({widest, low_i - high_j, low_j - high_i});
            }
            CAPTURE(scene.bodies[i].name, scene.bodies[j].name);
            CHECK(widest > 1e-3);
        }
    }
}

TEST_CASE("perfect contacts score perfectly in every scene", "[complex]") {
    const TestCase scene = load(GENERATE(from_range(kScenes)));
    CAPTURE(scene.id);
    const std::vector<ContactPoint> contacts = perfect_contacts(scene);
    const Judgement judgement = judge(contacts, scene.reference);
    CHECK(quality(judgement) == 1.0);
    CHECK(coverage(judgement) == 1.0);
    CHECK(excess(judgement) == 1.0);
    CHECK(position_score(judgement) == 1.0);
    CHECK(area_coverage(judgement).value() == Approx(1.0).epsilon(1e-12));
    CHECK(normal_alignment(judgement).value() == Approx(1.0).epsilon(1e-15));
    CHECK(judgement.known_area.value() == Approx(total_area(scene)));
}

TEST_CASE("masonry is at rest, of the study's density and on a fixed ground", "[complex]") {
    const TestCase scene = load(GENERATE(from_range(kScenes)));
    CAPTURE(scene.id);
    CHECK(scene.pose == QueryPose::HalfStep);
    CHECK(scene.friction == 0.5);
    std::set<std::string> names;
    double lowest = 1e300;
    for (int i = 0; i < std::ssize(scene.bodies); ++i) {
        const BodySetup& body = scene.bodies[i];
        CHECK(body.fixed == (i == 0));
        CHECK(body.density == 2000.0);
        CHECK(body.linear_velocity == Vec3::Zero());
        CHECK(names.insert(body.name).second);
        CHECK_NOTHROW(validate(make_surface(body.shape)));
        for (const Vec3& vertex : world_vertices(body)) {
            lowest = i == 0 ? lowest : std::min(lowest, vertex.y());
        }
    }
    CHECK(lowest == Approx(0.0).margin(kTurnedRounding));
}

TEST_CASE("the pillar has seven regions that 40 contacts span", "[complex]") {
    const TestCase pillar = load("pillar");
    CHECK(pillar.reference.size() == 7);
    CHECK(total_contacts(pillar) == 40);
    const auto hexagon = [](double radius) { return 1.5 * std::sqrt(3.0) * radius * radius; };
    const std::array<double, 7> areas{0.25,
                                      hexagon(0.25),
                                      hexagon(0.2),
                                      hexagon(0.25 * (0.8 - 0.2 / 3.0)),
                                      hexagon(0.25 * (0.8 - 0.4 / 3.0)),
                                      hexagon(0.15),
                                      hexagon(0.25)};
    for (int i = 0; i < 7; ++i) {
        const PairReference* const pair = find_pair(pillar, i, i + 1);
        REQUIRE(pair);
        CHECK(pair->answers[0].normals[0] == Vec3::UnitY());
        CHECK(pair->answers[0].area.value() == Approx(areas[i]).epsilon(1e-12));
    }
}

TEST_CASE("the pillar's answers follow its parameters", "[complex]") {
    const int sides = GENERATE(3, 4, 7, 8, 256);
    const int segments = GENERATE(1, 4);
    const TestCase pillar =
        load("pillar:segments=" + std::to_string(segments) + ",sides=" + std::to_string(sides));
    CHECK(std::ssize(pillar.bodies) == 5 + segments);
    CHECK(total_contacts(pillar) == 4 + sides * (3 + segments));
    const double area = 0.5 * sides * std::sin(2.0 * std::numbers::pi / sides) * 0.0625;
    CHECK(find_pair(pillar, 1, 2)->answers[0].area.value() == Approx(area).epsilon(1e-12));
}

TEST_CASE("the stack's regions are octagons of known area", "[complex]") {
    const double twist = GENERATE(-25.0, 10.0, 25.0, 45.0, 100.0);
    const TestCase stack = load("stack:size=2,twist=" + std::to_string(twist));
    REQUIRE(stack.reference.size() == 5);
    CHECK(stack.reference[0].answers[0].area.value() == Approx(4.0));
    const double angle = std::abs(degrees(twist));
    const double share = 2.0 / (1.0 + std::abs(std::sin(angle)) + std::abs(std::cos(angle)));
    for (int i = 1; i < 5; ++i) {
        CHECK(stack.reference[i].answers[0].area.value() == Approx(4.0 * share).epsilon(1e-12));
        CHECK(stack.reference[i].answers[0].min_contacts == 8);
    }
    const Vec3 turned = stack.bodies[2].world_from_shape.rotation * Vec3::UnitX();
    CHECK(std::atan2(-turned.z(), turned.x()) == Approx(degrees(twist)));
}

TEST_CASE("a stack that is turned by a quarter or not at all has square regions", "[complex]") {
    const std::string twist = GENERATE("0", "90", "-180");
    const TestCase stack = load("stack:twist=" + twist);
    CHECK(total_contacts(stack) == 20);
    CHECK(total_area(stack) == Approx(5.0).epsilon(1e-12));
}

TEST_CASE("the tower of boxes has the study's stones", "[complex]") {
    const TestCase tower = load("tower");
    CHECK(tower.bodies.size() == 49);
    CHECK(tower.reference.size() == 12 + 3 * 24);
    const double half = std::numbers::pi / 12;
    const Vec3 size = std::get<BoxShape>(tower.bodies[1].shape).size;
    CHECK(size.isApprox(Vec3(0.5 * std::cos(half), 0.75, 1.9 * 2.5 * std::sin(half))));
    // The next ring is half a stone ahead.
    const Vec3 first = center_of_mass(tower.bodies[1]);
    const Vec3 above = center_of_mass(tower.bodies[13]);
    CHECK(std::atan2(-first.z(), first.x()) == Approx(0.0).margin(1e-15));
    CHECK(std::atan2(-above.z(), above.x()) == Approx(half));
    // By symmetry all joints between rings are alike.
    for (std::size_t i = 12; i < tower.reference.size(); ++i) {
        CHECK(tower.reference[i].answers[0].area.value() ==
              Approx(tower.reference[12].answers[0].area.value()).epsilon(1e-12));
    }
}

TEST_CASE("the tower of wedges closes its rings", "[complex]") {
    const TestCase tower = load("tower:wedges=1");
    CHECK(tower.bodies.size() == 49);
    CHECK(tower.reference.size() == 12 + 4 * 12 + 3 * 24);
    // Side joints: the wall's thickness times the ring's height.
    const PairReference* const side = find_pair(tower, 12, 1);
    REQUIRE(side);
    CHECK(side->answers[0].area.value() == Approx(0.5 * 0.75).epsilon(1e-12));
    // Stones of two rings overlap in half a stone's angle h. Seen from the axis, the nearer of the
    // two outer chords and the farther of the two inner ones bound the overlap: two right triangles
    // of angle h/2 each, minus two triangles between h/2 and h.
    const double h = std::numbers::pi / 12;
    const double nearer = std::pow(3.0 * std::cos(h), 2) * std::tan(h / 2.0);
    const double farther = std::pow(2.5 * std::cos(h), 2) * (std::tan(h) - std::tan(h / 2.0));
    const PairReference* const joint = find_pair(tower, 1, 13);
    REQUIRE(joint);
    CHECK(joint->answers[0].min_contacts == 6);
    CHECK(joint->answers[0].area.value() == Approx(nearer - farther).epsilon(1e-12));
}

TEST_CASE("the dome's joints have the areas of their trapezoids", "[complex]") {
    const TestCase dome = load("dome");
    CHECK(dome.bodies.size() == 81);
    CHECK(count_joints(dome) == 10 + 8 * 10 + 7 * 10);
    CHECK(dome.reference.size() == 10 + 8 * 10 + 7 * 10 + 2 * 7 * 10);
    const auto trapezoid = [](double elevation) {
        // Spanned by two rays from the centre to the corners, which include this angle.
        const Vec3 a(std::cos(elevation) * std::cos(degrees(18)), std::sin(elevation),
                     std::cos(elevation) * std::sin(degrees(18)));
        const Vec3 b = a.cwiseProduct(Vec3(1, 1, -1));
        return 0.5 * (9.0 - 6.25) * a.cross(b).norm();
    };
    CHECK(find_pair(dome, 0, 1)->answers[0].area.value() == Approx(trapezoid(0.0)));
    CHECK(find_pair(dome, 1, 11)->answers[0].area.value() == Approx(trapezoid(degrees(10))));
    CHECK(find_pair(dome, 61, 71)->answers[0].area.value() == Approx(trapezoid(degrees(70))));
    // Sideways: the sector between two elevations, with straight chords.
    CHECK(find_pair(dome, 1, 2)->answers[0].area.value() ==
          Approx(0.5 * (9.0 - 6.25) * std::sin(degrees(10))));
}

TEST_CASE("contacts at an edge that two stones of the dome share are right or left out",
          "[complex]") {
    const TestCase dome = load("dome");
    const PairReference* const edge = find_pair(dome, 1, 12);
    REQUIRE(edge);
    CHECK(edge->none_is_right);
    REQUIRE(edge->answers.size() == 2);
    std::vector<ContactPoint> contacts = perfect_contacts(dome);
    for (const Answer& answer : edge->answers) {
        ContactPoint contact;
        contact.position = answer.points[0];
        contact.normal = answer.normals[0];
        contact.body_a = 1;
        contact.body_b = 12;
        contacts.push_back(contact);
        const Judgement one = judge(contacts, dome.reference);
        CHECK(quality(one) == 1.0);
        CHECK(coverage(one) == 1.0);
        contacts.back().normal = Vec3(1, 0, 0);
        CHECK(quality(judge(contacts, dome.reference)).value() < 1.0);
        contacts.pop_back();
    }
}

}  // namespace touchstone
