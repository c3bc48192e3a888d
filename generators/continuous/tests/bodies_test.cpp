// Bodies in motion: paths, pairs, the first impact of whole bodies, and the contacts made of it.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "generators/continuous/bodies/body_impact.h"
#include "generators/continuous/bodies/first_impact.h"
#include "generators/continuous/bodies/first_impact_settings.h"
#include "generators/find_contacts.h"
#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

/// A box of five tets.
TetMesh five_tets(const Vec3& size) {
    TetMesh mesh;
    for (int i = 0; i < 8; ++i) {
        const Vec3 corner(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, i & 4 ? 0.5 : -0.5);
        mesh.vertices.push_back(corner.cwiseProduct(size));
    }
    mesh.tets = {{0, 3, 5, 6}, {1, 0, 3, 5}, {2, 0, 3, 6}, {4, 0, 5, 6}, {7, 3, 5, 6}};
    for (Tet& tet : mesh.tets) {
        if (signed_volume(mesh, tet) < 0.0) {
            std::swap(tet[0], tet[1]);
        }
    }
    validate(mesh);
    return mesh;
}

/// A body with its shape, as long as it lives.
struct Mover {
    explicit Mover(const Vec3& size) : shape(make_facet_shape(five_tets(size))) {}

    CollisionShape shape;
    Pose pose;
    Vec3 velocity = Vec3::Zero();  ///< [m/s]
    Vec3 spin = Vec3::Zero();      ///< [rad/s]

    Collider collider() const {
        Collider result = make_collider(shape, pose);
        result.linear_velocity = velocity;
        result.angular_velocity = spin;
        return result;
    }
    SweptBody swept() const { return make_swept_body(collider(), 1.0, Pose{}); }
};

BodyImpactSettings settings_of(const char* method, double separation = 0.0,
                               double path_distance = 1e-3) {
    BodyImpactSettings settings;
    settings.find = find_impact_method(method).find;
    settings.find_at_cap = find_impact_method("exact_contact").find;
    settings.impact.max_boxes = 10'000;
    settings.impact.separation = separation;
    settings.path_distance = path_distance;
    return settings;
}

std::vector<ContactPoint> contacts_of(const Mover& a, const Mover& b, double time_step = 1.0) {
    const std::vector<SceneBody> bodies{{a.collider(), false}, {b.collider(), false}};
    return find_contacts(bodies, find_generator("first_impact"), {time_step, {}});
}

/// A long bar that turns by a third of a turn, and a peg near the end of its path.
struct BarAndPeg {
    Mover bar{Vec3(4.0, 0.125, 0.125)};
    Mover peg{Vec3(0.125, 0.125, 1.0)};

    explicit BarAndPeg(double distance) {
        bar.spin = Vec3(0.0, 0.0, 2.0 * std::numbers::pi / 3.0);
        const double angle = std::numbers::pi / 3.0;
        peg.pose.translation = distance * Vec3(std::cos(angle), std::sin(angle), 0.0);
    }
};

}  // namespace

TEST_CASE("straight paths stay within the stated distance of a helix", "[bodies]") {
    const RigidSweep sweep{Vec3(0.5, -1.0, 2.0), Vec3(0.25, 3.0, -1.0), Vec3(1.0, -0.5, 0.75)};
    const Vec3 point = sweep.center + Vec3(0.5, 1.5, -0.25);
    const double radius = (point - sweep.center).norm();
    const int pieces = GENERATE(1, 2, 5, 32);
    const double bound = path_error(sweep, radius, pieces);
    double farthest = 0.0;
    for (int piece = 0; piece < pieces; ++piece) {
        const double begin = static_cast<double>(piece) / pieces;
        const double width = 1.0 / pieces;
        const Vec3 start = swept_point(sweep, point, begin);
        const Vec3 end = swept_point(sweep, point, begin + width);
        for (int i = 0; i <= 64; ++i) {
            const double share = i / 64.0;
            const Vec3 straight = start + share * (end - start);
            const Vec3 truth = swept_point(sweep, point, begin + share * width);
            farthest = std::max(farthest, (straight - truth).norm());
        }
    }
    CHECK(farthest <= bound);
    CHECK(farthest >= 0.5 * bound);  // the point is nearly as far from the axis as can be
}

TEST_CASE("the fewest pieces are taken that keep paths within a distance", "[bodies]") {
    const RigidSweep sweep{Vec3::Zero(), Vec3::Zero(), Vec3(0.0, 2.0, 0.0)};
    const double distance = GENERATE(1.0, 0.1, 1e-2, 1e-3);
    const int pieces = pieces_within(sweep, 1.5, distance);
    CHECK(path_error(sweep, 1.5, pieces) <= distance);
    CHECK((pieces == 1 || path_error(sweep, 1.5, pieces - 1) > distance));
    CHECK(pieces_within({}, 1.5, 1e-12) == 1);
    CHECK(pieces_within(sweep, 1.5, 1e-300) == kMostPathPieces);
}

TEST_CASE("swept pairs are those whose boxes meet", "[bodies]") {
    Mover a(Vec3(1.0, 1.0, 1.0));
    Mover b(Vec3(1.0, 0.5, 0.75));
    b.pose = {Quat(0.9, 0.1, -0.3, 0.2).normalized(), Vec3(0.25, 1.0, 0.125)};
    b.velocity = Vec3(0.0, -0.5, 0.0);
    const SweptBody swept_a = a.swept();
    const SweptBody swept_b = b.swept();
    const std::vector<Vec3> end_b = points_at(swept_b, 1.0);
    const SweptPoints points{swept_a.points, swept_a.points, swept_b.points, end_b};
    const double margin = 0.03125;
    const auto box_of = [&](const ImpactQuery& query, int first, int last) {
        BoundingBox box;
        for (int i = first; i < last; ++i) {
            extend(box, bounds_of(std::array{query.start[i], query.end[i]}));
        }
        return box;
    };
    int meeting = 0;
    const auto count = [&](ImpactKind kind, bool vertex_of_b, std::size_t of_a, std::size_t of_b) {
        for (int i = 0; i < static_cast<int>(of_a); ++i) {
            for (int j = 0; j < static_cast<int>(of_b); ++j) {
                const ImpactQuery query =
                    query_of(swept_a, swept_b, points, {kind, vertex_of_b, i, j});
                const int split = kind == ImpactKind::EdgeEdge ? 2 : 1;
                meeting +=
                    overlap(inflated(box_of(query, 0, split), margin), box_of(query, split, 4)) ? 1
                                                                                                : 0;
            }
        }
    };
    count(ImpactKind::VertexFace, false, swept_a.corners.size(), swept_b.triangles.size());
    count(ImpactKind::VertexFace, true, swept_a.triangles.size(), swept_b.corners.size());
    count(ImpactKind::EdgeEdge, false, swept_a.edges.size(), swept_b.edges.size());
    CHECK(meeting > 0);
    CHECK(std::ssize(find_swept_pairs(swept_a, swept_b, points, margin)) == meeting);
    CHECK(swept_a.corners.size() == 8);
    CHECK(swept_a.edges.size() == 12);  // no diagonals
    CHECK(swept_a.triangles.size() == 12);
}

TEST_CASE("a falling cube touches the one below when its gap is gone", "[bodies]") {
    Mover below(Vec3(1.0, 1.0, 1.0));
    Mover above(Vec3(1.0, 1.0, 1.0));
    above.pose.translation = Vec3(0.25, 1.25, 0.125);
    above.velocity = Vec3(0.0, -0.5, 0.0);
    const char* method = GENERATE("exact_contact", "oriented_inclusion", "tight_inclusion");
    CAPTURE(method);
    const BodyImpact impact = find_body_impact(above.swept(), below.swept(), settings_of(method));
    REQUIRE(impact.hit);
    CHECK(impact.pieces == 1);
    CHECK(impact.time <= 0.5);
    CHECK(impact.time == Approx(0.5).margin(1e-4));  // a few δ of 1e-6 over the speed
    // With a separation it is as much earlier.
    const BodyImpact early =
        find_body_impact(above.swept(), below.swept(), settings_of(method, 0.125));
    REQUIRE(early.hit);
    CHECK(early.time == Approx(0.25).margin(1e-4));
    above.velocity = Vec3(0.0, -0.125, 0.0);
    CHECK_FALSE(find_body_impact(above.swept(), below.swept(), settings_of(method)).hit);
}

TEST_CASE("a turning bar meets what lies off the chord of its path", "[bodies]") {
    const BarAndPeg scene(1.875);
    // In one piece the tip goes along the chord, half a metre inside of the peg.
    const double path_distance = GENERATE(1e-2, 1e-3);
    const BodyImpactSettings settings = settings_of("exact_contact", 0.0, path_distance);
    const BodyImpact impact = find_body_impact(scene.bar.swept(), scene.peg.swept(), settings);
    REQUIRE(impact.hit);
    CHECK(impact.path_error <= path_distance);
    CHECK(impact.pieces > 10);
    // The bar's side stands at half its width from its axis, and so does the peg's corner or face:
    // the first touch is near the time at which the axis points to the peg, 1/2, but before.
    CHECK(impact.time < 0.5);
    CHECK(impact.time > 0.4);
    const BodyImpact finer = find_body_impact(scene.bar.swept(), scene.peg.swept(),
                                              settings_of("exact_contact", 0.0, 1e-5));
    REQUIRE(finer.hit);
    CHECK(impact.time <= finer.time + 1e-5);  // never late by more than the finer one's own path
    CHECK(finer.time - impact.time <= 4.0 * path_distance);  // the bar's speed there is 3.9 m
    CHECK_FALSE(find_body_impact(scene.bar.swept(), BarAndPeg(2.25).peg.swept(), settings).hit);
}

TEST_CASE("a body that rests on another one has contacts at time 0", "[bodies]") {
    Mover below(Vec3(2.0, 1.0, 2.0));
    Mover above(Vec3(1.0, 1.0, 1.0));
    const double gap = GENERATE(0.0, 1e-3, -1e-3);
    above.pose.translation = Vec3(0.25, 1.0 + gap, 0.125);
    const std::vector<ContactPoint> contacts = contacts_of(below, above);
    REQUIRE(contacts.size() == 4);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.normal.isApprox(Vec3::UnitY(), 1e-12));
        CHECK(contact.separation == Approx(gap).margin(1e-12));
        CHECK(contact.position.y() == Approx(0.5 + 0.5 * gap).margin(1e-12));
        CHECK(contact.feature_a.type == FeatureType::Face);
        CHECK(contact.feature_b.type == FeatureType::Vertex);
    }
}

TEST_CASE("a cube that leans over an edge has contacts where edges cross", "[bodies]") {
    Mover below(Vec3(2.0, 1.0, 1.0));
    Mover above(Vec3(1.0, 1.0, 0.5));
    above.pose.translation = Vec3(0.75, 1.0, 0.0);
    const std::vector<ContactPoint> contacts = contacts_of(below, above);
    REQUIRE(contacts.size() == 4);
    CHECK(std::ranges::count(contacts, FeatureType::Edge,
                             [](const ContactPoint& c) { return c.feature_a.type; }) == 2);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.normal.isApprox(Vec3::UnitY(), 1e-12));
    }
}

TEST_CASE("a bullet that would pass a plate within the step has contacts", "[bodies]") {
    Mover plate(Vec3(4.0, 0.0625, 4.0));
    Mover bullet(Vec3(0.25, 0.25, 0.25));
    bullet.pose.translation = Vec3(0.25, 10.0, 0.5);
    bullet.velocity = Vec3(0.0, -2000.0, 0.0);
    const std::vector<ContactPoint> contacts = contacts_of(plate, bullet, 0.01);
    REQUIRE(contacts.size() == 4);
    for (const ContactPoint& contact : contacts) {
        CHECK(contact.normal.isApprox(Vec3::UnitY(), 1e-12));
        CHECK(contact.separation == Approx(10.0 - 0.125 - 0.03125));
    }
    CHECK(contacts_of(plate, bullet, 0.004).empty());
    bullet.velocity = -bullet.velocity;
    CHECK(contacts_of(plate, bullet, 0.01).empty());
}

TEST_CASE("the method that finds the times is a setting", "[bodies]") {
    Mover below(Vec3(1.0, 1.0, 1.0));
    Mover above(Vec3(1.0, 1.0, 1.0));
    above.pose.translation = Vec3(0.25, 1.25, 0.125);
    above.velocity = Vec3(0.0, -0.5, 0.0);
    const std::vector<SceneBody> bodies{{below.collider(), false}, {above.collider(), false}};
    for (const char* search : {"oriented", "exact", "tight"}) {
        MethodSettings settings{FirstImpactSettings{}};
        set_option(settings, first_impact_options().list, "first_impact", "search", search);
        const std::vector<ContactPoint> contacts =
            find_contacts(bodies, find_generator("first_impact"), {1.0, settings});
        CAPTURE(search);
        CHECK(contacts.size() == 4);  // a corner of each on the other, and two crossings of edges
    }
}
