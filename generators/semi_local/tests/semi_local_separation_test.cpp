#include <algorithm>
#include <array>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/semi_local/candidates/separation.h"
#include "generators/semi_local/tests/semi_local_solids.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"
#include "methods/testing/surface_variants.h"

using namespace touchstone;
using namespace touchstone::semi_local;
using namespace touchstone::testing;

namespace {

constexpr double kLooseSine = 0.7;

FacetModel model_of_surface(const SurfaceMesh& mesh) {
    return make_facet_model(mesh.vertices, mesh.triangles);
}

/// Returns the frame turned by up to an angle, and moved so that the pair touches in its middles.
PairFrame touching(const PairFrame& start, PairKind kind, const FeaturePair& pair, const Vec3& axis,
                   double angle) {
    PairFrame frame = start;
    frame.a_from_b = Eigen::AngleAxisd(angle, axis).toRotationMatrix() * start.a_from_b;
    frame.origin_of_b = Vec3::Zero();
    const auto middle_of = [](const FacetModel& model, const FacetFeature& feature) -> Vec3 {
        if (feature.type == FacetFeatureType::Corner) {
            return model.corners[feature.index].position;
        }
        if (feature.type == FacetFeatureType::Edge) {
            const FacetEdge& edge = model.edges[feature.index];
            return 0.5 * (model.corners[edge.start].position + model.corners[edge.end].position);
        }
        Vec3 sum = Vec3::Zero();
        const std::span<const FacetSide> sides =
            part_of(model.sides, model.facets[feature.index].sides);
        for (const FacetSide& side : sides) {
            const FacetEdge& edge = model.edges[side.edge];
            sum += 0.5 * (model.corners[edge.start].position + model.corners[edge.end].position) /
                   static_cast<double>(sides.size());
        }
        return sum;
    };
    const PairFeatures features = features_of(kind, pair);
    frame.origin_of_b =
        middle_of(*frame.a, features.a) - frame.from_b(middle_of(*frame.b, features.b));
    return frame;
}

}  // namespace

TEST_CASE("the cuts of facets do not tell what hangs over at a corner", "[semi_local]") {
    const FacetModel plain = model_of_surface(make_box({1.0, 2.0, 3.0}));
    const FacetModel cut = model_of_surface(split_at_random(make_box({1.0, 2.0, 3.0}), 60, 3));
    REQUIRE(plain.corners.size() == cut.corners.size());
    Draws draws(5);
    int edges_tell_otherwise = 0;
    int above = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 normal = draws.vector(1.0).normalized();
        for (std::size_t c = 0; c < plain.corners.size(); ++c) {
            const bool is_above = surface_lies_above(plain, plain.corners[c], normal, kLooseSine);
            above += is_above ? 1 : 0;
            CHECK(is_above == surface_lies_above(cut, cut.corners[c], normal, kLooseSine));
            edges_tell_otherwise += lies_above(plain, plain.corners[c], normal, kLooseSine) !=
                                            lies_above(cut, cut.corners[c], normal, kLooseSine)
                                        ? 1
                                        : 0;
        }
    }
    CHECK(above > 1000);
    CHECK(edges_tell_otherwise > 0);  // which is why the surface is asked
}

TEST_CASE("cuts near a corner do not tell what hangs over there", "[semi_local]") {
    const SurfaceMesh box = make_box({1.0, 2.0, 3.0});
    const FacetModel plain = model_of_surface(box);
    // In the facet, beside it or off its plane, by less than counts as flat.
    const auto [along, aside, off] =
        GENERATE(std::array{2.0, 0.5, 0.0}, std::array{1.2, -0.9, 0.0}, std::array{0.3, -0.3, 0.0},
                 std::array{0.1, 0.1, -0.3}, std::array{0.1, 0.05, 0.1});
    CAPTURE(along, aside, off);
    SurfaceMesh mesh = box;
    const auto count = std::ssize(mesh.triangles);
    for (std::ptrdiff_t t = 0; t < count; ++t) {
        const auto [i, j, k] = mesh.triangles[t];
        const Vec3 start = mesh.vertices[i];
        const Vec3 u = (mesh.vertices[j] - start).normalized();
        const Vec3 n = u.cross(mesh.vertices[k] - start).normalized();
        const int inner = static_cast<int>(mesh.vertices.size());
        mesh.vertices.push_back(start + plain.flat * (along * u + aside * n.cross(u) + off * n));
        mesh.triangles[t] = {i, j, inner};
        mesh.triangles.push_back({j, k, inner});
        mesh.triangles.push_back({k, i, inner});
    }
    const FacetModel cut = model_of_surface(mesh);
    REQUIRE(cut.facets.size() == 6);
    REQUIRE(cut.corners.size() == 8);
    Draws draws(6);
    for (int i = 0; i < 2000; ++i) {
        const Vec3 normal = draws.vector(1.0).normalized();
        for (std::size_t c = 0; c < plain.corners.size(); ++c) {
            CHECK(surface_lies_above(plain, plain.corners[c], normal, kLooseSine) ==
                  surface_lies_above(cut, cut.corners[c], normal, kLooseSine));
        }
    }
}

TEST_CASE("pairs that may not separate make no candidates where bodies turn to", "[semi_local]") {
    // The edges of the drum are blunt.
    const CollisionShape box = make_facet_shape(make_box({0.3, 0.2, 0.1}));
    const CollisionShape pyramid = make_facet_shape(make_spike());
    const CollisionShape drum = make_facet_shape(make_cylinder(0.1, 0.2, 16));
    const double turn = 0.3;
    const double slack = 0.2;
    Draws draws(11);
    int refused = 0;
    int made = 0;
    for (int i = 0; i < 60; ++i) {
        const Collider a = make_collider(box, {draws.rotation(), Vec3::Zero()});
        const Collider b =
            make_collider(i % 4 == 3 ? drum : pyramid, {draws.rotation(), Vec3::Zero()});
        const PairFrame start = make_pair_frame(a, b, 0.01, Settings{});
        const auto try_pair = [&](PairKind kind, const FeaturePair& pair) {
            const bool may = may_separate(start, slack, kind, pair, turn);
            refused += may ? 0 : 1;
            for (int j = 0; j < 4; ++j) {
                PairFrame frame = touching(start, kind, pair, draws.vector(1.0).normalized(),
                                           draws.uniform(0.0, turn));
                if (kind == PairKind::EdgeEdge) {
                    frame.tolerances.sin_wedge_a = frame.tolerances.sin_wedge_b = slack;
                } else {
                    frame.tolerances.sin_angle = slack;
                }
                std::vector<Candidate> candidates;
                append_candidates(frame, kind, pair, {}, candidates);
                made += candidates.empty() ? 0 : 1;
                CHECK((may || candidates.empty()));
            }
        };
        for (int e = 0; e < std::ssize(start.a->edges); ++e) {
            for (int f = 0; f < std::ssize(start.b->edges); ++f) {
                if (start.a->edges[e].convex && start.b->edges[f].convex) {
                    try_pair(PairKind::EdgeEdge, {e, f});
                }
            }
        }
        for (int f = 0; f < std::ssize(start.a->facets); ++f) {
            for (int c = 0; c < std::ssize(start.b->corners); ++c) {
                try_pair(PairKind::FacetCorner, {f, c});
            }
        }
        for (int c = 0; c < std::ssize(start.a->corners); ++c) {
            for (int f = 0; f < std::ssize(start.b->facets); ++f) {
                try_pair(PairKind::CornerFacet, {c, f});
            }
        }
    }
    CHECK(made > 500);
    CHECK(refused > 2000);
}

TEST_CASE("rounding does not tell where bodies meet that slide along each other", "[semi_local]") {
    // A box comes to the rim of the next of two flush plates; its bottom is on their top.
    const CollisionShape plate = make_facet_shape(make_box({4.0, 0.5, 4.0}));
    const CollisionShape box = make_facet_shape(make_box({0.2, 0.1, 0.15}));
    const Quat turn(Eigen::AngleAxisd(0.5, Vec3::UnitY()));
    const auto answer = [&](double height, double rise) {
        const Collider a = make_collider(plate, at(2.0, -0.25, 0.0));
        Collider b = make_collider(box, {turn, Vec3(-0.16, 0.05 + height, 1.0)});
        b.linear_velocity = Vec3(1.9, rise, 0.0);
        Query query{0.01, Settings{}};
        query.look_ahead = true;
        query.acceleration = 9.81;
        const std::vector<SceneBody> bodies{{a, true}, {b, false}};
        return find_contacts(bodies, find_generator("semi_local"), query);
    };
    const std::vector<ContactPoint> exact = answer(0.0, 0.0);
    REQUIRE(exact.size() >= 3);
    for (const double height : {-1e-13, 1e-13}) {
        for (const double rise : {-1e-13, 1e-13}) {
            CAPTURE(height, rise);
            const std::vector<ContactPoint> rounded = answer(height, rise);
            REQUIRE(rounded.size() == exact.size());
            for (std::size_t i = 0; i < exact.size(); ++i) {
                CHECK((rounded[i].position - exact[i].position).norm() < 1e-9);
                CHECK(rounded[i].feature_a == exact[i].feature_a);
                CHECK(rounded[i].feature_b == exact[i].feature_b);
            }
        }
    }
}
