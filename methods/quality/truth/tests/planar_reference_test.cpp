#include "methods/quality/truth/planar_reference.h"

#include <array>

#include "methods/mesh/shapes.h"
#include "methods/quality/judge.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

PlanarRegion make_square(double x, double y, double z, double size) {
    PlanarRegion region;
    region.area = size * size;
    region.corners = {{x, y, z}, {x + size, y, z}, {x + size, y + size, z}, {x, y + size, z}};
    region.normal = Vec3::UnitZ();
    region.separation = {-0.25, 0.5};
    return region;
}

ContactPoint make_contact(const Vec3& position, const Vec3& normal) {
    ContactPoint contact;
    contact.position = position;
    contact.normal = normal;
    contact.separation = 0.0;
    contact.body_a = 0;
    contact.body_b = 1;
    return contact;
}

Reference ask_for(std::optional<double> gap = std::nullopt) {
    PairReference pair;
    pair.body_a = 0;
    pair.body_b = 1;
    pair.planar_regions = PlanarTruth{gap};
    return {pair};
}

}  // namespace

TEST_CASE("make_answer of one convex region is the region", "[quality]") {
    const std::array regions{make_square(0, 0, 1, 2)};
    const Answer answer = make_answer(regions);
    REQUIRE(answer.normals.size() == 1);
    CHECK(answer.normals[0] == Vec3::UnitZ());
    CHECK(answer.min_contacts == 4);
    CHECK(answer.area == 4.0);
    CHECK_FALSE(answer.hull_area.has_value());
    CHECK(answer.points.size() == 4);
    CHECK(*answer.separation == std::array{-0.25, 0.5});
}

TEST_CASE("make_answer spans regions of one normal together", "[quality]") {
    const std::array feet{make_square(0, 0, 1, 1), make_square(3, 0, 1, 1)};
    const Answer two = make_answer(feet);
    CHECK(two.area == 2.0);
    CHECK(*two.hull_area == Approx(4.0));
    CHECK(two.min_contacts == 4);
    CHECK(two.points.size() == 8);

    const std::array steps{make_square(0, 0, 1, 1), make_square(1, 0, 2, 1)};
    const Answer stairs = make_answer(steps);
    CHECK(stairs.area == 2.0);
    CHECK_FALSE(stairs.hull_area.has_value());  // along z they fill their hull
    CHECK(stairs.min_contacts == 4);
    CHECK(stairs.points.empty());  // no plane holds them

    std::array corner{make_square(0, 0, 1, 1), make_square(0, 0, 1, 1)};
    corner[1].normal = Vec3::UnitX();
    corner[1].corners = {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}};
    const Answer both = make_answer(corner);
    CHECK(both.normals.size() == 2);
    CHECK(both.min_contacts == 8);
    CHECK(both.area == 2.0);
}

TEST_CASE("with_planar_truth judges contacts without a written answer", "[quality]") {
    const std::array surfaces{make_box({4, 4, 1}), make_box({1, 1, 1})};
    const std::array poses{Pose{}, Pose{Quat::Identity(), {0, 0, 1.0}}};
    const Reference truth = with_planar_truth(ask_for(), surfaces, poses);
    REQUIRE(truth.size() == 1);
    CHECK(truth[0].why_unknown.empty());

    std::vector<ContactPoint> contacts;
    for (const auto& [x, y] : {std::array{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
        contacts.push_back(make_contact({x, y, 0.5}, Vec3::UnitZ()));
    }
    Judgement judgement = judge(contacts, truth);
    CHECK(judgement.correct == 4);
    CHECK(judgement.met_normals == 1);
    CHECK(judgement.min_contacts == 4);
    CHECK(judgement.pairs[0].area_is_right == true);

    contacts.resize(3);
    contacts[0].normal = Vec3::UnitX();
    judgement = judge(contacts, truth);
    CHECK(judgement.correct == 2);
    CHECK(judgement.pairs[0].area_is_right == false);
}

TEST_CASE("with_planar_truth judges nothing where the truth cannot be told", "[quality]") {
    const std::array surfaces{make_box({4, 4, 1}), make_box({1, 1, 1})};
    const std::array poses{Pose{}, Pose{Quat::Identity(), {0, 0, 1.25}}};
    const Reference unknown = with_planar_truth(ask_for(), surfaces, poses);
    CHECK_THAT(unknown[0].why_unknown, Catch::Contains("apart"));
    CHECK(unknown[0].answers.empty());
    const std::array contacts{make_contact({0, 0, 0.5}, Vec3::UnitZ())};
    const Judgement judgement = judge(contacts, unknown);
    CHECK(judgement.verdicts[0].kind == VerdictKind::NotJudged);

    // The gap is the asker's to say, and a point on either surface is then well placed.
    const Reference wide = with_planar_truth(ask_for(0.25), surfaces, poses);
    CHECK(wide[0].why_unknown.empty());
    CHECK(wide[0].position_tolerance == 0.125);
    CHECK((*wide[0].answers[0].separation)[0] == Approx(0.25));
}

}  // namespace touchstone
