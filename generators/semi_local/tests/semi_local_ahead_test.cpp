// What is found of features that meet within a step, or have sunk, before one of several is chosen.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "generators/semi_local/contacts_ahead.h"
#include "generators/semi_local/semi_local.h"
#include "generators/semi_local/tests/semi_local_solids.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::semi_local;
using namespace touchstone::testing;

namespace {

constexpr double kStep = 0.01;  // [s]

FeaturePair pair_of(const Candidate& candidate) {
    return {candidate.feature_a.index, candidate.feature_b.index};
}

}  // namespace

TEST_CASE("edges that lie beside each other where they meet are loose, also those that have passed",
          "[semi_local]") {
    // Two corners that pass each other within the envelope, so that edges at them cross near ends.
    const CollisionShape box = make_facet_shape(make_box({1.0, 0.8, 1.2}));
    Draws draws(17);
    NearFeatures near;
    Regions regions;
    std::vector<Candidate> candidates;
    ContactsAhead ahead;
    int beside = 0;
    int passed = 0;
    int wrong = 0;
    for (int i = 0; i < 30000; ++i) {
        const Collider a = make_collider(box, Pose{});
        const Quat turn = draws.rotation();
        const Vec3 corner = box.facets->corners[0].position;
        const Vec3 other = box.facets->corners[draws.below(8)].position;
        Collider b = make_collider(box, {turn, corner - turn * other + draws.vector(0.008)});
        b.linear_velocity = draws.vector(0.5);
        const PairFrame frame = make_pair_frame(a, b, kStep, {});
        const Look look = make_look(frame, kLookSteps * kStep, 0.0);
        find_near_features(frame, near, ahead.near, feature_sweep(frame, look));
        find_regions(frame, near.facets, regions);
        find_candidates(frame, near, regions, candidates);
        find_contacts_ahead(frame, look, regions, candidates, ahead);
        Way way;
        way.begin(frame);
        for (std::size_t k = 0; k < ahead.candidates.size(); ++k) {
            const Candidate& candidate = ahead.candidates[k];
            const FeaturePair pair = pair_of(candidate);
            const auto now = approach_of(frame, PairKind::EdgeEdge, pair);
            if (!candidate.is_edge_pair() || !now) {
                continue;
            }
            const auto met = frame_of_meeting(frame, look, way, PairKind::EdgeEdge, pair, *now);
            const auto aside = frame_beside(frame, look, PairKind::EdgeEdge, pair);
            const auto are_beside = [&](const std::optional<PairFrame>& there) {
                return !there || lie_beside(*there, PairKind::EdgeEdge, pair);
            };
            if (are_beside(met) && are_beside(aside)) {
                ++beside;
                passed += ahead.points[k].gap < -frame.tolerances.equal ? 1 : 0;
                wrong += candidate.is_loose ? 0 : 1;
            }
        }
    }
    CAPTURE(beside, passed);
    CHECK(passed > 5);
    CHECK(wrong == 0);
}

TEST_CASE("candidates at one place of A are at one spot if they are at one place of B too",
          "[semi_local]") {
    const CollisionShape box = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    const PairFrame frame = make_pair_frame(make_collider(box, Pose{}),
                                            make_collider(box, at(1.0, 1.0, 0.3)), kStep, {});
    const double envelope = frame.tolerances.envelope;
    std::vector<Candidate> candidates(2);
    // A corner of B over the facet x = 0.5 m of A, and one over y = 0.5 m, at the edge of both.
    for (int i = 0; i < 2; ++i) {
        const Vec3 normal = i == 0 ? Vec3::UnitX() : Vec3::UnitY();
        const auto facet = std::ranges::find_if(
            frame.a->facets, [&](const Facet& f) { return f.normal.dot(normal) > 0.9; });
        const auto corner = std::ranges::find_if(frame.b->corners, [&](const FacetCorner& c) {
            return (c.position - Vec3(-0.5, -0.5, -0.5)).norm() < 1e-9;
        });
        Candidate& candidate = candidates[i];
        candidate.feature_a = {FacetFeatureType::Facet,
                               static_cast<int>(facet - frame.a->facets.begin())};
        candidate.feature_b = {FacetFeatureType::Corner,
                               static_cast<int>(corner - frame.b->corners.begin())};
        candidate.position = Vec3(0.5, 0.5, -0.2);
        candidate.normal = normal;
        candidate.separation = 0.0;
    }
    Places places;
    const Vec3 tip(-0.5, -0.5, -0.5);
    find_places(frame, candidates, places, std::vector<Vec3>{tip, tip});
    CHECK(places.list.size() == 1);  // one place with two normals
    CHECK(places.settled.empty());
    find_places(frame, candidates, places,
                std::vector<Vec3>{tip, tip + 5.0 * envelope * Vec3::UnitZ()});
    CHECK(places.list.empty());
    CHECK(places.settled.size() == 2);
    // Wherever B is now: its features are looked for where they are met.
    PairFrame far = frame;
    far.origin_of_b += Vec3(0.3, 0.4, 0.5);
    std::vector<Candidate> of_facets = candidates;
    of_facets[0].position.z() = -0.5;
    of_facets[1].position.z() = -0.5;
    const auto side = std::ranges::find_if(
        far.b->facets, [](const Facet& f) { return f.normal.dot(-Vec3::UnitX()) > 0.9; });
    const auto rim = std::ranges::find_if(far.a->corners, [](const FacetCorner& c) {
        return (c.position - Vec3(0.5, 0.5, -0.5)).norm() < 1e-9;
    });
    of_facets[1].feature_a = {FacetFeatureType::Corner,
                              static_cast<int>(rim - far.a->corners.begin())};
    of_facets[1].feature_b = {FacetFeatureType::Facet,
                              static_cast<int>(side - far.b->facets.begin())};
    of_facets[0].normal = Vec3::UnitY();
    of_facets[1].normal = Vec3::UnitX();
    find_places(far, of_facets, places, std::vector<Vec3>{tip, tip});
    CHECK(places.list.size() == 1);
}

TEST_CASE("what tips over a body that holds it may fall half as far again", "[semi_local]") {
    const CollisionShape floor = make_facet_shape(make_box({1.0, 0.1, 1.0}));
    const CollisionShape box = make_facet_shape(make_box({0.01, 0.01, 0.01}));
    const double fall = 9.81 * kStep * kStep;
    for (const double share : {0.5, 1.1, 1.4, 1.6, 3.0}) {
        CAPTURE(share);
        Workspace workspace;
        std::vector<ContactPoint> contacts;
        append_contacts(make_collider(floor, at(0.0, -0.05, 0.0)),
                        make_collider(box, at(0.0, 0.005 + share * fall, 0.0)), kStep, {},
                        workspace, contacts, {.look_ahead = true, .acceleration = 9.81});
        CHECK(contacts.empty() == (share > 1.5));
    }
}

TEST_CASE(
    "two edges that were a contact keep it while they sink, no deeper than they can have gone",
    "[semi_local]") {
    // Each box stands on an edge: A's lies on top along x, B's below along z.
    const CollisionShape shape = make_facet_shape(make_box({1.0, 1.0, 1.0}));
    const double half = std::sqrt(0.5);
    const auto frame_at = [&](double depth, double speed) {
        const Collider a = make_collider(shape, turned_about(Vec3::UnitX(), 45.0, Vec3::Zero()));
        Collider b = make_collider(
            shape, turned_about(Vec3::UnitZ(), 45.0, Vec3(0.0, 2.0 * half - depth, 0.0)));
        b.linear_velocity = Vec3(speed, 0.0, 0.0);
        return make_pair_frame(a, b, kStep, {});
    };
    const PairFrame touching = frame_at(0.0, 0.0);
    const double envelope = touching.tolerances.envelope;
    const Vec3 up = Quat(Eigen::AngleAxisd(-std::numbers::pi / 4.0, Vec3::UnitX())) * Vec3::UnitY();
    const auto edge_at = [](const FacetModel& model, const Vec3& middle) {
        const auto found = std::ranges::find_if(model.edges, [&](const FacetEdge& edge) {
            return (0.5 * (model.corners[edge.start].position + model.corners[edge.end].position) -
                    middle)
                       .norm() < 1e-9;
        });
        return static_cast<int>(found - model.edges.begin());
    };
    const EdgeContact last{
        {edge_at(*touching.a, half * up), edge_at(*touching.b, touching.to_b(half * up))}, up, 0.0};
    REQUIRE(last.edges.a < std::ssize(touching.a->edges));
    REQUIRE(last.edges.b < std::ssize(touching.b->edges));
    ContactsAhead ahead;
    const auto found = [&](double depth, double speed, const EdgeContact& before, bool alone) {
        const PairFrame frame = frame_at(depth, speed);
        find_sunk_edges(frame, std::vector{before}, alone, ahead);
        for (const PresentPoint& point : ahead.points) {
            CHECK((point.normal - up).norm() < 1e-9);
            CHECK(std::abs(point.gap + depth) < 1e-9);
        }
        return ahead.points.size();
    };
    // Of bodies that stand they may be deeper by the envelope, as far as rounding goes.
    CHECK(found(1.5 * envelope, 2.0, last, false) == 1);
    CHECK(found(1.5 * envelope, 0.0, last, false) == 0);
    CHECK(found(4.0 * envelope, 2.0, last, false) == 1);  // they go 0.02 m, 2.3 envelopes
    CHECK(found(6.0 * envelope, 2.0, last, false) == 0);
    // Deeper by what they were before, and not on the other side.
    EdgeContact deep = last;
    deep.depth = 5.0 * envelope;
    CHECK(found(6.0 * envelope, 0.0, deep, false) == 1);
    EdgeContact reversed = deep;
    reversed.normal = -up;
    CHECK(found(6.0 * envelope, 0.0, reversed, false) == 0);
    // Within the envelope they are contacts by themselves, unless nothing touches.
    CHECK(found(0.5 * envelope, 0.0, last, false) == 0);
    CHECK(found(0.5 * envelope, 0.0, last, true) == 1);
}

TEST_CASE("rounding does not tell that a corner under a plate is behind the plate's end",
          "[semi_local]") {
    // A card leans with a corner under a plate, near its end, as in a house of cards. Both hardly
    // move; the corner is below the end's plane by more than it is in the plate, which is not at
    // all.
    const CollisionShape card = make_facet_shape(make_box({0.001, 0.1, 0.07}));
    const CollisionShape plate = make_facet_shape(make_box({0.0618, 0.001, 0.07}));
    const Quat lean(Eigen::AngleAxisd(0.3, Vec3::UnitZ()));
    const Vec3 top = lean * Vec3(0.0005, 0.05, 0.0);
    Draws draws(9);
    Workspace workspace;
    int wrong = 0;
    int right = 0;
    for (int i = 0; i < 300; ++i) {
        // Its corner is 0.3 mm from the end and, by rounding, below or above the plate's bottom.
        const Vec3 place = Vec3(-0.0306, draws.uniform(-1e-12, 1e-12), 0.0) - top;
        Collider a = make_collider(card, {lean, place});
        Collider b = make_collider(plate, at(0.0, 0.0005, 0.0));
        a.linear_velocity = draws.vector(1e-12);
        a.angular_velocity = draws.vector(1e-11);
        b.linear_velocity = draws.vector(1e-12);
        std::vector<ContactPoint> contacts;
        append_contacts(a, b, kStep, {}, workspace, contacts,
                        {.look_ahead = true, .acceleration = 9.82});
        for (const ContactPoint& contact : contacts) {
            wrong += std::abs(contact.normal.x()) > 0.9 ? 1 : 0;
            right += contact.normal.y() > 0.999 ? 1 : 0;
        }
    }
    CHECK(wrong == 0);
    CHECK(right == 600);
}
