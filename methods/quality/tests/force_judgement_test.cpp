#include "methods/quality/force_judgement.h"

#include <cmath>
#include <utility>
#include <vector>

#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// A pair with the right normals (0, 1, 0) and (1, 0, 0), and at least two contacts.
Reference two_normals() {
    PairReference pair;
    pair.body_a = 0;
    pair.body_b = 1;
    Answer answer;
    answer.normals = {Vec3::UnitY(), Vec3::UnitX()};
    answer.min_contacts = 2;
    pair.answers = {answer};
    return {pair};
}

ContactPoint contact(const Vec3& position, const Vec3& normal, double force) {
    ContactPoint result;
    result.position = position;
    result.normal = normal.normalized();
    result.separation = 0.0;
    result.body_a = 0;
    result.body_b = 1;
    result.force = force;
    return result;
}

}  // namespace

TEST_CASE("force metrics weigh contacts by their force", "[quality]") {
    const std::vector<ContactPoint> contacts{
        contact(Vec3(0, 0, 0), Vec3(0, 1, 0), 6.0),
        contact(Vec3(1, 0, 0), Vec3(1, 0, 0), 2.0),
        contact(Vec3(2, 0, 0), Vec3(1, 1, 0), 2.0),
    };
    const Judgement judgement = judge(contacts, two_normals());
    CHECK(force_quality(judgement) == Approx(0.8));
    CHECK(quality(judgement) == Approx(2.0 / 3.0));
    CHECK(force_coverage(judgement) == 1.0);
    // (Σλ)²/Σλ² = 100/44, of two contacts.
    CHECK(force_excess(judgement) == Approx(100.0 / 44.0 / 2.0));
    // F = (2 + √2, 6 + √2, 0); across (1, 1)/√2 lies (6 − 2)/√2.
    CHECK(sideways_force(judgement) == Approx(4.0 / std::sqrt(2.0) / 10.0));
}

TEST_CASE("a right normal with less than a tenth of an equal share is not covered", "[quality]") {
    const std::vector<ContactPoint> contacts{
        contact(Vec3(0, 0, 0), Vec3(0, 1, 0), 100.0),
        contact(Vec3(1, 0, 0), Vec3(1, 0, 0), 4.0),
    };
    const Judgement judgement = judge(contacts, two_normals());
    CHECK(coverage(judgement) == 1.0);
    CHECK(force_coverage(judgement) == 0.5);
}

TEST_CASE("contacts of one place and direction count as one in the force excess", "[quality]") {
    const std::vector<ContactPoint> contacts{
        contact(Vec3(0, 0, 0), Vec3(0, 1, 0), 1.0),
        contact(Vec3(0.001, 0, 0), Vec3(0, 1, 0), 1.0),
        contact(Vec3(1, 0, 0), Vec3(1, 0, 0), 2.0),
    };
    const Judgement judgement = judge(contacts, two_normals());
    CHECK(excess(judgement) == 1.5);
    CHECK(force_excess(judgement) == Approx(1.0));
}

TEST_CASE("bodies in the other order have the same forces", "[quality]") {
    std::vector<ContactPoint> contacts{contact(Vec3::Zero(), Vec3(0, 1, 0), 6.0),
                                       contact(Vec3(1, 0, 0), Vec3(1, 0, 0), 2.0)};
    const std::optional<double> before = sideways_force(judge(contacts, two_normals()));
    for (ContactPoint& entry : contacts) {
        std::swap(entry.body_a, entry.body_b);
        entry.normal = -entry.normal;
    }
    CHECK(sideways_force(judge(contacts, two_normals())) == before);
}

TEST_CASE("a method without forces has no force metrics", "[quality]") {
    std::vector<ContactPoint> contacts{contact(Vec3::Zero(), Vec3(0, 1, 0), 6.0),
                                       contact(Vec3(1, 0, 0), Vec3(1, 0, 0), 2.0)};
    contacts[1].force = kUnset;
    const Judgement judgement = judge(contacts, two_normals());
    CHECK_FALSE(force_quality(judgement));
    CHECK_FALSE(force_coverage(judgement));
    CHECK_FALSE(force_excess(judgement));
    CHECK_FALSE(sideways_force(judgement));
    CHECK_FALSE(force_quality(judge({}, two_normals())));
}
