#include "generators/convex_cast/cast_contacts.h"

#include <algorithm>
#include <cmath>

#include "generators/outcome.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

namespace touchstone {
namespace {

/// A box of a size at a place, in motion.
struct CastBox {
    CollisionShape shape;
    Collider collider;

    CastBox(const Vec3& size, const Pose& pose, const Vec3& velocity = Vec3::Zero())
        : shape(make_facet_shape(make_box(size))), collider(make_collider(shape, pose)) {
        collider.linear_velocity = velocity;
    }
    CastBox(const CastBox&) = delete;
    CastBox& operator=(const CastBox&) = delete;
};

Pose at(const Vec3& position) { return {Quat::Identity(), position}; }

std::vector<ContactPoint> contacts_of(const CastBox& a, const CastBox& b, double time_step = 0.01) {
    Query query;
    query.time_step = time_step;
    query.settings = cast_contact_options().corrected;
    return cast_contacts(a.collider, b.collider, query);
}

TEST_CASE("a box on a box has its corners for contacts", "[convex_cast]") {
    const CastBox lower(Vec3(2.0, 1.0, 2.0), at(Vec3::Zero()));
    const CastBox upper(Vec3(1.0, 1.0, 4.0), at(Vec3(0.9, 1.0, 0.0)));
    const std::vector<ContactPoint> contacts = contacts_of(lower, upper);
    REQUIRE(contacts.size() == 4);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.normal.isApprox(Vec3::UnitY(), 1e-12));
        CHECK(std::abs(contact.separation) < 1e-12);
        CHECK(contact.position.y() == Approx(0.5));
        CHECK(std::min(std::abs(contact.position.x() - 0.4), std::abs(contact.position.x() - 1.0)) <
              1e-12);
        CHECK(std::abs(contact.position.z()) == Approx(1.0));
    }
    // Exchanged, the normals are the others, and nothing else.
    const std::vector<ContactPoint> exchanged = contacts_of(upper, lower);
    REQUIRE(exchanged.size() == contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
        CHECK(exchanged[i].normal == Vec3(-contacts[i].normal));
        CHECK(exchanged[i].position == contacts[i].position);
    }
}

TEST_CASE("boxes that overlap deeply are parted the shortest way", "[convex_cast]") {
    const CastBox lower(Vec3(2.0, 1.0, 2.0), at(Vec3::Zero()));
    const double depth = GENERATE(1e-4, 0.01, 0.3);
    const CastBox upper(Vec3(1.0, 1.0, 1.0), at(Vec3(0.2, 1.0 - depth, 0.1)));
    const std::vector<ContactPoint> contacts = contacts_of(lower, upper);
    REQUIRE(contacts.size() == 4);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.normal.isApprox(Vec3::UnitY(), 1e-9));
        CHECK(contact.separation == Approx(-depth).margin(1e-9));
    }
}

TEST_CASE("crossed edges that overlap are parted across both", "[convex_cast]") {
    const Quat on_edge_z(Eigen::AngleAxisd(std::atan(1.0), Vec3::UnitZ()));
    const Quat on_edge_x(Eigen::AngleAxisd(std::atan(1.0), Vec3::UnitX()));
    const double height = std::sqrt(2.0) - 0.02;  // two half diagonals, less the overlap
    const CastBox lower(Vec3::Ones(), {on_edge_z, Vec3::Zero()});
    const CastBox upper(Vec3::Ones(), {on_edge_x, Vec3(0.0, height, 0.0)});
    const std::vector<ContactPoint> contacts = contacts_of(lower, upper);
    REQUIRE(contacts.size() == 1);
    CHECK(contacts[0].normal.isApprox(Vec3::UnitY(), 1e-9));
    CHECK(contacts[0].separation == Approx(-0.02).margin(1e-9));
    CHECK(contacts[0].position.isApprox(Vec3(0.0, 0.5 * height, 0.0), 1e-9));
}

TEST_CASE("a small box that stands on a corner of a large one has its contact", "[convex_cast]") {
    const double small = GENERATE(1.0, 0.1, 0.01);
    const double gap = GENERATE(0.0, 1e-6, 1e-3);
    // A corner of the large box points up at the middle of the small one's face.
    const Vec3 up = Vec3::Ones().normalized();
    const CastBox large(Vec3::Ones(), {Quat::FromTwoVectors(up, Vec3::UnitY()), Vec3::Zero()});
    const double height = 0.5 * std::sqrt(3.0) + (0.5 + gap) * small;
    const CastBox box(Vec3::Constant(small), at(Vec3(0.0, height, 0.0)));
    const std::vector<ContactPoint> contacts = contacts_of(large, box);
    REQUIRE(contacts.size() == 1);
    CHECK(contacts[0].position.isApprox(Vec3(0.0, height - 0.5 * small, 0.0), 1e-2 * small));
    if (gap > 0.0) {
        CHECK(contacts[0].normal.isApprox(Vec3::UnitY(), 1e-6));
        CHECK(contacts[0].separation == Approx(gap * small).margin(1e-9));
    }
}

TEST_CASE("round bodies that overlap deeply are answered without trying all edges",
          "[convex_cast]") {
    const CollisionShape ball = make_facet_shape(make_sphere(0.5, 3));
    Query query;
    query.time_step = 0.01;
    query.settings = cast_contact_options().corrected;
    const Collider a = make_collider(ball, {});
    const Collider b = make_collider(ball, at(Vec3(0.0, 0.8, 0.0)));
    const std::vector<ContactPoint> contacts = cast_contacts(a, b, query);
    REQUIRE(!contacts.empty());
    CHECK(contacts[0].normal.y() > 0.99);
    CHECK(contacts[0].separation == Approx(-0.2).margin(0.01));
}

TEST_CASE("a bullet has contacts with the sheet that it flies at", "[convex_cast]") {
    const CastBox sheet(Vec3(0.001, 1.0, 1.0), at(Vec3::Zero()));
    const Vec3 start(-1.3, 0.1, 0.0);
    const Vec3 velocity(500.0, 20.0, 0.0);
    const CastBox bullet(Vec3(0.01, 0.01, 0.01), at(start), velocity);
    const std::vector<ContactPoint> contacts = contacts_of(bullet, sheet);
    REQUIRE(contacts.size() == 4);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.normal.isApprox(Vec3::UnitX(), 1e-9));
        // Where both points are now: the gap is that of the start.
        CHECK(contact.separation == Approx(1.3 - 0.005 - 0.0005).margin(1e-9));
    }
    // A step that is too short for it, and one that goes the other way.
    CHECK(contacts_of(bullet, sheet, 0.002).empty());
    const CastBox leaving(Vec3(0.01, 0.01, 0.01), at(start), -velocity);
    CHECK(contacts_of(leaving, sheet).empty());
}

TEST_CASE("contacts by casts are refused for bodies that are not convex", "[convex_cast]") {
    const std::vector<Vec3> base{{0, 0, 0},     {1, 0, 0},   {1, 0.3, 0},
                                 {0.3, 0.3, 0}, {0.3, 1, 0}, {0, 1, 0}};
    SurfaceMesh ell;
    for (const double z : {0.0, 0.5}) {
        for (const Vec3& corner : base) {
            ell.vertices.emplace_back(corner.x(), corner.y(), z);
        }
    }
    ell.triangles = {{0, 2, 1}, {0, 3, 2}, {0, 4, 3},  {0, 5, 4},
                     {6, 7, 8}, {6, 8, 9}, {6, 9, 10}, {6, 10, 11}};
    for (int i = 0; i < 6; ++i) {
        const int next = (i + 1) % 6;
        ell.triangles.push_back({i, next, 6 + next});
        ell.triangles.push_back({i, 6 + next, 6 + i});
    }
    const CollisionShape shape = make_facet_shape(ell);
    const CastBox box(Vec3::Ones(), at(Vec3(0.0, -0.5, 0.0)));
    Query query;
    query.settings = cast_contact_options().corrected;
    try {
        cast_contacts(box.collider, make_collider(shape, {}), query);
        FAIL("an L-shape was taken");
    } catch (const GeneratorFault& fault) {
        CHECK(fault.outcome == Outcome::Unsupported);
        CHECK_THAT(fault.what(), Catch::Matchers::Contains("not convex"));
    }
}

}  // namespace
}  // namespace touchstone
