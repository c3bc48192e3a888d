#include "methods/contact/post_filter.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

ContactPoint contact(const Vec3& position, const Vec3& normal, double separation, int vertex = 0) {
    ContactPoint result;
    result.position = position;
    result.normal = normal;
    result.separation = separation;
    result.feature_a.vertices[0] = vertex;
    return result;
}

std::vector<int> vertices_of(const std::vector<ContactPoint>& contacts) {
    std::vector<int> vertices;
    vertices.reserve(contacts.size());
    for (const ContactPoint& each : contacts) {
        vertices.push_back(each.feature_a.vertices[0]);
    }
    return vertices;
}

const Vec3 kUp = Vec3::UnitY();
constexpr double kTolerance = 1e-6;

/// Returns what is merged of the contacts alone, or of them among others far away: few are compared
/// with each other, many are found in a table.
std::vector<ContactPoint> merged(std::vector<ContactPoint> contacts, double position_tolerance,
                                 double normal_tolerance, bool among_others) {
    constexpr int kOther = 1000;
    for (int i = 0; among_others && i < 20; ++i) {
        contacts.push_back(contact({-70.0, 100.0 + 10.0 * i, 50.0}, kUp, -0.5 * i, kOther));
    }
    std::vector<ContactPoint> kept = merge_repeated(contacts, position_tolerance, normal_tolerance);
    std::erase_if(kept,
                  [](const ContactPoint& each) { return each.feature_a.vertices[0] == kOther; });
    return kept;
}

}  // namespace

TEST_CASE("merge_repeated ends where coordinates exceed any count of tolerances", "[contact]") {
    // In cells of 256 tolerances they exceed the range of integers.
    const double far = GENERATE(1e300, -1e300, 1e30, -9.3e18, 9.3e18, -1e16);
    const bool among_others = GENERATE(false, true);
    const std::vector<ContactPoint> contacts{contact({far, 0.0, 0.0}, kUp, -1.0, 0),
                                             contact({far, 0.0, 0.0}, kUp, -2.0, 1),
                                             contact({0.0, far, -far}, kUp, -1.0, 2)};
    const std::vector<int> kept = vertices_of(merged(contacts, 1e-9, 1e-6, among_others));
    CHECK(kept.size() == 2);
    CHECK(std::ranges::count(kept, 1) == 1);
    CHECK(std::ranges::count(kept, 2) == 1);
}

TEST_CASE("merge_repeated keeps the deepest of contacts that agree", "[contact]") {
    const bool among_others = GENERATE(false, true);
    const Vec3 place(0.3, -0.2, 7.0);
    const std::vector<ContactPoint> contacts{
        contact(place, kUp, -0.1, 0), contact(place, kUp, -0.3, 1), contact(place, kUp, -0.2, 2)};
    CHECK(vertices_of(merged(contacts, kTolerance, kTolerance, among_others)) == std::vector{1});
}

TEST_CASE("merge_repeated keeps the first of equally deep contacts", "[contact]") {
    const bool among_others = GENERATE(false, true);
    const std::vector<ContactPoint> contacts{contact(Vec3::Ones(), kUp, -0.1, 5),
                                             contact(Vec3::Ones(), kUp, -0.1, 3)};
    CHECK(vertices_of(merged(contacts, kTolerance, kTolerance, among_others)) == std::vector{5});
}

TEST_CASE("merge_repeated takes its tolerances along each axis", "[contact]") {
    const Vec3 axis = GENERATE(Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1));
    const auto [share, agree] =
        GENERATE(std::pair(0.0, true), std::pair(0.99, true), std::pair(1.01, false),
                 std::pair(-0.99, true), std::pair(-1.01, false));
    const bool among_others = GENERATE(false, true);
    CAPTURE(axis.transpose(), share, among_others);
    const Vec3 place(0.3, -0.2, 0.7);
    const std::vector<ContactPoint> moved{contact(place, kUp, -0.1),
                                          contact(place + share * kTolerance * axis, kUp, -0.2)};
    CHECK(merged(moved, kTolerance, 0.5, among_others).size() == (agree ? 1u : 2u));
    const std::vector<ContactPoint> turned{contact(place, kUp, -0.1),
                                           contact(place, kUp + share * kTolerance * axis, -0.2)};
    CHECK(merged(turned, 0.5, kTolerance, among_others).size() == (agree ? 1u : 2u));
}

TEST_CASE("merge_repeated puts what it keeps in order", "[contact]") {
    const std::vector<ContactPoint> contacts{
        contact(Vec3::UnitX(), kUp, -0.1, 0), contact(Vec3::UnitZ(), kUp, -0.4, 1),
        contact(Vec3::UnitX(), kUp, -0.05, 2), contact(Vec3::UnitY(), kUp, -0.2, 3)};
    CHECK(vertices_of(merge_repeated(contacts, kTolerance, kTolerance)) == std::vector({1, 0, 3}));
    CHECK(merge_repeated({}, kTolerance, kTolerance).empty());
}

TEST_CASE("merge_repeated agrees with comparing all contacts", "[contact]") {
    // Crowded far from the origin and on both sides of it, so that cells of the table are shared,
    // neighbouring and negative.
    const Vec3 center = GENERATE(Vec3(0, 0, 0), Vec3(5000, -3000, 0));
    const int count = GENERATE(5, 12, 13, 400);
    const double crowd = count < 100 ? 0.05 : 0.01;
    std::mt19937 random(5);
    const auto uniform = [&random] { return static_cast<double>(random() >> 4) * 0x1p-27 - 1.0; };
    std::vector<ContactPoint> contacts;
    for (int i = 0; i < count; ++i) {
        const double x = uniform();
        const double y = uniform();
        const double z = uniform();
        const Vec3 normal = i % 3 == 0 ? Vec3(Vec3::UnitX()) : kUp;
        contacts.push_back(contact(center + 0.1 * Vec3(x, y, z), normal, uniform(), i));
    }
    std::vector<ContactPoint> by_depth = contacts;
    std::ranges::stable_sort(by_depth, {}, &ContactPoint::separation);
    std::vector<ContactPoint> expected;
    for (const ContactPoint& each : by_depth) {
        const bool repeats = std::ranges::any_of(expected, [&](const ContactPoint& kept) {
            return kept.normal == each.normal && (kept.position - each.position).norm() <= crowd;
        });
        if (!repeats) {
            expected.push_back(each);
        }
    }
    CHECK((count < 10 || expected.size() < contacts.size()));
    CHECK(vertices_of(merge_repeated(contacts, crowd, kTolerance)) ==
          vertices_of(sorted(expected)));
}

TEST_CASE("merge_repeated tells very many normals at one place apart", "[contact]") {
    // As where two spheres of tets lie in the same place: all their inner corners coincide.
    std::mt19937 random(11);
    std::vector<ContactPoint> contacts;
    std::vector<int> expected;
    for (int i = 0; i < 3000; ++i) {
        const double angle = 0.002 * (i % 1500);  // each normal comes twice
        const Vec3 normal(std::cos(angle), std::sin(angle), 0.0);
        const double jump = i % 2 == 0 ? 0.5 * kTolerance : 0.0;
        const double depth = i < 1500 ? -2.0 : -1.0 - 1e-9 * static_cast<double>(random() % 7);
        contacts.push_back(contact({jump, 0.0, 0.0}, normal, depth, i));
        if (i < 1500) {
            expected.push_back(i);
        }
    }
    std::vector<int> kept = vertices_of(merge_repeated(contacts, kTolerance, kTolerance));
    std::ranges::sort(kept);
    CHECK(kept == expected);
}

TEST_CASE("sorted sorts by y, x, z, then the normal, then the separation", "[contact]") {
    std::vector<ContactPoint> contacts{
        contact({0, 1, 0}, kUp, 0.0, 8),           contact({1, 0, 0}, kUp, 0.0, 7),
        contact({0, 0, 1}, kUp, 0.0, 6),           contact({0, 0, 0}, kUp, 0.0, 5),
        contact({0, 0, 0}, kUp, -1.0, 4),          contact({0, 0, 0}, Vec3::UnitX(), 0.0, 2),
        contact({0, 0, 0}, Vec3::UnitZ(), 0.0, 1), contact({0, 0, 0}, -kUp, 0.0, 0)};
    contacts.push_back(contact({0, 0, 0}, {1.0, 0.0, 1e-9}, 0.0, 3));
    CHECK(vertices_of(sorted(contacts)) == std::vector({0, 1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_CASE("drop_adjacent drops neighbours in the order that agree in everything", "[contact]") {
    constexpr double kNear = 0.9 * kTolerance;
    const ContactPoint first = contact({1, 2, 3}, kUp, -0.1, 0);
    const Vec3 z = Vec3::UnitZ();
    const auto [other, dropped] = GENERATE_COPY(
        std::pair(first, true), std::pair(contact({1, 2, 3 + kNear}, kUp, -0.1), true),
        std::pair(contact({1, 2, 3 + 2 * kNear}, kUp, -0.1), false),
        std::pair(contact({1, 2, 3}, kUp + kNear * z, -0.1), true),
        std::pair(contact({1, 2, 3}, kUp + 2 * kNear * z, -0.1), false),
        std::pair(contact({1, 2, 3}, kUp, -0.1 + kNear), true),
        std::pair(contact({1, 2, 3}, kUp, -0.1 + 2 * kNear), false));
    CHECK(drop_adjacent({other, first}, kTolerance).size() == (dropped ? 1u : 2u));
}

TEST_CASE("drop_adjacent compares with the kept one, and misses repeats that are no neighbours",
          "[contact]") {
    // Each step is within the tolerance of the last, but not of the first.
    std::vector<ContactPoint> steps;
    steps.reserve(4);
    for (int i = 0; i < 4; ++i) {
        steps.push_back(contact({0, 0, 0.7 * i * kTolerance}, kUp, 0.0, i));
    }
    CHECK(vertices_of(drop_adjacent(steps, kTolerance)) == std::vector({0, 2}));

    // A third contact, elsewhere in x, lies between the two in the order of positions.
    const std::vector<ContactPoint> apart{contact({0, 0, 0}, kUp, 0.0, 0),
                                          contact({5, 1e-7, 0}, kUp, 0.0, 1),
                                          contact({0, 2e-7, 0}, kUp, 0.0, 2)};
    CHECK(drop_adjacent(apart, kTolerance).size() == 3);
    CHECK(merge_repeated(apart, kTolerance, kTolerance).size() == 2);
}
