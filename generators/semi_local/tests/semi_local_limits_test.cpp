// The limits of semi_local, in the order of docs/methods/semi_local.md, with a scene each: no
// contacts, fewer or too many; never a wrong normal.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "generators/semi_local/tests/semi_local_solids.h"
#include "generators/semi_local/turning_plane.h"
#include "methods/continuous/gjk.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// A normal is right for two convex solids when its plane through the contact has one of them on
/// either side. `slack`: what they may overlap it by [m].
bool keeps_apart(const ContactPoint& contact, const Placed& a, const Placed& b, double slack) {
    const auto all_below = [&](const Placed& solid, double sign) {
        return std::ranges::all_of(solid.surface.vertices, [&](const Vec3& vertex) {
            return sign * contact.normal.dot(solid.pose * vertex - contact.position) <= slack;
        });
    };
    return all_below(a, 1.0) && all_below(b, -1.0);
}

/// Returns the contacts of a fixed body and one that moves, with those ahead of a step of 0.01 s.
std::vector<ContactPoint> find_in_motion(const Placed& fixed, const Placed& moving) {
    const CollisionShape shape = make_facet_shape(fixed.surface);
    const CollisionShape moving_shape = make_facet_shape(moving.surface);
    std::vector<SceneBody> bodies{{make_collider(shape, fixed.pose), true},
                                  {make_collider(moving_shape, moving.pose), false}};
    bodies[1].collider.linear_velocity = moving.velocity;
    Query query{0.01, semi_local::Settings{}};
    query.look_ahead = true;
    query.acceleration = 9.81;
    std::vector<ContactPoint> contacts = find_contacts(bodies, find_generator("semi_local"), query);
    for (const ContactPoint& contact : contacts) {
        UNSCOPED_INFO(contact.position.transpose()
                      << "; " << contact.normal.transpose() << "; " << contact.separation);
    }
    return contacts;
}

/// The spike stands on the tip of another one.
const Placed kSpikeBelow{make_spike(), turned_about(Vec3::UnitX(), 180.0, Vec3::Zero())};

}  // namespace

TEST_CASE("two tips at rest have one of the possible normals", "[semi_local][limits]") {
    Draws uniform(1);
    for (int n = 0; n < 100; ++n) {
        const Placed above{make_spike(), {Quat::Identity(), uniform.vector(0.001)}};
        const std::vector<ContactPoint> contacts = find_between(kSpikeBelow, above);
        REQUIRE(contacts.size() <= 1);
        for (const ContactPoint& contact : contacts) {
            CHECK(keeps_apart(contact, kSpikeBelow, above, 0.004));
        }
    }
}

TEST_CASE("a velocity that pose errors outweigh picks another possible normal",
          "[semi_local][limits]") {
    // Within the 0.05 s that are looked ahead the spike goes 1 mm; it stands up to 5 mm off.
    Draws uniform(2);
    int found = 0;
    for (int n = 0; n < 100; ++n) {
        const Placed above{
            make_spike(), {Quat::Identity(), uniform.vector(0.005)}, Vec3(0.02, -0.01, 0.0)};
        const std::vector<ContactPoint> contacts = find_between(kSpikeBelow, above);
        REQUIRE(contacts.size() <= 1);
        for (const ContactPoint& contact : contacts) {
            CHECK(keeps_apart(contact, kSpikeBelow, above, 0.012));
            ++found;
        }
    }
    CHECK(found > 50);
}

TEST_CASE("of bodies in motion that are apart no features count as overlapping", "[semi_local]") {
    // A cube turned at random beside the rim of another, at most some envelopes away.
    const SurfaceMesh cube = make_box({1.0, 1.0, 1.0});
    const CollisionShape shape = make_facet_shape(cube);
    const SupportShape hull = make_support_hull(cube);
    const auto contacts_at = [&](const Pose& pose, bool look_ahead) {
        std::vector<SceneBody> bodies{{make_collider(shape, Pose{}), true},
                                      {make_collider(shape, pose), false}};
        bodies[1].collider.linear_velocity = Vec3(0.0, -0.01, 0.0);
        Query query{0.01, semi_local::Settings{}};
        query.look_ahead = look_ahead;
        return find_contacts(bodies, find_generator("semi_local"), query);
    };
    const auto count_overlaps = [&](const Pose& pose, bool look_ahead) {
        return std::ranges::count_if(
            contacts_at(pose, look_ahead),
            [](const ContactPoint& contact) { return contact.separation < -1e-4; });
    };
    Draws uniform(3);
    int at_rest = 0;
    int overlapping = 0;
    for (int n = 0; n < 4000; ++n) {
        const Quat turn = uniform.rotation();
        Vec3 tip = Vec3::Zero();  // the lowest corner, from the centre
        for (const Vec3& vertex : cube.vertices) {
            tip = (turn * vertex).y() < tip.y() ? turn * vertex : tip;
        }
        const Vec3 beside(uniform.uniform(0.5, 0.51), uniform.uniform(0.49, 0.5),
                          uniform.uniform(-0.5, 0.5));
        const Pose pose{turn, beside - tip};
        const PairDistance distance =
            pair_distance(place_pair(hull, {}, hull, {turn.toRotationMatrix(), pose.translation}));
        if (distance.upper < 1e-9) {
            CAPTURE(n);
            CHECK_FALSE(contacts_at(pose, true).empty());
            ++overlapping;
        }
        if (!(distance.lower > 5e-4)) {
            continue;
        }
        at_rest += count_overlaps(pose, false) > 0 ? 1 : 0;
        CAPTURE(n, distance.lower);
        CHECK(count_overlaps(pose, true) == 0);
    }
    CHECK(at_rest > 20);  // without the motion, features within the envelope count as crossed
    CHECK(overlapping > 100);
}

TEST_CASE("the edges between which a gap closes are told", "[semi_local]") {
    // A cube tips over the rim x = z = 0.5 m of another, 5 mm above it.
    const CollisionShape shape = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    const Quat turn(Eigen::AngleAxisd(-0.2, Vec3::UnitZ()));
    const Vec3 center = Vec3(0.5, 0.5, 0.3) + turn * Vec3(0.0, 0.505, 0.0);
    const bool exchanged = GENERATE(false, true);
    const auto edges_at = [&](double spin) {
        std::vector<SceneBody> bodies{{make_collider(shape, Pose{}), true},
                                      {make_collider(shape, {turn, center}), false}};
        bodies[1].collider.linear_velocity = Vec3(0.2, -0.6, 0.0);
        bodies[1].collider.angular_velocity = Vec3(0.0, 0.0, -spin);
        if (exchanged) {
            std::swap(bodies[0], bodies[1]);
        }
        Query query{0.01, semi_local::Settings{}};
        query.look_ahead = true;
        query.acceleration = 9.81;
        std::vector<ContactPoint> edges =
            find_contacts(bodies, find_generator("semi_local"), query);
        std::erase_if(edges, [](const ContactPoint& contact) {
            return contact.feature_a.type != FeatureType::Edge;
        });
        return edges;
    };
    // Without a spin too: an impact of the step may begin one.
    const double spin = GENERATE(0.0, 2.0);
    const std::vector<ContactPoint> edges = edges_at(spin);
    REQUIRE_FALSE(edges.empty());
    for (const ContactPoint& contact : edges) {
        REQUIRE(contact.plane);
        for (int i = 0; i < 2; ++i) {
            const bool is_above = contact.plane->turns_with_b[i] != exchanged;
            const Vec3 edge = is_above ? Vec3(turn * Vec3::UnitX()) : Vec3(Vec3::UnitZ());
            CHECK(std::abs(contact.plane->along[i].dot(edge)) == Approx(1.0));
        }
        CHECK(contact.plane->turns_with_b[0] != contact.plane->turns_with_b[1]);
        const Vec3 across = contact.plane->along[0].cross(contact.plane->along[1]).normalized();
        const double gap = across.dot(contact.plane->point_b - contact.plane->point_a);
        CHECK(std::abs(gap) == Approx(0.005));
    }
}

TEST_CASE("edges that are nearly parallel span no plane", "[semi_local]") {
    const CollisionShape shape = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    const auto planes_at = [&](double turn) {
        const Pose above{Quat(Eigen::AngleAxisd(turn, Vec3::UnitY())), Vec3(0.0, 1.001, 0.0)};
        const Collider a = make_collider(shape, Pose{});
        const Collider b = make_collider(shape, above);
        const semi_local::PairFrame frame = semi_local::make_pair_frame(a, b, 0.01, {});
        int planes = 0;
        for (int i = 0; i < 12; ++i) {
            for (int j = 0; j < 12; ++j) {
                planes += semi_local::turning_plane(
                              frame, {{FacetFeatureType::Edge, i}, {FacetFeatureType::Edge, j}})
                              ? 1
                              : 0;
            }
        }
        return planes;
    };
    CHECK(planes_at(0.1) == 144 - 4 * 4);
    CHECK(planes_at(0.01) == 144 - 3 * 4 * 4);
}

TEST_CASE("the plane of a facet is that from which separations are measured", "[semi_local]") {
    // A top that is bent by 2e-6 of its size: its corners lie beside the plane fitted to it.
    SurfaceMesh bent = make_box({1.0, 1.0, 1.0});
    for (Vec3& vertex : bent.vertices) {
        vertex.y() += vertex.x() * vertex.z() > 0.0 && vertex.y() > 0.0 ? 2e-6 : 0.0;
    }
    const CollisionShape shape = make_facet_shape(bent);
    const Collider a = make_collider(shape, Pose{});
    const Collider b = make_collider(shape, {Quat::Identity(), Vec3(0.0, 1.001, 0.0)});
    const semi_local::PairFrame frame = semi_local::make_pair_frame(a, b, 0.01, {});
    REQUIRE(frame.a->facets.size() == 6);
    double beside = 0.0;
    for (int i = 0; i < 6; ++i) {
        const Facet& facet = frame.a->facets[i];
        const auto plane = semi_local::turning_plane(
            frame, {{FacetFeatureType::Facet, i}, {FacetFeatureType::Corner, 0}});
        REQUIRE(plane);
        CHECK(std::abs(facet.normal.dot(plane->point_a) - facet.offset) < 1e-15);
        for (const FacetSide& side : part_of(frame.a->sides, facet.sides)) {
            const Vec3& corner = frame.a->corners[frame.a->edges[side.edge].start].position;
            beside = std::max(beside, std::abs(facet.normal.dot(corner) - facet.offset));
        }
    }
    CHECK(beside > 1e-7);
}

TEST_CASE("an edge in the inner corner of a bracket is held at the bracket's end too",
          "[semi_local]") {
    // The wedge overhangs the front end, z = 1 m, and its sharp edge overlaps wall and floor by
    // 2 mm. It passes the front edges of both beyond their ends: there they go on in the bracket.
    const Placed bracket{
        make_prism({{-0.5, -0.5}, {1.0, -0.5}, {1.0, 0.0}, {0.0, 0.0}, {0.0, 1.0}, {-0.5, 1.0}},
                   2.0),
        Pose{}};
    const double into = GENERATE(1e-4, 0.002);
    const Placed wedge{make_prism({{0.0, 0.0}, {0.5, 0.15}, {0.15, 0.5}}, 0.5),
                       at(-into, -into, 1.0), Vec3(-0.1, -0.1, 0.0)};
    const std::vector<ContactPoint> contacts = find_in_motion(bracket, wedge);
    for (const Vec3& normal : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY())}) {
        CAPTURE(into, normal);
        const auto is_held_at = [&](double z) {
            return std::ranges::any_of(contacts, [&](const ContactPoint& contact) {
                return contact.normal.dot(normal) > 0.99 &&
                       std::abs(contact.position.z() - z) < 0.01;
            });
        };
        CHECK(is_held_at(0.75));
        CHECK(is_held_at(1.0));
    }
}

TEST_CASE("a corner that is about to slide in over a table's border is held", "[semi_local]") {
    // The cube stands on its lowest corner, 1 mm beside the border x = 0 and 7.8 mm below the top,
    // 0.9 ε. In the next step it is 10 cm over the table.
    const Placed table{make_box({4.0, 0.5, 4.0}), at(2.0, -0.25, 0.0)};
    const SurfaceMesh cube = make_box({1.0, 1.0, 1.0});
    const Quat turn = GENERATE(Quat(Eigen::AngleAxisd(0.6, Vec3(1.0, 0.0, 1.0).normalized())),
                               Quat(Eigen::AngleAxisd(0.3, Vec3(0.3, 0.2, 1.0).normalized())),
                               Quat(Eigen::AngleAxisd(0.9, Vec3(1.0, 0.5, -0.2).normalized())));
    Vec3 tip = Vec3::Zero();
    for (const Vec3& vertex : cube.vertices) {
        tip = (turn * vertex).y() < tip.y() ? turn * vertex : tip;
    }
    const double speed = GENERATE(1.0, 10.0);
    const double depth = GENERATE(0.002, 0.0078);
    const Placed falling{
        cube, {turn, Vec3(-0.001, -depth, 0.3) - tip}, Vec3(speed, -0.1 * speed, 0.0)};
    CAPTURE(speed, depth);
    const std::vector<ContactPoint> contacts = find_in_motion(table, falling);
    CHECK(std::ranges::any_of(contacts, [&](const ContactPoint& contact) {
        return contact.normal.dot(falling.velocity) < 0.0;
    }));
}

TEST_CASE("the separation may be that of a plane crossed already", "[semi_local][limits]") {
    // The cube's corner moves sideways past the box's rim, 2 mm inside of both its planes at most:
    // within ρ the velocity may prefer either, and then the contact says so.
    const Placed box{make_box({1.0, 1.0, 1.0}), {}};
    const Placed above{
        make_spike(), {Quat::Identity(), Vec3(0.499, 0.4985, 0.1)}, Vec3(-1.0, 0.0, 0.0)};
    const std::vector<ContactPoint> contacts = find_between(box, above);
    REQUIRE(contacts.size() == 1);
    CHECK(contacts[0].separation < 0.0);
    CHECK(contacts[0].separation > -0.005);
    CHECK(keeps_apart(contacts[0], box, above, 0.004));
}

TEST_CASE("deeper than the envelope bodies part along the least translation",
          "[semi_local][limits]") {
    const SurfaceMesh box = make_box({1.0, 1.0, 1.0});
    // Around the envelope, which ends at 8.7 mm, and far beyond it.
    for (const double depth : {0.0086, 0.0087, 0.02, 0.1, 0.3}) {
        const std::vector<ContactPoint> contacts =
            find_between({box, {}}, {box, at(0.1, 1.0 - depth, 0.0)});
        CHECK(contacts.size() == 4);
        CHECK(count_normal(contacts, Vec3::UnitY()) == 4);
        for (const ContactPoint& contact : contacts) {
            CHECK(contact.separation == Approx(-depth).margin(1e-12));
        }
    }
}

TEST_CASE("of two sheets on each other only the sides that touch are held",
          "[semi_local][limits]") {
    // Together 4 mm, within the envelope of 7 mm: the far sides face away from each other.
    const SurfaceMesh sheet = make_box({1.0, 0.002, 1.0});
    const std::vector<ContactPoint> contacts =
        find_between({sheet, {}}, {sheet, at(0.0, 0.002, 0.0)});
    CHECK(contacts.size() == 4);
    CHECK(count_normal(contacts, Vec3::UnitY()) == 4);
}

TEST_CASE("a tilt beyond the parallel angle leaves the lower edge", "[semi_local][limits]") {
    const SurfaceMesh box = make_box({1.0, 1.0, 1.0});
    const double degrees = 1.0;
    const Pose tilted = turned_about(Vec3::UnitZ(), degrees, {0.0, 1.0, 0.0});
    // Lifted so that the lower edge touches.
    Pose placed = tilted;
    placed.translation.y() = 0.5 - (tilted.rotation * Vec3(-0.5, -0.5, 0.0)).y();
    const std::vector<ContactPoint> contacts =
        find_between({make_box({2.0, 1.0, 2.0}), {}}, {box, placed});
    CHECK(contacts.size() == 2);
    CHECK(count_normal(contacts, Vec3::UnitY()) == 2);
}

TEST_CASE("a plate thinner than the envelope makes no normal through it", "[semi_local][limits]") {
    // The spike stands on the plate's top; its bottom is within the envelope too.
    const Placed plate{make_box({1.0, 0.004, 1.0}), at(0.0, -0.002, 0.0)};
    const std::vector<ContactPoint> contacts = find_between(plate, {make_spike(), {}});
    CHECK(contacts.size() == 1);
    CHECK(count_normal(contacts, Vec3::UnitY()) == 1);
}

TEST_CASE("steps smaller than the envelope act as one place", "[semi_local][limits]") {
    const SurfaceMesh stairs =
        make_prism({{{-1, -1}, {1, -1}, {1, 0}, {0.002, 0}, {0.002, -0.001}, {-1, -0.001}}}, 2.0);
    const std::vector<ContactPoint> contacts =
        find_between({stairs, {}}, {make_spike(), at(0.003, 0.0, 0.0)});
    CHECK_FALSE(contacts.empty());
    CHECK(count_normal(contacts, Vec3::UnitY()) == std::ssize(contacts));
}

TEST_CASE("an open surface makes no contact where it is not closed", "[semi_local][limits]") {
    SurfaceMesh open = make_box({1.0, 1.0, 1.0});
    open.triangles.pop_back();
    const std::vector<ContactPoint> contacts =
        find_between({open, {}}, {make_box({0.5, 0.5, 0.5}), at(0.0, 0.75, 0.0)});
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.normal.allFinite());
        CHECK(std::isfinite(contact.separation));
    }
}

TEST_CASE("a line that touches beside a region of the same facets is left out",
          "[semi_local][limits]") {
    // The bar fills the gap of the U but for its height: on the base it has a region, along the
    // two legs it only touches, in the plane of the region.
    const Placed u{
        make_prism_of_cells({{true, true, true}, {true, false, true}, {true, false, true}}, -1, 0),
        {}};
    const Placed bar{make_prism_of_cells({{true}, {true}, {true}}, 0, 1), at(1.0, 0.0, 0.0)};
    const std::vector<ContactPoint> contacts = find_between(u, bar);
    CHECK(contacts.size() == 4);
    CHECK(count_normal(contacts, Vec3::UnitY()) == std::ssize(contacts));
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.position.z() < 1.0 + 1e-9);
    }
}

TEST_CASE("where more than twelve normals meet all of them come out", "[semi_local][limits]") {
    const Placed spike{make_spike(), {}};
    for (const int sides : {10, 16, 40}) {
        const std::vector<ContactPoint> contacts = find_between({make_pit(sides), {}}, spike);
        CAPTURE(sides);
        CHECK(contacts.size() <= static_cast<std::size_t>(sides));
        CHECK((sides > 12 ? std::ssize(contacts) == sides : contacts.size() >= 2));
        for (const ContactPoint& contact : contacts) {
            // Each is the normal of a side, 45° up but for what the polygon takes off.
            const double up = std::cos(std::numbers::pi / sides);
            CHECK(std::atan2(contact.normal.y(),
                             std::hypot(contact.normal.x(), contact.normal.z())) ==
                  Approx(std::atan(up)).margin(1e-6));
        }
    }
}

TEST_CASE("saddles that are not flush have normals of single features or none",
          "[semi_local][limits]") {
    // The lower one's planes all face up by 60°. Edges across edges lie between them.
    const Placed lower{make_saddle(), {}};
    Draws uniform(3);
    for (int n = 0; n < 50; ++n) {
        const Pose over = turned_about(Vec3::UnitX(), 180.0, uniform.vector(0.003));
        const Pose turn = turned_about(Vec3::UnitY(), 7.0 * n, Vec3::Zero());
        for (const ContactPoint& contact : find_between(lower, {make_saddle(), over * turn})) {
            CHECK(contact.normal.y() > 0.5);
            CHECK(contact.separation < 0.03);
            // Turned saddles overlap at their rims. Where nothing is near at the saddle points, the
            // answer is how far to lift one out of the other: never by more than they are high.
            CHECK(contact.separation > -1.0);
        }
    }
}

TEST_CASE("pinched by two tips a corner has one normal of each", "[semi_local][limits]") {
    // Which pair of normals holds the cube is for the forces to say. Each pair of bodies decides
    // for itself, and what it says is possible.
    const Placed cube{make_box({1.0, 1.0, 1.0}), at(-0.5, -0.5, -0.5)};
    const Placed above{make_spike(), {}};
    const Placed beside{make_spike(), turned_about(Vec3::UnitZ(), -90.0, Vec3::Zero())};
    for (const Placed& spike : {above, beside}) {
        const std::vector<ContactPoint> contacts = find_between(cube, spike);
        REQUIRE(contacts.size() == 1);
        CHECK(keeps_apart(contacts[0], cube, spike, 1e-9));
    }
}
