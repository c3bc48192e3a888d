#include "methods/quality/judge.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "methods/quality/metrics.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

const Vec3 kUp(0, 1, 0);

/// `degrees` away from +y, towards +x.
Vec3 tilted(double degrees) {
    const double angle = degrees * std::numbers::pi / 180.0;
    return {std::sin(angle), std::cos(angle), 0.0};
}

ContactPoint make_contact(const Vec3& normal, const Vec3& position = Vec3::Zero(), int a = 0,
                          int b = 1) {
    ContactPoint contact;
    contact.position = position;
    contact.normal = normal;
    contact.separation = 0.0;
    contact.body_a = a;
    contact.body_b = b;
    return contact;
}

/// Body 1 rests on body 0: normal up, four contacts on a square of side 2.
PairReference make_square() {
    PairReference pair;
    pair.body_a = 0;
    pair.body_b = 1;
    Answer answer;
    answer.normals = {kUp};
    answer.min_contacts = 4;
    answer.points = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}};
    answer.area = 4.0;
    answer.separation = {{-0.001, 0.0}};
    pair.answers = {answer};
    return pair;
}

/// A crack: two walls at 45°.
PairReference make_crack() {
    const double s = std::sqrt(0.5);
    PairReference pair;
    pair.body_a = 0;
    pair.body_b = 1;
    Answer answer;
    answer.normals = {{s, s, 0}, {-s, s, 0}};
    answer.min_contacts = 2;
    answer.points = {Vec3::Zero(), Vec3::Zero()};
    pair.answers = {answer};
    return pair;
}

VerdictKind kind_of(const Vec3& normal, const PairReference& pair,
                    const JudgeOptions& options = {}) {
    const std::vector<ContactPoint> contacts{make_contact(normal)};
    return judge(contacts, {pair}, options).verdicts[0].kind;
}

}  // namespace

TEST_CASE("a pair that is left unjudged has no right, wrong or superfluous contacts", "[quality]") {
    PairReference left;
    left.body_a = 1;
    left.body_b = 2;
    left.not_judged = true;
    const std::vector<ContactPoint> contacts{
        make_contact(kUp, {-1, 0, -1}), make_contact(kUp, {1, 0, -1}), make_contact(kUp, {1, 0, 1}),
        make_contact(kUp, {-1, 0, 1}), make_contact(Vec3::UnitX(), {}, 2, 1)};
    const Judgement judgement = judge(contacts, {make_square(), left});
    CHECK(judgement.contacts == 4);
    CHECK(judgement.correct == 4);
    CHECK(quality(judgement) == 1.0);
    CHECK(excess(judgement) == 1.0);
    CHECK(coverage(judgement) == 1.0);
    CHECK(area_coverage(judgement) == Approx(1.0));
    CHECK_FALSE(judgement.verdicts[4].counted);
    // Not named at all, the same contact is wrong.
    CHECK(quality(judge(contacts, {make_square()})) == 0.8);
}

TEST_CASE("contacts ahead are neither right, wrong, nor too many, and meet no normal",
          "[quality]") {
    std::vector<ContactPoint> contacts{
        make_contact(kUp, {-1, 0, -1}), make_contact(kUp, {1, 0, -1}),
        make_contact(kUp, {1, 0, 1}),   make_contact(kUp, {-1, 0, 1}),
        make_contact(kUp, {5, 0, 5}),   make_contact(Vec3::UnitX(), {}, 1, 2)};
    contacts[4].separation = 0.0021;
    contacts[5].separation = 0.0021;
    // The envelope is the smaller one of a contact's bodies.
    const JudgeOptions options{.envelopes = {0.5, 0.002, 0.3}};
    const Judgement judgement = judge(contacts, {make_square()}, options);
    CHECK(judgement.ahead == 2);
    CHECK(judgement.contacts == 4);
    CHECK(judgement.correct == 4);
    CHECK(judgement.verdicts[4].kind == VerdictKind::Ahead);
    CHECK(judgement.verdicts[5].kind == VerdictKind::Ahead);
    CHECK(quality(judgement) == 1.0);
    CHECK(excess(judgement) == 1.0);
    CHECK(position_score(judgement) == 1.0);
    // Without envelopes they are judged as if they touched.
    CHECK(judge(contacts, {make_square()}).ahead == 0);
    CHECK(quality(judge(contacts, {make_square()})) == Approx(5.0 / 6.0));
    for (ContactPoint& contact : contacts) {
        contact.separation = 0.0021;
    }
    CHECK(coverage(judge(contacts, {make_square()}, options)) == 0.0);
}

TEST_CASE("a gap as large as the envelope is not ahead, up to rounding", "[quality]") {
    std::vector<ContactPoint> contacts{make_contact(kUp)};
    const JudgeOptions options{.envelopes = {0.002, 0.002}};
    contacts[0].separation = 0.002 * (1.0 + 1e-12);
    CHECK(judge(contacts, {make_square()}, options).ahead == 0);
    contacts[0].separation = 0.002 * (1.0 + 1e-6);
    CHECK(judge(contacts, {make_square()}, options).ahead == 1);
}

TEST_CASE("judge tells the kinds of wrong normals apart", "[quality]") {
    const PairReference pair = make_square();
    CHECK(kind_of(kUp, pair) == VerdictKind::Right);
    CHECK(kind_of(tilted(0.999), pair) == VerdictKind::Right);
    CHECK(kind_of(tilted(1.001), pair) == VerdictKind::Tilted);
    CHECK(kind_of(tilted(9.999), pair) == VerdictKind::Tilted);
    CHECK(kind_of(tilted(10.001), pair) == VerdictKind::Oblique);
    CHECK(kind_of(tilted(88.9), pair) == VerdictKind::Oblique);
    CHECK(kind_of(tilted(89.1), pair) == VerdictKind::Sideways);
    CHECK(kind_of(tilted(90.9), pair) == VerdictKind::Sideways);
    CHECK(kind_of(tilted(169.9), pair) == VerdictKind::Oblique);
    CHECK(kind_of(tilted(170.1), pair) == VerdictKind::Flipped);
    CHECK(kind_of(-kUp, pair) == VerdictKind::Flipped);
    CHECK(kind_of(Vec3::Zero(), pair) == VerdictKind::Invalid);
    CHECK(kind_of({std::numeric_limits<double>::quiet_NaN(), 1, 0}, pair) == VerdictKind::Invalid);
    // Perpendicular to one wall of the crack is along the other.
    CHECK(kind_of({std::sqrt(0.5), -std::sqrt(0.5), 0}, make_crack()) == VerdictKind::Flipped);
    CHECK(kind_of({0, 0, 1}, make_crack()) == VerdictKind::Sideways);
    CHECK(kind_of(kUp, make_crack()) == VerdictKind::Oblique);
}

TEST_CASE("judge gives each contact the nearest right normal and its angle", "[quality]") {
    const double s = std::sqrt(0.5);
    const std::vector<ContactPoint> contacts{make_contact({s, s, 0}), make_contact(tilted(-40.5)),
                                             make_contact(tilted(46.5))};
    const Judgement judgement = judge(contacts, {make_crack()});
    CHECK(judgement.verdicts[0].normal == 0);
    CHECK(judgement.verdicts[0].angle == Approx(0.0).margin(1e-6));
    CHECK(judgement.verdicts[1].normal == 1);
    CHECK(judgement.verdicts[1].angle == Approx(4.5).margin(1e-9));
    CHECK(judgement.verdicts[2].normal == 0);
    CHECK(judgement.verdicts[2].angle == Approx(1.5).margin(1e-9));
    CHECK(judgement.correct == 1);
    CHECK(judgement.correct_at == std::array<int, 4>{1, 1, 3, 3});
    CHECK(judgement.expected_normals == 2);
    CHECK(judgement.met_normals == 1);
    CHECK(judgement.min_contacts == 2);
}

TEST_CASE("judge takes the bodies of a contact in either order", "[quality]") {
    const std::vector<ContactPoint> contacts{make_contact(-kUp, Vec3::Zero(), 1, 0),
                                             make_contact(kUp, Vec3::Zero(), 1, 0)};
    const Judgement judgement = judge(contacts, {make_square()});
    CHECK(judgement.verdicts[0].kind == VerdictKind::Right);
    CHECK(judgement.verdicts[1].kind == VerdictKind::Flipped);
}

TEST_CASE("judge without signs takes a normal and its opposite alike", "[quality]") {
    const JudgeOptions options{.signed_normals = false};
    CHECK(kind_of(-kUp, make_square(), options) == VerdictKind::Right);
    CHECK(kind_of(tilted(175), make_square(), options) == VerdictKind::Tilted);
    CHECK(kind_of(tilted(120), make_square(), options) == VerdictKind::Oblique);
    // Both walls of the crack are met by flipped normals too.
    const double s = std::sqrt(0.5);
    const std::vector<ContactPoint> contacts{make_contact({-s, -s, 0}), make_contact({s, -s, 0})};
    CHECK(judge(contacts, {make_crack()}, options).met_normals == 2);
    CHECK(judge(contacts, {make_crack()}).met_normals == 0);
}

TEST_CASE("judge mirrors the x of the right normals and nothing else", "[quality]") {
    PairReference pair = make_square();
    pair.answers[0].normals = {{0.6, 0.8, 0.0}};
    pair.answers[0].points = {{0.5, 0, 0}};
    const std::vector<ContactPoint> contacts{make_contact({-0.6, 0.8, 0}, {0.5, 0, 0})};
    const Judgement plain = judge(contacts, {pair});
    const Judgement mirrored = judge(contacts, {pair}, {.mirror_expected_x = true});
    CHECK(plain.correct == 0);
    CHECK(mirrored.correct == 1);
    CHECK(plain.well_placed == 1);
    CHECK(mirrored.well_placed == 1);
}

TEST_CASE("judge scores raw normals by their length along the right one", "[quality]") {
    const JudgeOptions raw{.signed_normals = false, .raw_normals = true};
    const PairReference pair = make_square();
    CHECK(kind_of(kUp, pair, raw) == VerdictKind::Right);
    CHECK(kind_of(-1.009 * kUp, pair, raw) == VerdictKind::Right);
    CHECK(kind_of(1.011 * kUp, pair, raw) == VerdictKind::WrongLength);
    CHECK(kind_of(0.98 * kUp, pair, raw) == VerdictKind::WrongLength);
    CHECK(kind_of(5.0 * tilted(30), pair, raw) == VerdictKind::Oblique);
    // A slant normal of twice the length has the right length along the right one.
    const std::vector<ContactPoint> contacts{make_contact(kUp), make_contact(2.0 * tilted(60))};
    const Judgement judgement = judge(contacts, {pair}, raw);
    CHECK(judgement.correct == 2);
    CHECK(judgement.correct_at == std::array<int, 4>{1, 1, 1, 1});
}

TEST_CASE("judge takes the angle tolerance of the reference unless told otherwise", "[quality]") {
    PairReference pair = make_square();
    pair.angle_tolerance = 3.0;
    CHECK(kind_of(tilted(2), pair) == VerdictKind::Right);
    CHECK(kind_of(tilted(2), pair, {.angle_tolerance = 1.5}) == VerdictKind::Tilted);
}

TEST_CASE("judge counts the answer that fits best", "[quality]") {
    PairReference pair = make_square();
    pair.answers.push_back(pair.answers[0]);
    pair.answers[1].normals = {{1, 0, 0}, {0, 0, 1}};
    pair.answers[1].min_contacts = 2;
    const ContactPoint along_x = make_contact({1, 0, 0});
    const ContactPoint along_y = make_contact(kUp);
    SECTION("by quality first") {
        const std::vector<ContactPoint> contacts{along_x, along_x, along_y};
        const Judgement judgement = judge(contacts, {pair});
        CHECK(judgement.pairs[0].answer == 1);
        CHECK(judgement.correct == 2);
        CHECK(judgement.expected_normals == 2);
        CHECK(judgement.met_normals == 1);
        CHECK(judgement.min_contacts == 2);
    }
    SECTION("then by coverage") {
        const std::vector<ContactPoint> contacts{along_x, along_y};
        CHECK(judge(contacts, {pair}).pairs[0].answer == 0);
    }
    SECTION("then by excess nearest 1") {
        pair.answers[1].normals = {kUp};
        CHECK(judge(std::vector{along_y, along_y}, {pair}).pairs[0].answer == 1);
        CHECK(judge(std::vector{along_y, along_y, along_y, along_y}, {pair}).pairs[0].answer == 0);
    }
    SECTION("then the first") {
        pair.answers[1] = pair.answers[0];
        CHECK(judge(std::vector{along_y}, {pair}).pairs[0].answer == 0);
    }
}

TEST_CASE("judge of no contacts misses every right normal", "[quality]") {
    const Judgement judgement = judge({}, {make_crack()});
    CHECK(judgement.contacts == 0);
    CHECK(quality(judgement) == std::nullopt);
    CHECK(coverage(judgement) == 0.0);
    CHECK(excess(judgement) == 0.0);
    CHECK(position_score(judgement) == std::nullopt);
}

TEST_CASE("judge without a reference judges nothing", "[quality]") {
    const Judgement judgement = judge(std::vector{make_contact(kUp)}, {});
    CHECK(judgement.verdicts[0].kind == VerdictKind::NotJudged);
    CHECK(judgement.contacts == 1);
    CHECK(quality(judgement) == std::nullopt);
    CHECK(coverage(judgement) == std::nullopt);
    CHECK(excess(judgement) == std::nullopt);
    CHECK(position_score(judgement) == std::nullopt);
}

TEST_CASE("judge counts every contact of a pair that must have none as wrong", "[quality]") {
    PairReference apart;
    apart.body_a = 1;
    apart.body_b = 2;
    apart.none = true;
    const std::vector<ContactPoint> contacts{make_contact(kUp),
                                             make_contact(kUp, Vec3::Zero(), 2, 1)};
    const Judgement judgement = judge(contacts, {make_square(), apart});
    CHECK(judgement.verdicts[1].kind == VerdictKind::Unexpected);
    CHECK(quality(judgement) == 0.5);
    CHECK(coverage(judgement) == 1.0);
    CHECK(excess(judgement) == 0.5);
    const Judgement alone = judge({}, {apart});
    CHECK(quality(alone) == std::nullopt);
    CHECK(coverage(alone) == std::nullopt);
    CHECK(excess(alone) == std::nullopt);
}

TEST_CASE("judge asks nothing of a pair without contacts when none is right", "[quality]") {
    PairReference pair = make_square();
    pair.none_is_right = true;
    const Judgement none = judge({}, {pair});
    CHECK(none.expected_normals == 0);
    CHECK(coverage(none) == std::nullopt);
    const Judgement wrong = judge(std::vector{make_contact({1, 0, 0})}, {pair});
    CHECK(quality(wrong) == 0.0);
    CHECK(coverage(wrong) == 0.0);
    CHECK(excess(wrong) == 0.25);
}

TEST_CASE("judge sums over pairs and counts unnamed ones as wrong", "[quality]") {
    PairReference second = make_crack();
    second.body_a = 1;
    second.body_b = 2;
    const double s = std::sqrt(0.5);
    const std::vector<ContactPoint> contacts{
        make_contact(kUp), make_contact({s, s, 0}, Vec3::Zero(), 1, 2),
        make_contact(kUp, Vec3::Zero(), 1, 2), make_contact(kUp, Vec3::Zero(), 0, 2),
        make_contact(kUp, Vec3::Zero(), 0, 2)};
    const Judgement judgement = judge(contacts, {make_square(), second});
    CHECK(judgement.verdicts[3].kind == VerdictKind::UnexpectedPair);
    CHECK(judgement.verdicts[3].pair == -1);
    CHECK(judgement.verdicts[1].pair == 1);
    CHECK(quality(judgement) == Approx(2.0 / 5.0));
    CHECK(coverage(judgement) == Approx(2.0 / 3.0));
    CHECK(excess(judgement) == Approx(5.0 / 6.0));
    SECTION("the excess is unknown when one pair does not state its fewest contacts") {
        second.answers[0].min_contacts = std::nullopt;
        CHECK(excess(judge(contacts, {make_square(), second})) == std::nullopt);
    }
    SECTION("the quality is unknown when a pair states no normals") {
        second.answers[0].normals.clear();
        const Judgement unknown = judge(contacts, {make_square(), second});
        CHECK(unknown.verdicts[1].kind == VerdictKind::NotJudged);
        CHECK(quality(unknown) == std::nullopt);
        CHECK(coverage(unknown) == 1.0);
    }
}

TEST_CASE("judge places contacts in the true region up to the tolerance", "[quality]") {
    const std::vector<ContactPoint> contacts{
        make_contact(kUp, {0.5, 0, 0.3}), make_contact(kUp, {1.019, 0, 0}),
        make_contact(kUp, {1.021, 0, 0}), make_contact(kUp, {0, -0.03, 0}),
        make_contact(kUp, {0, 0, 0}, 0, 2)};
    const Judgement judgement = judge(contacts, {make_square()});
    CHECK(judgement.verdicts[0].well_placed == true);
    CHECK(judgement.verdicts[1].well_placed == true);
    CHECK(judgement.verdicts[2].well_placed == false);
    CHECK(judgement.verdicts[3].well_placed == false);
    CHECK(judgement.verdicts[4].well_placed == std::nullopt);
    CHECK(position_score(judgement) == 0.5);
}

TEST_CASE("judge says whether the separation is possible, and counts the contact all the same",
          "[quality]") {
    std::vector<ContactPoint> contacts(4, make_contact(kUp));
    contacts[0].separation = -0.001 - 0.9e-6;
    contacts[1].separation = 0.9e-6;
    contacts[2].separation = -0.001 - 1.1e-6;
    contacts[3].separation = 1.1e-6;
    const Judgement judgement = judge(contacts, {make_square()});
    CHECK(judgement.verdicts[0].separation_in_range == true);
    CHECK(judgement.verdicts[1].separation_in_range == true);
    CHECK(judgement.verdicts[2].separation_in_range == false);
    CHECK(judgement.verdicts[3].separation_in_range == false);
    CHECK(judgement.correct == 4);
}

TEST_CASE("judge measures the area that the right contacts span", "[quality]") {
    PairReference pair = make_square();
    pair.position_tolerance = 1e-6;
    std::vector<ContactPoint> contacts{make_contact(kUp, {-1, 0, -1}),
                                       make_contact(kUp, {1, 0, -1}), make_contact(kUp, {1, 0, 1})};
    const Judgement half = judge(contacts, {pair});
    CHECK(half.pairs[0].hull_area == Approx(2.0).margin(1e-12));
    CHECK(half.pairs[0].area_is_right == false);
    // A wrong normal spans nothing.
    contacts.push_back(make_contact({1, 0, 0}, {-1, 0, 1}));
    CHECK(judge(contacts, {pair}).pairs[0].hull_area == Approx(2.0).margin(1e-12));
    contacts.push_back(make_contact(kUp, {-1, 0.2, 1}));
    CHECK(judge(contacts, {pair}).pairs[0].area_is_right == true);
    pair.answers[0].hull_area = 3.0;
    CHECK(judge(contacts, {pair}).pairs[0].area_is_right == false);
}

TEST_CASE("judge measures the area that all contacts of a pair span, seen along the right normal",
          "[quality]") {
    // Three corners with a right normal, one with a wrong one, off the plane and given twice: all
    // count, and height does not.
    std::vector<ContactPoint> contacts{make_contact(kUp, {-1, 0, -1}),
                                       make_contact(kUp, {1, 0, -1}), make_contact(kUp, {1, 0, 1}),
                                       make_contact({1, 0, 0}, {-1, 0.7, 1})};
    contacts.push_back(contacts.back());
    contacts.back().position += Vec3(5e-10, 0, 0);
    const Judgement judgement = judge(contacts, {make_square()});
    CHECK(judgement.pairs[0].hull_area == Approx(2.0).margin(1e-12));
    CHECK(judgement.pairs[0].contact_area == Approx(4.0).margin(1e-8));
    CHECK(judgement.pairs[0].known_area == 4.0);
    CHECK(area_coverage(judgement).value() == Approx(1.0).margin(1e-8));
    SECTION("contacts of unnamed pairs add nothing") {
        contacts.push_back(make_contact(kUp, {100, 0, 100}, 0, 2));
        CHECK(judge(contacts, {make_square()}).contact_area == judgement.contact_area);
    }
    SECTION("a normal that is no number still leaves a place") {
        contacts[3].normal = Vec3::Constant(kUnset);
        contacts[4].normal = Vec3::Zero();
        CHECK(judge(contacts, {make_square()}).contact_area == Approx(4.0).margin(1e-8));
        contacts[3].position = Vec3::Constant(kUnset);
        contacts[4].position = Vec3::Constant(kUnset);
        CHECK(judge(contacts, {make_square()}).contact_area == Approx(2.0).margin(1e-8));
    }
    SECTION("less than three places span nothing") {
        contacts.resize(2);
        CHECK(area_coverage(judge(contacts, {make_square()})) == 0.0);
        CHECK(area_coverage(judge({}, {make_square()})) == 0.0);
    }
}

TEST_CASE("the area coverage sums over the pairs, and is unknown when one states no area",
          "[quality]") {
    PairReference second = make_square();
    second.body_b = 2;
    second.answers[0].area = 12.0;
    const std::vector<ContactPoint> contacts{
        make_contact(kUp, {-1, 0, -1}),      make_contact(kUp, {1, 0, -1}),
        make_contact(kUp, {1, 0, 1}),        make_contact(kUp, {-1, 0, 1}, 2, 0),
        make_contact(kUp, {1, 0, 1}, 2, 0),  make_contact(kUp, {1, 0, -1}, 0, 2),
        make_contact(kUp, {-1, 0, -1}, 0, 2)};
    CHECK(area_coverage(judge(contacts, {make_square(), second})).value() ==
          Approx((2.0 + 4.0) / 16.0));
    SECTION("the hull's area is asked for where the region is not convex") {
        second.answers[0].hull_area = 8.0;
        CHECK(area_coverage(judge(contacts, {make_square(), second})).value() ==
              Approx((2.0 + 4.0) / 12.0));
    }
    SECTION("one area is not stated") {
        second.answers[0].area = std::nullopt;
        CHECK(area_coverage(judge(contacts, {make_square(), second})) == std::nullopt);
        CHECK(area_coverage(judge(contacts, {})) == std::nullopt);
    }
    SECTION("pairs that must not touch have none") {
        second.answers.clear();
        second.none = true;
        CHECK(area_coverage(judge(contacts, {make_square(), second})).value() == Approx(0.5));
        CHECK(area_coverage(judge(contacts, {second})) == std::nullopt);
    }
}

TEST_CASE("judge gives each contact the paper's quality |n·e| of the nearest normal", "[quality]") {
    const double s = std::sqrt(0.5);
    CHECK(judge(std::vector{make_contact(tilted(60.0))}, {make_square()})
              .verdicts[0]
              .alignment.value() == Approx(0.5));
    CHECK(judge(std::vector{make_contact(-kUp)}, {make_square()}).verdicts[0].alignment == 1.0);
    // Any length: the research code's normals are not all unit.
    CHECK(judge(std::vector{make_contact(1e-3 * tilted(60.0))}, {make_square()})
              .verdicts[0]
              .alignment.value() == Approx(0.5));
    CHECK(judge(std::vector{make_contact({0, 0, 0})}, {make_square()}).verdicts[0].alignment ==
          0.0);
    CHECK(
        judge(std::vector{make_contact({s, s, 0})}, {make_crack()}).verdicts[0].alignment.value() ==
        Approx(1.0));
    CHECK(judge(std::vector{make_contact(kUp)}, {make_crack()}).verdicts[0].alignment.value() ==
          Approx(s));
    CHECK(judge(std::vector{make_contact(kUp, Vec3::Zero(), 0, 2)}, {make_square()})
              .verdicts[0]
              .alignment == std::nullopt);
}

TEST_CASE("the alignment is a mean, sorted it is the paper's plot", "[quality]") {
    PairReference pair = make_square();
    pair.answers[0].paper_normals = {tilted(60.0)};
    const std::vector<ContactPoint> contacts{make_contact(kUp), make_contact(tilted(60.0)),
                                             make_contact(tilted(90.0)),
                                             make_contact(kUp, Vec3::Zero(), 3, 4)};
    const Judgement judgement = judge(contacts, {pair});
    CHECK(normal_alignment(judgement).value() == Approx((1.0 + 0.5 + 0.0) / 3.0));
    CHECK(paper_alignment(judgement).value() == Approx((0.5 + 1.0 + std::sqrt(0.75)) / 3.0));
    const std::vector<double> sorted = sorted_alignments(judgement);
    REQUIRE(sorted.size() == 3);
    CHECK(sorted[0] == Approx(0.0).margin(1e-15));
    CHECK(sorted[1] == Approx(0.5));
    CHECK(sorted[2] == 1.0);
    CHECK(paper_alignment(judge(contacts, {make_square()})) == std::nullopt);
    CHECK(normal_alignment(judge({}, {pair})) == std::nullopt);
}

TEST_CASE("judge finds the pair among many, whichever body stands first", "[quality]") {
    Reference reference;
    for (int i = 0; i < 50; ++i) {
        PairReference pair = make_square();
        pair.body_a = i % 2 == 0 ? 100 - i : i;
        pair.body_b = i % 2 == 0 ? i : 100 - i;
        reference.push_back(pair);
    }
    for (int i = 0; i < 50; ++i) {
        const std::vector<ContactPoint> contacts{make_contact(kUp, Vec3::Zero(), i, 100 - i),
                                                 make_contact(kUp, Vec3::Zero(), i, 101 - i)};
        const Judgement judgement = judge(contacts, reference);
        CHECK(judgement.verdicts[0].pair == i);
        CHECK((judgement.verdicts[0].kind == VerdictKind::Right) == (i % 2 == 1));
        CHECK(judgement.verdicts[1].kind == VerdictKind::UnexpectedPair);
    }
}

TEST_CASE("verdict_id names every kind once", "[quality]") {
    std::vector<std::string> ids;
    for (int i = 0; i < kVerdictKinds; ++i) {
        ids.emplace_back(verdict_id(static_cast<VerdictKind>(i)));
        CHECK(!ids.back().empty());
    }
    std::sort(ids.begin(), ids.end());
    CHECK(std::unique(ids.begin(), ids.end()) == ids.end());
}
