#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <string>

#include "methods/mesh/mass_properties.h"
#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"
#include "testcases/cases/tests/world_vertices.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {
namespace {

using testing::world_vertices;

constexpr double kTurnedRounding = 1e-13;  // rounding error of rotated coordinates of size 10 [m]

TestCase load(const std::string& name) { return load_test_case(name, BodyOrder::Creation); }

double degrees(double angle) { return angle * std::numbers::pi / 180.0; }

MassProperties body_mass(const BodySetup& body) {
    return mass_properties(make_surface(body.shape));
}

Vec3 center_of_mass(const BodySetup& body) {
    return body.world_from_shape * body_mass(body).center_of_mass;
}

/// Returns the distance of the point outside the convex body; negative inside [m].
double distance_outside(const BodySetup& body, const Vec3& point) {
    const SurfaceMesh surface = make_surface(body.shape);
    const std::vector<Vec3> vertices = world_vertices(body);
    double farthest = -1e300;
    for (const auto& [i, j, k] : surface.triangles) {
        const Vec3 normal =
            (vertices[j] - vertices[i]).cross(vertices[k] - vertices[i]).normalized();
        farthest = std::max(farthest, normal.dot(point - vertices[i]));
    }
    return farthest;
}

const PairReference* find_pair(const TestCase& test_case, int a, int b) {
    for (const PairReference& pair : test_case.reference) {
        if (pair.body_a == a && pair.body_b == b) {
            return &pair;
        }
    }
    return nullptr;
}

double total_area(const TestCase& test_case) {
    double sum = 0.0;
    for (const PairReference& pair : test_case.reference) {
        sum += pair.answers.at(0).area.value();
    }
    return sum;
}

int total_contacts(const TestCase& test_case) {
    int sum = 0;
    for (const PairReference& pair : test_case.reference) {
        sum += pair.answers.at(0).min_contacts.value();
    }
    return sum;
}

/// Counts the pairs that share an area.
int count_joints(const TestCase& test_case) {
    return static_cast<int>(std::ranges::count_if(
        test_case.reference, [](const PairReference& pair) { return !pair.none_is_right; }));
}

/// Returns the contacts of a perfect generator: one at each corner of each region.
std::vector<ContactPoint> perfect_contacts(const TestCase& test_case) {
    std::vector<ContactPoint> contacts;
    for (const PairReference& pair : test_case.reference) {
        if (pair.none_is_right) {
            continue;
        }
        for (const Vec3& point : pair.answers[0].points) {
            ContactPoint contact;
            contact.position = point;
            contact.normal = pair.answers[0].normals[0];
            contact.separation = 0.0;
            contact.body_a = pair.body_a;
            contact.body_b = pair.body_b;
            contacts.push_back(contact);
        }
    }
    return contacts;
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

TEST_CASE("the wall has the joints and the area of Erleben [2018], Eq. (4)", "[complex]") {
    const TestCase wall = load("wall");
    CHECK(wall.bodies.size() == 81);
    CHECK(wall.reference.size() == 213);
    CHECK(total_area(wall) == Approx(37.59375).epsilon(1e-12));
    CHECK(total_contacts(wall) == 4 * 213);
    std::map<double, int> plateaus;
    for (const PairReference& pair : wall.reference) {
        const Answer& answer = pair.answers[0];
        // Eq. (1), with the tolerance that its comparison of heights needs.
        const double rise = center_of_mass(wall.bodies[pair.body_b]).y() -
                            center_of_mass(wall.bodies[pair.body_a]).y();
        CHECK(answer.normals[0] == (rise < 0.2 ? Vec3::UnitX() : Vec3::UnitY()));
        ++plateaus[std::round(1e9 * answer.area.value()) * 1e-9];
    }
    CHECK(plateaus.size() == 3);
    CHECK(plateaus[0.3125] == 8);
    CHECK(plateaus[0.2] == 70);
    CHECK(plateaus[0.15625] == 135);
}

TEST_CASE("the wall's answers follow its parameters", "[complex]") {
    const int layers = GENERATE(1, 2, 3, 6);
    const int span = GENERATE(1, 2, 5);
    const TestCase wall =
        load("wall:layers=" + std::to_string(layers) + ",span=" + std::to_string(span) +
             ",brick_width=0.5,brick_height=0.25,depth=2");
    CHECK(std::ssize(wall.reference) == span + layers * (span - 1) + (layers - 1) * (2 * span - 1));
    CHECK(total_area(wall) ==
          Approx(span * 1.0 + layers * (span - 1) * 0.5 + (layers - 1) * (2 * span - 1) * 0.5));
}

TEST_CASE("the wall's last brick is balanced exactly on the edge of the brick below", "[complex]") {
    const TestCase wall = load("wall");
    const int last = static_cast<int>(wall.bodies.size()) - 1;
    const BodySetup& brick = wall.bodies[last];
    int bearing = 0;
    Vec3 end = Vec3::Constant(-1e300);
    for (const PairReference& pair : wall.reference) {
        const Answer& answer = pair.answers.at(0);
        if ((pair.body_a == last || pair.body_b == last) &&
            std::abs(answer.normals.at(0).y()) > 0.5) {
            ++bearing;
            for (const Vec3& point : answer.points) {
                end = point.x() > end.x() ? point : end;
            }
        }
    }
    // One joint bears it, and ends right below its centre: coordinates are sums of powers of two,
    // without rounding. So forces from below balance the weight only at that end, and by nothing.
    CHECK(bearing == 1);
    CHECK(brick.world_from_shape.translation.x() == end.x());
    const MassProperties mass = body_mass(brick);
    CHECK(mass.center_of_mass.norm() < 1e-15);
    // A lean outwards takes the centre beyond the end, and grows as that of a pendulum that stands
    // on its head.
    const double height = (center_of_mass(brick) - end).y();
    const double about_end = mass.inertia(2, 2) + mass.volume * height * height;
    CHECK(std::sqrt(mass.volume * 9.81 * height / about_end) == Approx(4.78).epsilon(1e-3));
}

TEST_CASE("a wall without the brick that balances on an edge lacks its two joints", "[complex]") {
    const int layers = GENERATE(2, 3, 10);
    const int span = GENERATE(1, 2, 8);
    const std::string id =
        "wall:layers=" + std::to_string(layers) + ",span=" + std::to_string(span);
    const TestCase whole = load(id);
    const TestCase wall = load(id + ",balanced=0");
    CHECK(wall.bodies.size() + 1 == whole.bodies.size());
    CHECK(wall.reference.size() + (span > 1 ? 2 : 1) == whole.reference.size());
    const Judgement judgement = judge(perfect_contacts(wall), wall.reference);
    CHECK(quality(judgement) == 1.0);
    CHECK(area_coverage(judgement).value() == Approx(1.0).epsilon(1e-9));
}

TEST_CASE("a wall of 100 x 800 bricks is made of the standard bricks",
          "[complex][slow][unsanitized]") {
    const TestCase wall = load("wall:layers=100,span=800");
    CHECK(wall.bodies.size() == 80'001);
    CHECK(wall.reference.size() == 800 + 100 * 799 + 99 * 1599);
    CHECK(std::get<BoxShape>(wall.bodies[1].shape).size == Vec3(0.625, 0.4, 0.5));
    const Judgement judgement = judge(perfect_contacts(wall), wall.reference);
    CHECK(quality(judgement) == 1.0);
    CHECK(area_coverage(judgement).value() == Approx(1.0).epsilon(1e-9));
}

TEST_CASE("the arch has the study's stones", "[complex]") {
    struct Stone {
        double x;
        double y;
        double mass;
    };
    constexpr std::array<Stone, 13> kStones{{{-1.75, 0.333333, 1333.33},
                                             {1.75, 0.333333, 1333.33},
                                             {-1.75, 1.0, 1333.33},
                                             {1.75, 1.0, 1333.33},
                                             {-1.75, 1.666667, 1333.33},
                                             {1.75, 1.666667, 1333.33},
                                             {1.674663, 2.382231, 1518.593},
                                             {1.342975, 3.070987, 1518.593},
                                             {0.745295, 3.547621, 1518.593},
                                             {0.0, 3.717730, 1518.593},
                                             {-0.745295, 3.547621, 1518.593},
                                             {-1.342975, 3.070987, 1518.593},
                                             {-1.674663, 2.382231, 1518.593}}};
    const TestCase arch = load("arch");
    REQUIRE(arch.bodies.size() == kStones.size() + 1);
    for (std::size_t i = 0; i < kStones.size(); ++i) {
        const BodySetup& body = arch.bodies[i + 1];
        CAPTURE(body.name);
        // The printed figures have six decimals.
        CHECK((center_of_mass(body) - Vec3(kStones[i].x, kStones[i].y, 0.0)).norm() < 1e-6);
        CHECK(2000.0 * body_mass(body).volume == Approx(kStones[i].mass).epsilon(1e-5));
    }
    CHECK(body_mass(arch.bodies[10]).volume == Approx(0.7592965).epsilon(1e-7));
    const Vec3 turned = arch.bodies[7].world_from_shape.rotation * Vec3::UnitX();
    CHECK(std::atan2(turned.y(), turned.x()) == Approx(degrees(-77.142857)).epsilon(1e-7));
}

TEST_CASE("the arch has 14 joints of 1 m² with the normals of its joints", "[complex]") {
    const TestCase arch = load("arch");
    REQUIRE(arch.reference.size() == 14);
    for (const PairReference& pair : arch.reference) {
        CHECK(pair.answers[0].area.value() == Approx(1.0).epsilon(1e-12));
        CHECK(pair.answers[0].min_contacts == 4);
    }
    constexpr std::array<std::pair<int, int>, 8> kLevel{
        {{0, 1}, {0, 2}, {1, 3}, {3, 5}, {2, 4}, {4, 6}, {6, 7}, {5, 13}}};
    for (const auto& [a, b] : kLevel) {
        CAPTURE(a, b);
        REQUIRE(find_pair(arch, a, b));
        CHECK(find_pair(arch, a, b)->answers[0].normals[0] == Vec3::UnitY());
    }
    for (int k = 1; k <= 6; ++k) {
        const double angle = std::numbers::pi * k / 7;
        const PairReference* const pair = find_pair(arch, 6 + k, 7 + k);
        REQUIRE(pair);
        CHECK((pair->answers[0].normals[0] - Vec3(-std::sin(angle), std::cos(angle), 0)).norm() <
              1e-15);
    }
}

TEST_CASE("Eq. (6) is right everywhere but at the arch's springings", "[complex]") {
    const TestCase arch = load("arch");
    int off = 0;
    for (const PairReference& pair : arch.reference) {
        const double cosine = pair.answers[0].normals[0].dot(pair.answers[0].paper_normals.at(0));
        if (cosine < 1.0 - 1e-12) {
            ++off;
            CHECK((pair.body_b == 7 || pair.body_b == 13));
            CHECK(cosine == Approx(0.99450).margin(5e-6));
        }
    }
    CHECK(off == 2);
    const Judgement judgement = judge(perfect_contacts(arch), arch.reference);
    CHECK(paper_alignment(judgement).value() == Approx((12 + 2 * 0.99450) / 14).margin(1e-6));
    const std::vector<double> sorted = sorted_alignments(judgement);
    CHECK(sorted.size() == 56);
    CHECK(std::ranges::is_sorted(sorted));
}

TEST_CASE("the arch's answers follow its parameters", "[complex]") {
    const int slices = GENERATE(2, 5, 12);
    const int segments = GENERATE(1, 2);
    const TestCase arch = load("arch:inner_radius=1.25,depth=3,slices=" + std::to_string(slices) +
                               ",segments=" + std::to_string(segments));
    CHECK(std::ssize(arch.bodies) == 1 + 2 * segments + slices);
    CHECK(std::ssize(arch.reference) == 2 * segments + slices + 1);
    CHECK(total_area(arch) == Approx((2 * segments + slices + 1) * 0.75 * 3.0));
}

TEST_CASE("the arch's stones grow into each other, and its answers stay", "[complex]") {
    const TestCase arch = load("arch");
    const TestCase grown = load("arch:growth=0.001");
    REQUIRE(grown.bodies.size() == arch.bodies.size());
    CHECK(grown.reference.size() == arch.reference.size());
    CHECK(total_area(grown) == total_area(arch));
    CHECK(body_mass(grown.bodies[0]).volume == body_mass(arch.bodies[0]).volume);
    for (const PairReference& pair : grown.reference) {
        const Vec3 joint = pair.answers.at(0).points.at(0);
        for (const int body : {pair.body_a, pair.body_b}) {
            CAPTURE(body);
            const double outside = distance_outside(grown.bodies[body], joint);
            CHECK((body == 0 ? std::abs(outside) < kTurnedRounding : outside < -3e-4));
        }
    }
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
