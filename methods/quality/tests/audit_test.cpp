#include "methods/quality/audit.h"

#include <limits>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

std::vector<Vec3> make_cube(const Vec3& center) {
    std::vector<Vec3> vertices;
    vertices.reserve(8);
    for (int i = 0; i < 8; ++i) {
        vertices.push_back(center + Vec3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1));
    }
    return vertices;
}

/// Cubes of edge length 2; the upper one is sunk 0.1 into the lower one and shifted along x.
std::vector<std::vector<Vec3>> make_cubes(const Vec3& shift = Vec3::Zero()) {
    return {make_cube(shift), make_cube(shift + Vec3(0.5, 1.9, 0.0))};
}

ContactPoint make_contact() {
    ContactPoint contact;
    contact.position = {0.0, 0.95, 0.0};
    contact.normal = {0.0, 1.0, 0.0};
    contact.separation = -0.1;
    contact.body_a = 0;
    contact.body_b = 1;
    return contact;
}

Audit audit_one(const ContactPoint& contact, const AuditOptions& options = {}) {
    return audit(std::vector{contact}, make_cubes(), options);
}

}  // namespace

TEST_CASE("audit passes a contact that keeps every promise", "[quality]") {
    CHECK(audit_one(make_contact()).clean());
    CHECK(audit({}, make_cubes()).clean());
}

TEST_CASE("audit finds what is not finite, and looks no further", "[quality]") {
    const double bad =
        GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity());
    ContactPoint contact = make_contact();
    contact.position.z() = bad;
    CHECK(audit_one(contact) == Audit{.not_finite = 1});
    contact = make_contact();
    contact.normal.x() = bad;
    CHECK(audit_one(contact) == Audit{.not_finite = 1});
    contact = make_contact();
    contact.separation = bad;
    CHECK(audit_one(contact) == Audit{.not_finite = 1});
}

TEST_CASE("audit finds normals that are not unit, and scales the depth with them", "[quality]") {
    ContactPoint contact = make_contact();
    contact.normal *= 3.0;
    contact.separation *= 3.0;
    CHECK(audit_one(contact) == Audit{.not_unit = 1});
    contact.separation = -0.31;
    CHECK(audit_one(contact) == Audit{.not_unit = 1, .too_deep = 1});
}

TEST_CASE("audit finds positions outside the bounds of either body", "[quality]") {
    ContactPoint contact = make_contact();
    contact.position = {0.0, 0.899, 0.0};  // below the upper cube
    CHECK(audit_one(contact) == Audit{.outside_bounds = 1});
    contact.position = {0.0, 1.001, 0.0};  // above the lower cube
    CHECK(audit_one(contact) == Audit{.outside_bounds = 1});
    CHECK(audit_one(contact, {.slack = 0.02}).clean());
    contact.position = {-0.5, 1.0, 1.0};  // a corner of the overlap
    CHECK(audit_one(contact).clean());
}

TEST_CASE("audit finds depths larger than the overlap along the normal", "[quality]") {
    ContactPoint contact = make_contact();
    contact.separation = -0.1001;
    CHECK(audit_one(contact) == Audit{.too_deep = 1});
    CHECK(audit_one(contact, {.slack = 0.02}).clean());
    // Along +x, B must move 1.5 to leave A; along -x, 2.5.
    contact.normal = {1, 0, 0};
    contact.separation = -1.5;
    CHECK(audit_one(contact).clean());
    contact.separation = -1.6;
    CHECK(audit_one(contact) == Audit{.too_deep = 1});
    contact.normal = {-1, 0, 0};
    CHECK(audit_one(contact).clean());
    contact.separation = 0.5;  // a gap is not a depth
    CHECK(audit_one(contact).clean());
}

TEST_CASE("audit allows for the coarseness of coordinates far away", "[quality]") {
    const Vec3 shift(5000.3, -4000.7, 3000.1);
    ContactPoint contact = make_contact();
    contact.position = Vec3(0.0, 0.95, 0.0) + shift;
    contact.separation = -0.1;
    CHECK(audit(std::vector{contact}, make_cubes(shift)).clean());
}

TEST_CASE("audit counts exact duplicates, in any place of the list", "[quality]") {
    std::vector<ContactPoint> contacts(3, make_contact());
    contacts[1].position.x() = 0.25;
    CHECK(audit(contacts, make_cubes()) == Audit{.duplicates = 1});
    contacts[2].separation = -0.09;
    CHECK(audit(contacts, make_cubes()).clean());
    contacts.assign(4, make_contact());
    contacts[3].feature_a.type = FeatureType::Face;  // the same point, whatever made it
    CHECK(audit(contacts, make_cubes()) == Audit{.duplicates = 3});
}

TEST_CASE("audit finds opposite normals at one place, and not the two sides of a wall",
          "[quality]") {
    std::vector<ContactPoint> contacts(2, make_contact());
    contacts[0].separation = 0.0;
    contacts[1].normal = -contacts[1].normal;
    contacts[1].separation = -0.08;  // a far side
    contacts[1].position.y() -= 0.04;
    CHECK(audit(contacts, make_cubes()) == Audit{.opposite = 1});
    // In another place, or of another pair, it grips as it may.
    contacts[1].position.x() += 0.05;
    CHECK(audit(contacts, make_cubes()).clean());
    contacts[1].position.x() -= 0.05;
    contacts[1].separation = 0.0;
    CHECK(audit(contacts, make_cubes()).clean());
    contacts[1].position.y() += 0.04;
    CHECK(audit(contacts, make_cubes()) == Audit{.opposite = 1});
    std::swap(contacts[1].body_a, contacts[1].body_b);
    CHECK(audit(contacts, make_cubes()).clean());
}

TEST_CASE("audit holds contacts ahead to no bounds", "[quality]") {
    ContactPoint contact = make_contact();
    contact.position = {0.0, 3.5, 0.0};
    contact.separation = 0.4;
    CHECK(audit_one(contact) == Audit{.outside_bounds = 1});
    const std::vector<double> envelopes{0.01, 0.01};
    CHECK(audit_one(contact, {.envelopes = envelopes}).clean());
    contact.separation = 0.005;
    CHECK(audit_one(contact, {.envelopes = envelopes}) == Audit{.outside_bounds = 1});
}
