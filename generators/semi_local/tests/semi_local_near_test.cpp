// What is looked at of bodies on their way: pairs of features, and frames.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/semi_local/contacts_ahead.h"
#include "generators/semi_local/tests/semi_local_solids.h"
#include "methods/geometry/edge_pair_normal.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::semi_local;
using namespace touchstone::testing;

namespace {

/// Returns the distance of a point from a facet when it lies before or behind it, else infinity.
double distance_to_facet(const FacetModel& model, int facet, const Vec3& point) {
    const Facet& of = model.facets[facet];
    const Vec2 flat(of.axis_u.dot(point), of.axis_v.dot(point));
    return winding_number(part_of(model.outlines, of.sides), flat) > 0
               ? std::abs(of.normal.dot(point) - of.offset)
               : std::numeric_limits<double>::infinity();
}

/// Returns the distance of two edges where they cross as seen along it, else infinity.
double distance_of_edges(const PairFrame& frame, const FeaturePair& pair) {
    const FacetEdge& a = frame.a->edges[pair.a];
    const FacetEdge& b = frame.b->edges[pair.b];
    const Vec3 way_b = frame.direction_from_b(b.direction);
    const Vec3 apart =
        frame.from_b(frame.b->corners[b.start].position) - frame.a->corners[a.start].position;
    const Vec3 across = a.direction.cross(way_b);
    const double square = across.squaredNorm();
    const double along_a = apart.cross(way_b).dot(across) / square;
    const double along_b = apart.cross(a.direction).dot(across) / square;
    const bool cross = along_a >= 0.0 && along_a <= a.length && along_b >= 0.0 &&
                       along_b <= b.length && square > 1e-6;
    return cross ? std::abs(across.dot(apart)) / std::sqrt(square)
                 : std::numeric_limits<double>::infinity();
}

bool has(const std::vector<FeaturePair>& list, const FeaturePair& pair) {
    return std::ranges::binary_search(list, pair);
}

/// Counts the pairs that touch in a frame, and those of them that are not listed.
struct Listed {
    int touching = 0;
    int missing = 0;

    void count(bool touches, bool is_listed) {
        touching += touches ? 1 : 0;
        missing += touches && !is_listed ? 1 : 0;
    }
};

void count_touching(const PairFrame& frame, const NearFeatures& near, Listed& listed) {
    const double reach = 2.0 * frame.tolerances.envelope;
    for (int f = 0; f < std::ssize(frame.a->facets); ++f) {
        for (int c = 0; c < std::ssize(frame.b->corners); ++c) {
            const Vec3 point = frame.from_b(frame.b->corners[c].position);
            listed.count(distance_to_facet(*frame.a, f, point) <= reach,
                         has(near.facet_a_corner_b, {f, c}));
        }
        for (int g = 0; g < std::ssize(frame.b->facets); ++g) {
            const bool touches = std::ranges::any_of(
                part_of(frame.b->sides, frame.b->facets[g].sides), [&](const FacetSide& side) {
                    const int corner = frame.b->edges[side.edge].start;
                    const Vec3 point = frame.from_b(frame.b->corners[corner].position);
                    return distance_to_facet(*frame.a, f, point) <= reach;
                });
            listed.count(touches && face_each_other(frame, {f, g}), has(near.facets, {f, g}));
        }
    }
    for (int c = 0; c < std::ssize(frame.a->corners); ++c) {
        const Vec3 point = frame.to_b(frame.a->corners[c].position);
        for (int f = 0; f < std::ssize(frame.b->facets); ++f) {
            listed.count(distance_to_facet(*frame.b, f, point) <= reach,
                         has(near.corner_a_facet_b, {c, f}));
        }
    }
    for (int e = 0; e < std::ssize(frame.a->edges); ++e) {
        for (int f = 0; f < std::ssize(frame.b->edges); ++f) {
            if (frame.a->edges[e].convex && frame.b->edges[f].convex) {
                listed.count(distance_of_edges(frame, {e, f}) <= reach, has(near.edges, {e, f}));
            }
        }
    }
}

}  // namespace

TEST_CASE("all that bodies may touch on their way is looked at", "[semi_local]") {
    // Small bodies far from the middle of a large one, in either order.
    const CollisionShape plate = make_facet_shape(make_box({10.0, 0.5, 10.0}));
    const CollisionShape bar = make_facet_shape(make_box({0.3, 0.2, 0.1}));
    const CollisionShape drum = make_facet_shape(make_cylinder(0.1, 0.2, 40));
    const double time_step = 0.01;
    Draws draws(23);
    Listed listed;
    int first = 0;
    for (int i = 0; i < 200; ++i) {
        const Vec3 place(draws.uniform(-5.2, 5.2), 0.0, draws.uniform(-5.2, 5.2));
        Collider large = make_collider(plate, {Quat::Identity(), Vec3(0.0, -0.25, 0.0)});
        Collider small =
            make_collider(i % 2 == 0 ? bar : drum,
                          {draws.rotation(), place + Vec3(0.0, draws.uniform(0.1, 0.4), 0.0)});
        small.linear_velocity = draws.vector(2.0) - Vec3(0.0, draws.uniform(0.0, 8.0), 0.0);
        small.angular_velocity = draws.vector(6.0);
        if (i % 5 == 0) {
            // Such that its material, were it in the middle of the plate, would stand there.
            small.linear_velocity = Vec3(0.0, -draws.uniform(2.0, 8.0), 0.0);
            small.angular_velocity =
                small.linear_velocity.y() / place.squaredNorm() * Vec3(-place.z(), 0.0, place.x());
        }
        large.angular_velocity = i % 3 == 0 ? draws.vector(0.2) : Vec3::Zero();
        const bool is_first = i % 4 < 2;
        const PairFrame frame =
            make_pair_frame(is_first ? small : large, is_first ? large : small, time_step, {});
        const Look look = make_look(frame, kLookSteps * time_step, 0.0);
        NearFeatures now;
        NearFeatures near;
        find_near_features(frame, now, near, feature_sweep(frame, look));
        for (const NearFeatures* lists : {&now, &near}) {
            CHECK(std::ranges::is_sorted(lists->facets));
            CHECK(std::ranges::is_sorted(lists->facet_a_corner_b));
            CHECK(std::ranges::is_sorted(lists->corner_a_facet_b));
            CHECK(std::ranges::is_sorted(lists->edges));
        }
        const int before = listed.touching;
        constexpr int kTimes = 12;
        for (int k = 0; k <= kTimes; ++k) {
            count_touching(advanced(frame, look.time * k / kTimes), near, listed);
        }
        count_touching(frame, now, listed);
        first += is_first && listed.touching > before ? 1 : 0;
    }
    CHECK(first > 30);
    CHECK(listed.touching > 500);
    CHECK(listed.missing == 0);
}

TEST_CASE("features beyond a motion's reach do not meet, most of the others may", "[semi_local]") {
    const CollisionShape plate = make_facet_shape(make_box({1.0, 0.1, 1.0}));
    const CollisionShape bar = make_facet_shape(make_box({0.3, 0.2, 0.1}));
    Draws draws(29);
    Way way;
    int beyond = 0;
    int met = 0;
    for (int i = 0; i < 60; ++i) {
        Collider a = make_collider(plate, {draws.rotation(), Vec3::Zero()});
        Collider b = make_collider(bar, {draws.rotation(), draws.vector(0.4)});
        a.angular_velocity = i % 3 == 0 ? draws.vector(1.0) : Vec3::Zero();
        b.angular_velocity = i % 2 == 0 ? draws.vector(8.0) : Vec3::Zero();
        b.linear_velocity = draws.vector(3.0);
        const PairFrame frame = make_pair_frame(a, b, 0.01, Settings{});
        Look look = make_look(frame, kLookSteps * 0.01, 1e-3, i % 4 == 0 ? 1e-3 : 0.0);
        const double reach = look.reach;
        look.reach = std::numeric_limits<double>::infinity();
        way.begin(frame);
        const auto count = [&](PairKind kind, const FeaturePair& pair) {
            const std::optional<Approach> now = approach_of(frame, kind, pair);
            if (!now) {
                return;
            }
            const bool meets = may_meet(frame, look, *now) ||
                               frame_of_meeting(frame, look, way, kind, pair, *now).has_value() ||
                               frame_beside(frame, look, kind, pair).has_value();
            CHECK((!meets || now->gap <= reach));
            CHECK(approach_of(frame, kind, pair, {.most = reach}).has_value() ==
                  (now->gap <= reach));
            beyond += now->gap > reach ? 1 : 0;
            met += meets ? 1 : 0;
        };
        for (int e = 0; e < 12; ++e) {
            for (int f = 0; f < 12; ++f) {
                count(PairKind::EdgeEdge, {e, f});
            }
        }
        for (int f = 0; f < 6; ++f) {
            for (int c = 0; c < 8; ++c) {
                count(PairKind::FacetCorner, {f, c});
                count(PairKind::CornerFacet, {c, f});
            }
        }
    }
    CHECK(beyond > 2000);
    CHECK(met > 500);
}

TEST_CASE("pairs of edges without a common normal are told by their bends", "[semi_local]") {
    const CollisionShape box = make_facet_shape(make_box({0.3, 0.2, 0.1}));
    const CollisionShape drum = make_facet_shape(make_cylinder(0.1, 0.2, 9));
    Draws draws(31);
    int told = 0;
    int others = 0;
    for (int i = 0; i < 40; ++i) {
        // Also of bodies in line, whose edges lie in planes of each other's facets.
        const Quat turn = i % 4 == 0 ? Quat::Identity() : draws.rotation();
        const PairFrame frame = make_pair_frame(
            make_collider(box, at(0.0, 0.0, 0.0)),
            make_collider(i % 2 == 0 ? box : drum, {turn, draws.vector(0.1)}), 0.01, Settings{});
        for (const FacetEdge& a : frame.a->edges) {
            for (const FacetEdge& b : frame.b->edges) {
                const EdgeWedge of_a{a.direction, a.into_left, a.into_right};
                const EdgeWedge of_b{frame.direction_from_b(b.direction),
                                     frame.direction_from_b(b.into_left),
                                     frame.direction_from_b(b.into_right)};
                const bool has_none =
                    !edge_pair_normal(of_a, of_b, frame.tolerances.sin_crossing).has_value();
                const bool is_told = surely_has_no_normal(of_a.direction, bend_of(of_a),
                                                          of_b.direction, bend_of(of_b));
                CHECK((!is_told || has_none));
                told += is_told ? 1 : 0;
                others += has_none && !is_told ? 1 : 0;
            }
        }
    }
    CHECK(told > 4000);
    CHECK(others < told / 4);
}

TEST_CASE("a ball that spins far from a floor's middle meets it", "[semi_local]") {
    const CollisionShape floor = make_facet_shape(make_box({10.0, 0.5, 10.0}));
    const CollisionShape ball = make_facet_shape(make_sphere(0.1, 3));
    const Quat turn(Eigen::AngleAxisd(0.25 * std::numbers::pi, Vec3::UnitZ()));
    const Collider below = make_collider(floor, at(0.0, -0.25, 0.0));
    Query query{0.01, Settings{}};
    query.look_ahead = true;
    for (const double x : {0.0, 4.0}) {
        Collider falling = make_collider(ball, {turn, Vec3(x, 0.15, 0.0)});
        falling.linear_velocity = Vec3(0.0, -8.0, 0.0);
        falling.angular_velocity = Vec3(0.0, 0.0, -2.0);
        for (const bool is_first : {false, true}) {
            CAPTURE(x, is_first);
            std::vector<SceneBody> bodies{{below, true}, {falling, false}};
            if (is_first) {
                std::swap(bodies[0], bodies[1]);
            }
            CHECK_FALSE(find_contacts(bodies, find_generator("semi_local"), query).empty());
        }
    }
}

TEST_CASE("a thin plate that comes down leaning has contacts at its corners", "[semi_local]") {
    // Its facet and the floor's are within δ of each other, but where they meet their gap leaves
    // the envelope, 0.04 mm, between the corners: where, is a matter of the last digits of the
    // lean.
    const CollisionShape floor = make_facet_shape(make_box({2.0, 0.3, 2.0}));
    const CollisionShape plate = make_facet_shape(make_box({0.34, 1e-4, 0.32}));
    const Quat lean(Eigen::AngleAxisd(0.3 * std::numbers::pi / 180.0, Vec3(1, 0, 1).normalized()));
    std::vector<SceneBody> bodies{{make_collider(floor, at(0.0, -0.15, 0.0)), true},
                                  {make_collider(plate, {lean, Vec3(0.0, 0.005, 0.0)}), false}};
    bodies[1].collider.linear_velocity = Vec3(0.0, -1.6, 0.0);
    Query query{0.005, Settings{}};
    query.look_ahead = true;
    const std::vector<ContactPoint> contacts =
        find_contacts(bodies, find_generator("semi_local"), query);
    CHECK(contacts.size() == 4);
    for (const double x : {-0.17, 0.17}) {
        for (const double z : {-0.16, 0.16}) {
            const Vec3 corner = bodies[1].collider.world_from_body * Vec3(x, -5e-5, z);
            CAPTURE(x, z);
            CHECK(std::ranges::any_of(contacts, [&](const ContactPoint& contact) {
                return std::abs(contact.separation - corner.y()) < 1e-12 &&
                       (contact.position - corner + Vec3(0.0, 0.5 * corner.y(), 0.0)).norm() <
                           1e-12;
            }));
        }
    }
}

TEST_CASE("a sheet at rest has contacts at its lower side alone", "[semi_local]") {
    // Thinner than directions of edges are exact: at its upper corners only the facets' sectors
    // tell that it goes on below them, which must not depend on the last bit of how it is turned.
    const CollisionShape floor = make_facet_shape(make_box({2.0, 0.5, 2.0}));
    const CollisionShape sheet = make_facet_shape(make_box({0.44, 2e-5, 0.44}));
    Query query{0.003, Settings{}};
    query.look_ahead = true;
    query.acceleration = 9.82;
    for (const double angle : {0.0, 1e-14, 0.3}) {
        const Quat turn(Eigen::AngleAxisd(angle, Vec3(0.37, 0.61, -0.7).normalized()));
        const std::vector<SceneBody> bodies{
            {make_collider(floor, {turn, turn * Vec3(0.0, -0.25, 0.0)}), true},
            {make_collider(sheet, {turn, turn * Vec3(0.0, 1e-5, 0.0)}), false}};
        CAPTURE(angle);
        CHECK(find_contacts(bodies, find_generator("semi_local"), query).size() == 4);
    }
}

TEST_CASE("facets face each other on the way however far they turn", "[semi_local]") {
    const CollisionShape box = make_facet_shape(make_box({0.2, 0.2, 0.2}));
    const Collider a = make_collider(box, at(0.0, 0.0, 0.0));
    const Collider b = make_collider(box, at(0.0, 0.2, 0.0));
    const PairFrame frame = make_pair_frame(a, b, 0.01, Settings{});
    NearFeatures alone;
    find_near_features(frame, alone);
    REQUIRE(alone.facets.size() == 1);
    std::size_t last = 0;
    for (double angle = 0.0; angle < 8.0; angle += 0.1) {
        CAPTURE(angle);
        NearFeatures now;
        NearFeatures ahead;
        find_near_features(frame, now, ahead, {.around = 0.5, .turn = angle});
        CHECK(now.facets == alone.facets);
        CHECK(ahead.facets.size() >= last);
        last = ahead.facets.size();
    }
    CHECK(last == 36);
}

TEST_CASE("frames of a way are those of the times, however many there are", "[semi_local]") {
    const CollisionShape box = make_facet_shape(make_box({0.3, 0.2, 0.1}));
    Draws draws(3);
    Way way;
    for (int i = 0; i < 3; ++i) {
        Collider a = make_collider(box, {draws.rotation(), Vec3::Zero()});
        Collider b = make_collider(box, {draws.rotation(), Vec3(0.1, 0.3, 0.2)});
        a.angular_velocity = draws.vector(3.0);
        b.angular_velocity = draws.vector(3.0);
        b.linear_velocity = draws.vector(3.0);
        const PairFrame frame = make_pair_frame(a, b, 0.01, Settings{});
        way.begin(frame);
        for (int k = 0; k < 3000; ++k) {
            const double time = 1e-4 * draws.below(120);
            const PairFrame& then = way.at(time, draws.below(2) == 0);
            const PairFrame right = advanced(frame, time);
            CHECK((then.a_from_b == right.a_from_b && then.origin_of_b == right.origin_of_b &&
                   then.velocity == right.velocity));
        }
    }
}
