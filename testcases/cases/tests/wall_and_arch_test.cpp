#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"
#include "testcases/cases/tests/masonry_answers.h"

namespace touchstone {
namespace {

using testing::body_mass;
using testing::center_of_mass;
using testing::degrees;
using testing::distance_outside;
using testing::find_pair;
using testing::kTurnedRounding;
using testing::load;
using testing::perfect_contacts;
using testing::total_area;
using testing::total_contacts;

}  // namespace

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

}  // namespace touchstone
