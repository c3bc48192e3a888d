#include "methods/quality/opposite.h"

#include <cmath>
#include <random>
#include <tuple>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// Of two pairs of bodies; normals within about `spread` of ±y, separations up to `depth`.
std::vector<ContactPoint> make_contacts(int count, const Vec3& extents, double spread, double depth,
                                        unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> side(-1.0, 1.0);
    std::vector<ContactPoint> contacts(count);
    for (ContactPoint& contact : contacts) {
        const double up = side(random) < 0.0 ? -1.0 : 1.0;
        contact.position = extents.cwiseProduct(Vec3(side(random), side(random), side(random)));
        contact.normal = Vec3(spread * side(random), up, spread * side(random)).normalized();
        contact.normal *= random() % 16 == 0 ? 0.5 : 1.0;
        contact.separation = -depth * std::pow(side(random), 4);
        contact.body_a = static_cast<int>(random() % 2);
        contact.body_b = 2;
    }
    return contacts;
}

/// Compares all with all.
int opposite_of_all(const std::vector<ContactPoint>& contacts, double round_off) {
    const auto are_opposite = [&](const ContactPoint& x, const ContactPoint& y) {
        const double reach = 0.5 * (std::abs(x.separation) + std::abs(y.separation)) + round_off;
        const Vec3 normal = x.normal.normalized();
        const Vec3 apart = y.position - x.position;
        const double along = normal.dot(apart);
        return normal.dot(y.normal.normalized()) < -0.9848 && std::abs(along) <= reach &&
               (apart - along * normal).norm() <= reach;
    };
    const auto rank = [&](int i) { return std::pair(contacts[i].position.x(), i); };
    int count = 0;
    for (int i = 0; i < std::ssize(contacts); ++i) {
        bool found = false;
        for (int j = 0; j < std::ssize(contacts) && !found; ++j) {
            found = contacts[i].body_a == contacts[j].body_a && rank(j) < rank(i) &&
                    are_opposite(contacts[i], contacts[j]);
        }
        count += found ? 1 : 0;
    }
    return count;
}

}  // namespace

TEST_CASE("count_opposite counts what comparing all with all counts", "[quality]") {
    const Vec3 extents = GENERATE(Vec3(1, 1, 1), Vec3(1, 0.01, 1), Vec3(0, 0, 1), Vec3(0, 0, 0));
    const double spread = GENERATE(0.0, 0.2, 3.0);
    const double depth = GENERATE(0.0, 0.1, 5.0);
    for (unsigned seed = 0; seed < 4; ++seed) {
        const std::vector<ContactPoint> contacts = make_contacts(120, extents, spread, depth, seed);
        for (const double round_off : {1e-9, 0.05}) {
            CHECK(count_opposite(contacts, round_off) == opposite_of_all(contacts, round_off));
        }
    }
}

TEST_CASE("count_opposite compares few contacts in a crowd", "[quality]") {
    constexpr int kCount = 4000;
    std::vector<ContactPoint> contacts(kCount);
    std::int64_t compared = 0;
    SECTION("with normals in all directions, as of two spheres at one place") {
        contacts = make_contacts(kCount, Vec3(1, 1, 1), 3.0, 5.0, 7);
    }
    SECTION("on both sides of a plate that one deep contact reaches over") {
        contacts = make_contacts(kCount, Vec3(1, 0, 1), 0.0, 1e-6, 7);
        for (ContactPoint& contact : contacts) {
            contact.position.y() = contact.normal.y() < 0.0 ? 0.5 : -0.5;
        }
        contacts[0].separation = -1.0;
    }
    SECTION("with normals that are not quite opposite") {
        for (int i = 0; i < kCount; ++i) {
            contacts[i].normal = i % 2 == 0 ? Vec3(0, 1, 0) : Vec3(0.2, -1, 0).normalized();
            contacts[i].body_b = 1;
        }
        CHECK(count_opposite(contacts, 1e-9) == 0);
    }
    count_opposite(contacts, 1e-9, &compared);
    CHECK(compared < 100 * kCount);  // all with all are 2000 · kCount
}
