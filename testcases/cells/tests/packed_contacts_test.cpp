#include "testcases/cells/packed_contacts.h"

#include <limits>

#include "methods/base/base64.h"
#include "methods/base/error.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using Catch::Contains;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

ContactPoint make_contact(double force) {
    ContactPoint contact;
    contact.position = {1.0 / 3.0, -0.0, std::numeric_limits<double>::denorm_min()};
    contact.normal = {kUnset, 1.0, -kInf};
    contact.separation = -1e300;
    contact.force = force;
    contact.body_a = 2;
    contact.body_b = 1;
    contact.feature_a = {FeatureType::Edge, {3, 70'000, -1, -1}};
    contact.feature_b = {FeatureType::Tetrahedron, {0, 1, 2, 3}};
    return contact;
}

}  // namespace

TEST_CASE("packed contacts come back bit for bit", "[cells]") {
    const std::vector<ContactPoint> contacts{make_contact(4.5), ContactPoint{},
                                             make_contact(kUnset)};
    const std::string text = pack_contacts(contacts);
    const std::vector<ContactPoint> back = unpack_contacts(text);
    REQUIRE(back.size() == 3);
    CHECK(back[0].position == contacts[0].position);
    CHECK(std::signbit(back[0].position.y()));
    CHECK(std::isnan(back[0].normal.x()));
    CHECK(back[0].normal.z() == -kInf);
    CHECK(back[0].separation == -1e300);
    CHECK(back[0].force == 4.5);
    CHECK(std::isnan(back[2].force));
    CHECK(back[0].body_a == 2);
    CHECK(back[1].body_b == -1);
    CHECK(back[0].feature_a == contacts[0].feature_a);
    CHECK(back[0].feature_b == contacts[0].feature_b);
    CHECK(pack_contacts(back) == text);
    CHECK(unpack_contacts(pack_contacts({})).empty());
}

TEST_CASE("packed verdicts come back bit for bit", "[cells]") {
    Verdict right;
    right.kind = VerdictKind::Right;
    right.pair = 3;
    right.normal = 1;
    right.angle = 1e-11;
    right.alignment = 1.0;
    right.well_placed = false;
    Verdict ahead;
    ahead.kind = VerdictKind::Ahead;
    ahead.counted = false;
    ahead.paper_alignment = 0.25;
    ahead.separation_in_range = true;
    const std::string text = pack_verdicts(std::vector{right, ahead});
    const std::vector<Verdict> back = unpack_verdicts(text);
    REQUIRE(back.size() == 2);
    CHECK(back[0].kind == VerdictKind::Right);
    CHECK(back[0].counted);
    CHECK(back[0].pair == 3);
    CHECK(back[0].normal == 1);
    CHECK(back[0].angle == 1e-11);
    CHECK(back[0].alignment == 1.0);
    CHECK_FALSE(back[0].paper_alignment);
    CHECK(back[0].well_placed == false);
    CHECK_FALSE(back[0].separation_in_range);
    CHECK(back[1].kind == VerdictKind::Ahead);
    CHECK_FALSE(back[1].counted);
    CHECK(std::isnan(back[1].angle));
    CHECK_FALSE(back[1].alignment);
    CHECK(back[1].paper_alignment == 0.25);
    CHECK_FALSE(back[1].well_placed);
    CHECK(back[1].separation_in_range == true);
    CHECK(pack_verdicts(back) == text);
}

TEST_CASE("what no writer packs is refused", "[cells]") {
    const std::string contact = *decode_base64(pack_contacts(std::vector{make_contact(1.0)}));
    const std::string verdict = *decode_base64(pack_verdicts(std::vector{Verdict{}}));
    REQUIRE(contact.size() == 112);
    REQUIRE(verdict.size() == 41);
    const auto spoilt = [](std::string bytes, std::size_t place, char value) {
        bytes[place] = value;
        return base64(bytes);
    };
    CHECK_NOTHROW(unpack_contacts(base64(contact + contact)));
    CHECK_THROWS_WITH(unpack_contacts("%"), Contains("damaged"));
    CHECK_THROWS_WITH(unpack_contacts(base64(contact + "x")), Contains("damaged"));
    CHECK_THROWS_WITH(unpack_contacts(base64(contact.substr(1))), Contains("damaged"));
    CHECK_THROWS_WITH(unpack_contacts(spoilt(contact, 72, 4)), Contains("no value 4"));
    CHECK_THROWS_WITH(unpack_contacts(spoilt(contact, 95, '\x80')), Contains("no value -"));
    CHECK_THROWS_WITH(unpack_verdicts(spoilt(verdict, 24, 11)), Contains("no value 11"));
    CHECK_THROWS_WITH(unpack_verdicts(spoilt(verdict, 36, 2)), Contains("no value 2"));
    CHECK_THROWS_WITH(unpack_verdicts(spoilt(verdict, 39, 3)), Contains("no value 3"));
}
