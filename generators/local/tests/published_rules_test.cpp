#include <algorithm>

#include "generators/local/tests/kernel_table.h"
#include "generators/tests/tet_contacts.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::plain;
using namespace touchstone::testing;

namespace {

/// A tet with all its faces on the surface. The corners must make a positive volume.
PlainTet solid(const std::array<Vec3, 4>& corners) {
    REQUIRE(
        (corners[3] - corners[0]).dot((corners[1] - corners[0]).cross(corners[2] - corners[0])) >
        0.0);
    return {corners, surface_of_faces(15)};
}

/// The contacts of an edge of A with an edge of B.
Contacts edge_contacts(const std::string& id, const TetPair& pair, const std::string& option,
                       const std::string& value, Profile profile = Profile::Corrected) {
    const NamedKernel& kernel = find_kernel(best_kernels(), id);
    KernelSettings settings = make_kernel_settings(kernel, profile);
    settings.set_envelope(0.01);
    settings.set_if_any(option, value);
    Contacts contacts = find_by_kernel(kernel, pair.a, pair.b, settings);
    std::erase_if(contacts, [](const PlainContact& contact) {
        return contact.element_a.type != FeatureType::Edge ||
               contact.element_b.type != FeatureType::Edge;
    });
    return contacts;
}

/// An upright wedge whose upper edge, its first, runs along x.
PlainTet wedge() { return solid({Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, -1, 1), Vec3(0, -1, -1)}); }

}  // namespace

TEST_CASE("the research code's normal of two edges ends at the far end of B's edge",
          "[published]") {
    // B's first edge runs askew over A's, 1 cm above it.
    const PlainTet b =
        solid({Vec3(-0.3, 0.01, -1), Vec3(0.2, 0.02, 1), Vec3(1, 1, 0.1), Vec3(-1, 1, 0.2)});
    const TetPair pair{wedge(), b};
    const Vec3 along_a = pair.a.corners[1] - pair.a.corners[0];
    const auto contacts = edge_contacts("closest_points", pair, "edge_normal", "code");
    REQUIRE(contacts.size() == 1);
    const Vec3 expected = along_a.cross(b.corners[1] - pair.a.corners[0]).normalized();
    CHECK(std::abs(contacts[0].normal.dot(expected)) == Approx(1.0).margin(1e-12));
    CHECK(contacts[0].normal.y() > 0.0);
    // The separation vector is perpendicular to both edges, and another direction.
    const auto right = edge_contacts("closest_points", pair, "edge_normal", "separation");
    REQUIRE(right.size() == 1);
    CHECK(std::abs(right[0].normal.dot((b.corners[1] - b.corners[0]).normalized())) < 1e-12);
    CHECK((right[0].normal - contacts[0].normal).norm() > 0.01);
}

TEST_CASE("an edge of A meets one edge of B, or all in the research code", "[published]") {
    // Two edges of B fan out over A's.
    const PlainTet b =
        solid({Vec3(0, 0.005, -1), Vec3(-0.3, 0.005, 1), Vec3(0.3, 0.005, 1), Vec3(0, 1, 0.5)});
    CHECK(edge_contacts("closest_points", {wedge(), b}, "edge_use", "once").size() == 1);
    CHECK(edge_contacts("closest_points", {wedge(), b}, "edge_use", "repeated").size() == 2);
}

TEST_CASE("a corner exactly behind the border of a face counts in the research code",
          "[published]") {
    // Whole numbers, with which the test against the edges of the face is exact. Its normal is that
    // of the face of A opposite its last corner.
    const Vec3 normal(1.0, 2.0, 2.0);
    const PlainTet a =
        solid({Vec3(0, 0, 0), Vec3(0, 30, -30), Vec3(60, -30, 0), Vec3(-7, -63, -40)});
    const Vec3 above = (a.corners[0] + a.corners[1] + a.corners[2]) / 3.0 + 10.0 * normal;
    const NamedKernel& kernel = find_kernel(best_kernels(), "intersection");
    const KernelSettings settings = make_kernel_settings(kernel, Profile::Published);
    for (int side = 0; side < 3; ++side) {
        for (int depth = 1; depth < 10; ++depth) {
            const Vec3 tip = 0.5 * (a.corners[side] + a.corners[(side + 1) % 3]) - depth * normal;
            PlainTet b{{tip, above, above + Vec3(3, 0, 0), above + Vec3(0, 3, 1)},
                       surface_of_faces(15)};
            if ((b.corners[3] - tip).dot((above - tip).cross(b.corners[2] - tip)) < 0.0) {
                std::swap(b.corners[2], b.corners[3]);
            }
            const Contacts contacts = find_by_kernel(kernel, a, b, settings);
            CAPTURE(side, depth, describe(contacts));
            CHECK(std::ranges::any_of(contacts, [](const PlainContact& contact) {
                return contact.element_a.type == FeatureType::Face &&
                       contact.element_a.index == 3 &&
                       contact.element_b.type == FeatureType::Vertex &&
                       contact.element_b.index == 0;
            }));
        }
    }
}

TEST_CASE("bare leaf bounds miss tips that face each other along their slabs", "[published]") {
    const double gap = 0.005;
    const PlainTet a = solid({Vec3(0, 0, 0), Vec3(-1, 0, 0), Vec3(0, 0, -1), Vec3(0, -1, 0)});
    const PlainTet b =
        solid({Vec3(gap, gap, gap), Vec3(1, gap, gap), Vec3(gap, 1, gap), Vec3(gap, gap, 1)});
    const NamedKernel& kernel = find_kernel(best_kernels(), "closest_points");
    KernelSettings settings = make_kernel_settings(kernel, Profile::Corrected);
    settings.set_envelope(0.01);
    CHECK(!find_by_kernel(kernel, a, b, settings).empty());
    settings.set_if_any("leaves", "bare");
    CHECK(find_by_kernel(kernel, a, b, settings).empty());
}

TEST_CASE("edges that run round their triangles give some pairs a second normal", "[published]") {
    Random random(11);
    std::size_t by_tet = 0;
    std::size_t by_triangle = 0;
    for (int i = 0; i < 400; ++i) {
        const TetPair pair = random_pair(random, Placement::Overlapping);
        const auto distinct = [&](const char* direction) {
            const Contacts all = edge_contacts("intersection", pair, "edge_direction", direction);
            Contacts kept;
            std::ranges::copy_if(all, std::back_inserter(kept), [&](const PlainContact& contact) {
                return !contains_all(kept, {contact}, 1.0);
            });
            return kept.size();
        };
        by_tet += distinct("tet");
        by_triangle += distinct("triangle");
    }
    CHECK(by_tet > 50);
    CHECK(by_triangle > by_tet);
}

TEST_CASE("the method of the text finds contacts in front of a triangle", "[published]") {
    Random random(12);
    std::size_t tested = 0;
    std::size_t untested = 0;
    for (int i = 0; i < 400; ++i) {
        const TetPair pair = random_pair(random, Placement::Overlapping);
        tested += edge_contacts("intersection", pair, "midpoint", "behind_both").size();
        untested += edge_contacts("intersection", pair, "midpoint", "anywhere").size();
    }
    CHECK(tested > 50);
    CHECK(untested > tested);
}
