#include "methods/quality/faults.h"

#include <array>

#include "methods/testing/catch.h"

namespace touchstone {
namespace {

ContactPoint make_contact(const Vec3& position, const Vec3& normal, double separation) {
    ContactPoint contact;
    contact.position = position;
    contact.normal = normal;
    contact.separation = separation;
    contact.body_a = 0;
    contact.body_b = 1;
    return contact;
}

/// A unit square at z = 0 with normal z, touched exactly.
Reference square() {
    Answer answer;
    answer.normals = {Vec3::UnitZ()};
    answer.min_contacts = 4;
    answer.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    answer.area = 1.0;
    answer.separation = {0.0, 0.0};
    PairReference pair;
    pair.body_a = 0;
    pair.body_b = 1;
    pair.position_tolerance = 1e-6;
    pair.answers = {answer};
    return {pair};
}

std::vector<ContactPoint> square_contacts() {
    std::vector<ContactPoint> contacts;
    const Reference reference = square();
    for (const Vec3& corner : reference[0].answers[0].points) {
        contacts.push_back(make_contact(corner, Vec3::UnitZ(), 0.0));
    }
    return contacts;
}

Faults faults_of(const std::vector<ContactPoint>& contacts, const Reference& reference) {
    return find_faults(judge(contacts, reference));
}

}  // namespace

TEST_CASE("find_faults finds none in right contacts, however many", "[quality]") {
    std::vector<ContactPoint> contacts = square_contacts();
    CHECK(faults_of(contacts, square()).none());
    contacts.push_back(make_contact({0.5, 0.5, 0}, Vec3::UnitZ(), 0.0));
    CHECK(faults_of(contacts, square()).none());
}

TEST_CASE("find_faults counts each kind by itself", "[quality]") {
    std::vector<ContactPoint> contacts = square_contacts();
    contacts.push_back(make_contact({0.5, 0.5, 0}, Vec3::UnitX(), 0.0));
    CHECK(faults_of(contacts, square()) == Faults{.wrong_contacts = 1});

    contacts = square_contacts();
    contacts.push_back(make_contact({1.5, 0.5, 0}, Vec3::UnitZ(), 0.0));
    CHECK(faults_of(contacts, square()) == Faults{.misplaced = 1, .wrong_areas = 1});

    contacts = square_contacts();
    contacts[2].separation = -0.1;
    CHECK(faults_of(contacts, square()) == Faults{.wrong_separations = 1});

    contacts = square_contacts();
    contacts.resize(3);
    CHECK(faults_of(contacts, square()) == Faults{.wrong_areas = 1});

    CHECK(faults_of({}, square()) == Faults{.missed_normals = 1, .wrong_areas = 1});
    CHECK(fault_names(faults_of({}, square())) == "missed, area");
    CHECK(fault_names({}).empty());
}

TEST_CASE("find_faults takes no contact for right where it is, and for wrong where none may be",
          "[quality]") {
    Reference reference = square();
    reference[0].none_is_right = true;
    CHECK(faults_of({}, reference).none());
    reference[0] = PairReference{};
    reference[0].body_a = 0;
    reference[0].body_b = 1;
    reference[0].none = true;
    CHECK(faults_of({}, reference).none());
    CHECK(faults_of(square_contacts(), reference) == Faults{.wrong_contacts = 4});
}

TEST_CASE("worse_of keeps the larger number of each kind", "[quality]") {
    const Faults faults =
        worse_of({.wrong_contacts = 2, .misplaced = 1}, {.wrong_contacts = 1, .wrong_areas = 3});
    CHECK(faults == Faults{.wrong_contacts = 2, .misplaced = 1, .wrong_areas = 3});
}

}  // namespace touchstone
