#include "testcases/audit/answer_difference.h"

#include <cmath>
#include <vector>

#include "methods/testing/catch.h"

namespace touchstone {
namespace {

constexpr AnswerTolerance kTolerance{.position = 1e-6, .angle = 0.01, .separation = 1e-6};

ContactPoint contact_at(double x, const Vec3& normal = Vec3::UnitY(), double separation = 0.0) {
    ContactPoint contact;
    contact.position = Vec3(x, 0.5, -0.25);
    contact.normal = normal;
    contact.separation = separation;
    contact.body_a = 0;
    contact.body_b = 1;
    return contact;
}

Vec3 tilted(double degrees) {
    const double angle = degrees * M_PI / 180.0;
    return {std::sin(angle), std::cos(angle), 0.0};
}

}  // namespace

TEST_CASE("the same contacts in another order, with rounding and other features, are the same",
          "[audit]") {
    std::vector<ContactPoint> before{contact_at(0.0), contact_at(1.0), contact_at(2.0)};
    std::vector<ContactPoint> after{contact_at(2.0 + 5e-7), contact_at(0.0),
                                    contact_at(1.0 - 5e-7)};
    after[1].feature_a.vertices[0] = 7;
    CHECK(compare_answers(before, after, kTolerance).none());
    CHECK(compare_answers(after, before, kTolerance).none());
    CHECK(compare_answers({}, {}, kTolerance).none());
}

TEST_CASE("every way to differ is counted by itself", "[audit]") {
    const std::vector<ContactPoint> before{contact_at(0.0), contact_at(1.0), contact_at(2.0),
                                           contact_at(3.0)};
    const std::vector<ContactPoint> after{contact_at(0.0),                        // same
                                          contact_at(1.0, tilted(30.0)),          // turned
                                          contact_at(2.0, Vec3::UnitY(), -1e-3),  // resized
                                          contact_at(3.1), contact_at(4.0)};  // one lost, two new
    const AnswerDifference difference = compare_answers(before, after, kTolerance);
    CHECK(difference.lost == 1);
    CHECK(difference.gained == 2);
    CHECK(difference.turned == 1);
    CHECK(difference.largest_turn == Approx(30.0));
    CHECK(difference.resized == 1);
    CHECK(difference.largest_size_change == Approx(1e-3));
    CHECK_FALSE(difference.none());
}

TEST_CASE("of contacts in one place each finds its own normal", "[audit]") {
    const std::vector<ContactPoint> before{contact_at(0.0, Vec3::UnitX()),
                                           contact_at(0.0, Vec3::UnitY()),
                                           contact_at(0.0, Vec3::UnitZ())};
    const std::vector<ContactPoint> after{before[2], before[0], before[1]};
    CHECK(compare_answers(before, after, kTolerance).none());
    const std::vector<ContactPoint> fewer{before[2], before[0]};
    const AnswerDifference difference = compare_answers(before, fewer, kTolerance);
    CHECK(difference.lost == 1);
    CHECK(difference.turned == 0);
}

TEST_CASE("contacts of other bodies are other contacts", "[audit]") {
    const std::vector<ContactPoint> before{contact_at(0.0)};
    std::vector<ContactPoint> after{contact_at(0.0)};
    after[0].body_b = 2;
    const AnswerDifference difference = compare_answers(before, after, kTolerance);
    CHECK(difference.lost == 1);
    CHECK(difference.gained == 1);
}

TEST_CASE("a duplicate has no partner", "[audit]") {
    const std::vector<ContactPoint> before{contact_at(0.0)};
    const std::vector<ContactPoint> after{contact_at(0.0), contact_at(0.0)};
    CHECK(compare_answers(before, after, kTolerance).gained == 1);
}

}  // namespace touchstone
