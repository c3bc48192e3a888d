#include "viewer/model/contact_match.h"

#include "methods/testing/catch.h"

namespace touchstone::viewer {
namespace {

ContactPoint contact_at(const Vec3& position, const Vec3& normal, int body_b = 1) {
    ContactPoint contact;
    contact.position = position;
    contact.normal = normal.normalized();
    contact.separation = 0.0;
    contact.body_a = 0;
    contact.body_b = body_b;
    return contact;
}

TEST_CASE("contacts match by pair, place and normal", "[viewer]") {
    const Vec3 up(0.0, 1.0, 0.0);
    const Vec3 tilted(0.2, 1.0, 0.0);
    const std::vector<ContactPoint> first{
        contact_at({0.0, 0.0, 0.0}, up), contact_at({1.0, 0.0, 0.0}, up),
        contact_at({2.0, 0.0, 0.0}, up), contact_at({3.0, 0.0, 0.0}, up)};
    const std::vector<ContactPoint> second{
        contact_at({3.0, 0.0, 0.0}, up, 2),     // another pair
        contact_at({1.0, 5e-4, 5e-4}, tilted),  // turned
        contact_at({5e-4, 0.0, 0.0}, tilted),   // the first one twice: turned ...
        contact_at({-5e-4, 0.0, 5e-4}, up),     // ... and the same
        contact_at({2.0, 2e-3, 0.0}, up)};      // too far
    const ContactMatches matches = match_contacts(first, second, {});
    CHECK(matches.first ==
          std::vector{MatchKind::Same, MatchKind::Turned, MatchKind::Alone, MatchKind::Alone});
    CHECK(matches.second == std::vector{MatchKind::Alone, MatchKind::Turned, MatchKind::Turned,
                                        MatchKind::Same, MatchKind::Alone});
    const ContactMatches swapped = match_contacts(second, first, {});
    CHECK(swapped.first == matches.second);
    CHECK(swapped.second == matches.first);
}

TEST_CASE("nothing matches nothing", "[viewer]") {
    CHECK(match_contacts({}, {}, {}).first.empty());
    const std::vector<ContactPoint> one{contact_at({0.0, 0.0, 0.0}, {1.0, 0.0, 0.0})};
    CHECK(match_contacts(one, {}, {}).first == std::vector{MatchKind::Alone});
    CHECK(match_contacts(one, one, {}).first == std::vector{MatchKind::Same});
}

}  // namespace
}  // namespace touchstone::viewer
