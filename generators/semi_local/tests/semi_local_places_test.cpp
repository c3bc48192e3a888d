// What semi_local finds where several normals are possible, and how it fails where it cannot know.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "generators/semi_local/tests/semi_local_solids.h"
#include "methods/base/random_share.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/surface_variants.h"

using namespace touchstone;
using namespace touchstone::testing;

/// With all corners of regions.
const semi_local::Settings kOutline{.points = semi_local::RegionPoints::Outline};

TEST_CASE("a box on a box touches at the corners of what they share", "[semi_local]") {
    const Placed lower{make_box({2.0, 1.0, 2.0}), {}};
    const Placed upper{make_box({1.0, 1.0, 3.0}), at(0.2, 1.0, 0.1)};
    const std::vector<ContactPoint> contacts = find_between(lower, upper);
    CHECK(contacts.size() == 4);
    CHECK(count_normal(contacts, Vec3::UnitY()) == 4);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.feature_a.type == FeatureType::Face);
        CHECK(contact.feature_b.type == FeatureType::Face);
    }
}

TEST_CASE("boxes that share an edge or a corner touch there alone", "[semi_local]") {
    const SurfaceMesh box = make_box({1.0, 1.0, 1.0});
    CHECK(find_between({box, {}}, {box, at(1.0, 1.0, 0.0)}).size() == 2);
    CHECK(find_between({box, {}}, {box, at(1.0, 1.0, 1.0)}).size() == 1);
}

TEST_CASE("of two equal boxes that lean and slide the normal is the mean of both", "[semi_local]") {
    // By 0.3°, at 10 m/s: a larger one's facet would be that of the normal.
    const SurfaceMesh box = make_box({1.0, 0.2, 1.0});
    const double lean = 0.3 * std::numbers::pi / 180.0;
    const auto find = [](const SurfaceMesh& lower, const SurfaceMesh& upper, bool swap) {
        const CollisionShape low = make_facet_shape(lower);
        const CollisionShape high = make_facet_shape(upper);
        std::vector<SceneBody> bodies{
            {make_collider(low, Pose{}), false},
            {make_collider(high, turned_about(Vec3::UnitZ(), 0.3, Vec3(0.0, 0.2, 0.0))), false}};
        bodies[1].collider.linear_velocity = Vec3(10.0, 0.0, 0.0);
        if (swap) {
            std::swap(bodies[0], bodies[1]);
        }
        Query query{0.01, semi_local::Settings{}};
        query.look_ahead = true;
        return find_contacts(bodies, find_generator("semi_local"), query);
    };
    const auto check_normal = [](const std::vector<ContactPoint>& contacts, const Vec3& normal) {
        int sunk = 0;  // corners of the region that overlap now
        for (const ContactPoint& contact : contacts) {
            if (contact.feature_a.type == FeatureType::Face &&
                contact.feature_b.type == FeatureType::Face && contact.separation < 0.0) {
                ++sunk;
                CHECK((contact.normal - normal).norm() < 1e-6);
            }
        }
        CHECK(sunk >= 2);
    };
    const Vec3 mean(-std::sin(0.5 * lean), std::cos(0.5 * lean), 0.0);
    const Vec3 of_upper(-std::sin(lean), std::cos(lean), 0.0);
    for (const bool swap : {false, true}) {
        const double side = swap ? -1.0 : 1.0;
        for (unsigned seed = 0; seed < 6; ++seed) {
            // Cuts round the size of a body, and turn the order of the two.
            const SurfaceMesh cut = split_at_random(box, 8, seed);
            CAPTURE(seed, swap);
            check_normal(find(box, cut, swap), side * mean);
            check_normal(find(cut, box, swap), side * mean);
        }
        check_normal(find(box, make_box({1.02, 0.2, 1.02}), swap), side * of_upper);
        check_normal(find(make_box({1.02, 0.2, 1.02}), box, swap), side * Vec3::UnitY());
    }
}

TEST_CASE("where nothing tells two normals apart the contact's lies between them", "[semi_local]") {
    const SurfaceMesh box = make_box({1.0, 1.0, 1.0});
    const Vec3 between(kHalfRoot, kHalfRoot, 0.0);
    const Placed low{box, {}};
    for (const double off : {0.0, 1e-7, -1e-7}) {
        const Placed high{box, at(1.0 + off, 1.0, 0.0)};
        CAPTURE(off);
        const std::vector<ContactPoint> contacts = find_between(low, high);
        const std::vector<ContactPoint> swapped = find_between(high, low);
        REQUIRE(contacts.size() == 2);
        REQUIRE(swapped.size() == 2);
        for (int i = 0; i < 2; ++i) {
            CHECK((contacts[i].normal - between).norm() < 0.02);
            CHECK(std::abs(contacts[i].separation - kHalfRoot * off) < 1e-9);
            CHECK(std::abs(contacts[i].position.x() - 0.5) < 1e-6);
            CHECK(std::abs(contacts[i].position.y() - 0.5) < 1e-6);
            CHECK(swapped[i].normal == -contacts[i].normal);
        }
    }
    // What tells them apart chooses one: a line between the centres that is nearer to one normal,
    // or a motion.
    const SurfaceMesh flat = make_box({1.0, 0.5, 1.0});
    CHECK(count_normal(find_between({box, {}}, {flat, at(1.0, 0.75, 0.0)}), Vec3::UnitX()) == 2);
    const Placed falling{box, at(1.0, 1.0, 0.0), Vec3(0.1, -1.0, 0.0)};
    CHECK(count_normal(find_between({box, {}}, falling), Vec3::UnitX()) == 2);
}

TEST_CASE("a contact ahead lies between normals that nothing tells apart as well", "[semi_local]") {
    // A box that comes down on the edge of another along the middle between the faces at it.
    const SurfaceMesh box = make_box({1.0, 1.0, 1.0});
    const CollisionShape shape = make_facet_shape(box);
    const Vec3 between(kHalfRoot, kHalfRoot, 0.0);
    const double gap = GENERATE(0.02, 0.05);
    const bool swap = GENERATE(false, true);
    std::vector<SceneBody> bodies{{make_collider(shape, Pose{}), false},
                                  {make_collider(shape, at(1.0 + gap, 1.0 + gap, 0.0)), false}};
    bodies[1].collider.linear_velocity = Vec3(-8.0, -8.0, 0.0);
    if (swap) {
        std::swap(bodies[0], bodies[1]);
    }
    Query query{0.01, semi_local::Settings{}};
    query.look_ahead = true;
    const std::vector<ContactPoint> contacts =
        find_contacts(bodies, find_generator("semi_local"), query);
    CAPTURE(gap, swap);
    // One at each end of the edges; edges that cross at an end are alone at their places.
    const Vec3 normal = (swap ? -1.0 : 1.0) * between;
    CHECK(count_normal(contacts, normal) == 2);
    for (const ContactPoint& contact : contacts) {
        if (contact.normal.dot(normal) > 0.99) {
            CHECK((contact.normal - normal).norm() < 1e-6);
            CHECK(std::abs(contact.separation - gap / kHalfRoot) < 1e-6);
            CHECK(!contact.plane);  // no two features span it
        }
    }
}

TEST_CASE("boards that lean on each other push along the line between their centres",
          "[semi_local]") {
    // Edge on edge at the origin, at 20 and 26 degrees.
    const Vec3 left_edge(0.05, 1.0, 0.0);
    const Vec3 right_edge(-0.05, 1.03, 0.0);
    const Pose left = turned_about(Vec3::UnitZ(), -20.0, Vec3::Zero());
    const Pose right = turned_about(Vec3::UnitZ(), 26.0, Vec3::Zero());
    const Placed a{make_box({0.1, 2.0, 1.0}), {left.rotation, -(left.rotation * left_edge)}};
    const Placed b{make_box({0.1, 2.06, 1.0}), {right.rotation, -(right.rotation * right_edge)}};
    const Vec3 line = (b.pose.translation - a.pose.translation).normalized();
    const std::vector<ContactPoint> contacts = find_between(a, b);
    REQUIRE(contacts.size() == 2);
    for (const ContactPoint& contact : contacts) {
        CHECK((contact.normal - line).norm() < 1e-9);
        CHECK(std::abs(contact.separation) < 1e-12);
    }
}

TEST_CASE("a box in a corner rests on the floor and the wall", "[semi_local]") {
    const SurfaceMesh corner =
        make_prism({{{-1, -1}, {3, -1}, {3, 0}, {0, 0}, {0, 3}, {-1, 3}}}, 4.0);
    const std::vector<ContactPoint> contacts =
        find_between({corner, {}}, {make_box({1.0, 1.0, 1.0}), at(0.5, 0.5, 0.0)});
    CHECK(contacts.size() == 8);
    CHECK(count_normal(contacts, Vec3::UnitX()) == 4);
    CHECK(count_normal(contacts, Vec3::UnitY()) == 4);
}

TEST_CASE("a wedge in a groove of its own shape has two regions", "[semi_local]") {
    const SurfaceMesh wedge = make_prism({{{0, 0}, {0.5, 0.5}, {-0.5, 0.5}}}, 2.0);
    const std::vector<ContactPoint> contacts = find_between({make_groove(), {}}, {wedge, {}});
    CHECK(contacts.size() == 8);
    CHECK(count_normal(contacts, {kHalfRoot, kHalfRoot, 0.0}) == 4);
    CHECK(count_normal(contacts, {-kHalfRoot, kHalfRoot, 0.0}) == 4);
}

TEST_CASE("a wedge across a crack touches its rims", "[semi_local]") {
    // A blade along x lies over the groove along z.
    const SurfaceMesh blade = make_prism({{{0, 0}, {0.3, 1}, {-0.3, 1}}}, 3.0);
    const std::vector<ContactPoint> contacts = find_between(
        {make_groove(), {}}, {blade, turned_about(Vec3::UnitY(), 90.0, {0.0, 1.0, 0.0})});
    CHECK(contacts.size() == 4);
    CHECK(count_normal(contacts, Vec3::UnitY()) == 4);
}

TEST_CASE("an L over an L meets at the corners that span what they share, or at all of them",
          "[semi_local]") {
    const SurfaceMesh lower = make_prism_of_cells({{true, true}, {true, false}}, -1.0, 0.0);
    const SurfaceMesh upper = make_prism_of_cells({{true, true}, {true, false}}, 0.0, 1.0);
    const std::vector<ContactPoint> contacts = find_between({lower, {}}, {upper, {}});
    CHECK(contacts.size() == 5);
    CHECK(count_normal(contacts, Vec3::UnitY()) == 5);
    const std::vector<ContactPoint> all = find_between({lower, {}}, {upper, {}}, kOutline);
    CHECK(all.size() == 6);
    CHECK(count_normal(all, Vec3::UnitY()) == 6);
}

TEST_CASE("a box over a hole stands on its own corners, and on the hole's if these are wanted",
          "[semi_local]") {
    const SurfaceMesh frame = make_prism_of_cells(
        {{true, true, true}, {true, false, true}, {true, true, true}}, -1.0, 0.0);
    const Placed box{make_box({2.6, 1.0, 2.2}), at(1.5, 0.5, 1.5)};
    CHECK(find_between({frame, {}}, box).size() == 4);
    CHECK(find_between({frame, {}}, box, kOutline).size() == 8);
    // Where a part of the hole is the border of what is shared, its corners span it.
    const Placed half{make_box({1.3, 1.0, 0.8}), at(1.5, 0.5, 2.4)};
    CHECK(find_between({frame, {}}, half).size() == 4);
}

TEST_CASE("the corners that span a round region are all of its corners", "[semi_local]") {
    std::vector<std::array<double, 2>> ring;
    for (int i = 0; i < 96; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / 96.0;
        ring.push_back({std::cos(angle), std::sin(angle)});
    }
    const Placed disc{make_prism(ring, 1.0), at(0.0, 0.0, 0.5)};
    const Placed ground{make_box({4.0, 4.0, 1.0}), at(0.1, 0.2, -0.5)};
    CHECK(find_between(ground, disc).size() == 96);
}

TEST_CASE("a box corner over a notch does not catch on the notch's walls", "[semi_local]") {
    const SurfaceMesh notch = make_prism_of_cells({{true, true}, {true, false}}, -1.0, 0.0);
    // The box covers half of the gap, its sides in line with nothing.
    const std::vector<ContactPoint> contacts =
        find_between({notch, {}}, {make_box({1.0, 1.0, 1.0}), at(1.2, 0.5, 1.2)}, kOutline);
    CHECK(contacts.size() == 6);
    CHECK(count_normal(contacts, Vec3::UnitY()) == 6);
}

TEST_CASE("what ties over a notch at rest is decided by the velocity", "[semi_local]") {
    // The box's corner is in the inner corner of the notch, its edges on the notch's rims: the top
    // holds it, or both walls do.
    const Placed notch{make_prism_of_cells({{true, true}, {true, false}}, -1.0, 0.0), {}};
    Placed box{make_box({1.0, 1.0, 1.0}), at(1.5, 0.5, 1.5)};
    const std::vector<ContactPoint> at_rest = find_between(notch, box);
    CHECK(at_rest.size() == 5);  // all three in the inner corner, the top at the rims' other ends
    CHECK(count_normal(at_rest, Vec3::UnitY()) == 3);
    box.velocity = Vec3(-0.1, -1.0, -0.1);  // into the gap, along its walls
    const std::vector<ContactPoint> falling = find_between(notch, box);
    CHECK(count_normal(falling, Vec3::UnitY()) == 0);
    CHECK(falling.size() == 4);
}

TEST_CASE("a spike in a saddle is held by all four planes, moving by two", "[semi_local]") {
    const Placed saddle{make_saddle(), {}};
    Placed spike{make_spike(), {}};
    CHECK(find_between(saddle, spike).size() == 4);
    // Down and along the valley: the two planes ahead hold it.
    spike.velocity = Vec3(1.0, -1.0, 0.0);
    const std::vector<ContactPoint> moving = find_between(saddle, spike);
    CHECK(moving.size() == 2);
}

TEST_CASE("a spike dragged over a rim into a crack", "[semi_local]") {
    const Placed groove{make_groove(), {}};
    const auto contacts_at = [&](double x, double y) {
        return find_between(groove, {make_spike(), at(x, y, 0.1)});
    };
    const std::vector<ContactPoint> on_top = contacts_at(1.5, 1.0);
    CHECK(on_top.size() == 1);
    CHECK(count_normal(on_top, Vec3::UnitY()) == 1);
    const std::vector<ContactPoint> on_wall = contacts_at(0.5, 0.5);
    CHECK(on_wall.size() == 1);
    CHECK(count_normal(on_wall, {-kHalfRoot, kHalfRoot, 0.0}) == 1);
    const std::vector<ContactPoint> at_bottom = contacts_at(0.0, 0.0);
    CHECK(at_bottom.size() == 2);
    CHECK(count_normal(at_bottom, {kHalfRoot, kHalfRoot, 0.0}) == 1);
    CHECK(count_normal(at_bottom, {-kHalfRoot, kHalfRoot, 0.0}) == 1);
    CHECK(contacts_at(0.0, 0.5).empty());
}

TEST_CASE("a cube pushed off a pedestal keeps right normals to the end", "[semi_local]") {
    const Placed pedestal{make_box({2.0, 1.0, 2.0}), {}};
    for (double x = 0.0; x < 2.4; x += 0.01) {
        const std::vector<ContactPoint> contacts =
            find_between(pedestal, {make_box({1.0, 1.0, 1.0}), at(x, 1.0, 0.0)});
        CAPTURE(x, contacts.size());
        // Edge on edge the side is as good as the top.
        CHECK(count_normal(contacts, Vec3::UnitY()) +
                  (x > 1.49 ? count_normal(contacts, Vec3::UnitX()) : 0) ==
              std::ssize(contacts));
        if (x < 1.48) {
            CHECK(contacts.size() == 4);
        } else if (x > 1.485 && x < 1.505) {
            CHECK(contacts.size() == 2);
        } else if (x > 1.515) {
            CHECK(contacts.empty());
        }
    }
}

TEST_CASE("convex solids have one normal where they touch", "[semi_local]") {
    // A spike on a cube's corner: every facet there is feasible, two would trap the spike.
    std::mt19937_64 random(5);
    const auto uniform = [&] { return 2.0 * random_share(random) - 1.0; };
    for (int n = 0; n < 200; ++n) {
        const Vec3 error = 1e-3 * Vec3(uniform(), uniform(), uniform());
        Placed spike{make_spike(), {Quat::Identity(), Vec3(0.5, 0.5, 0.5) + error}};
        if (n % 2 == 1) {
            spike.velocity = Vec3(uniform(), uniform(), uniform());
        }
        CHECK(find_between({make_box({1.0, 1.0, 1.0}), {}}, spike).size() <= 1);
    }
}

TEST_CASE("a needle with one tip of 64 facets has one contact per normal", "[semi_local]") {
    std::vector<Vec3> points{{0, 0, 0}};
    for (int i = 0; i < 64; ++i) {
        const double t = 2.0 * std::numbers::pi * i / 64.0;
        points.emplace_back(0.2 * std::cos(t), 1.0, 0.2 * std::sin(t));
    }
    const SurfaceMesh needle = make_convex_hull(points);
    const std::vector<ContactPoint> contacts =
        find_between({make_box({1.0, 1.0, 1.0}), at(0.0, -0.5, 0.0)}, {needle, {}});
    CHECK(contacts.size() == 1);
    CHECK(count_normal(contacts, Vec3::UnitY()) == 1);
}

TEST_CASE("the options change what counts as contact", "[semi_local]") {
    const Placed lower{make_box({1.0, 1.0, 1.0}), {}};
    const Placed upper{make_box({1.0, 1.0, 1.0}), at(0.0, 1.01, 0.0)};
    semi_local::Settings settings;
    CHECK(find_between(lower, upper, settings).empty());  // 0.005 of √3 is less
    settings.eps = 0.01;
    CHECK(find_between(lower, upper, settings).size() == 4);
    const Placed tilted{make_box({1.0, 1.0, 1.0}),
                        turned_about(Vec3::UnitZ(), 0.3, {0.0, 1.0, 0.0})};
    CHECK(find_between(lower, tilted, settings).size() == 4);
    settings.delta = 0.2;
    CHECK(find_between(lower, tilted, settings).size() == 2);
}
