#include "methods/smooth/extremal_points.h"

#include <cmath>
#include <numbers>

#include "methods/mesh/shapes.h"
#include "methods/smooth/polyhedron_pair.h"
#include "methods/smooth/tests/placed_solids.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

Mat3 turned(double angle, const Vec3& axis) {
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

/// A cylinder's axis y laid along x.
Mat3 lying() { return turned(-0.5 * std::numbers::pi, Vec3::UnitZ()); }

double condition_of(const PlacedSolid& a, int feature_a, const PlacedSolid& b, int feature_b,
                    const Vec3& point_a, const Vec3& point_b) {
    const FeaturePair pair{&a, &b, &a.solid->features[feature_a], &b.solid->features[feature_b]};
    return extremal_condition(pair, guess_state(pair, point_a, point_b), 1.0);
}

}  // namespace

TEST_CASE("balls have their closed form", "[smooth]") {
    const SmoothSolid one = solid_of(SmoothBall{0.5});
    const SmoothSolid two = solid_of(SmoothBall{0.3});
    for (const double gap : {0.2, 1e-9, 0.0, -0.1}) {
        const Vec3 way = Vec3(1.0, -2.0, 0.5).normalized();
        const PlacedSolid a{&one, Mat3::Identity(), Vec3(0.1, 0.2, 0.3)};
        const PlacedSolid b{&two, kAwkward.toRotationMatrix(), a.centre + (0.8 + gap) * way};
        const ExtremalAnswer answer = convex_pair(a, b);
        REQUIRE(answer.pairs.size() == 1);
        const SmoothContact& contact = answer.pairs[0].contacts[0];
        CHECK((contact.normal - way).norm() < 1e-14);
        CHECK(std::abs(contact.separation - gap) < 1e-15);
        CHECK((contact.point_a - a.centre - 0.5 * way).norm() < 1e-14);
    }
    const PlacedSolid a{&one};
    CHECK_FALSE(convex_pair(a, {&two}).why_not.empty());
}

TEST_CASE("solids of all convex kinds meet as they were placed", "[smooth]") {
    const std::vector<SmoothPrimitive> kinds{SmoothBall{0.7},
                                             SmoothEllipsoid{{1.0, 0.7, 0.5}},
                                             SmoothSuperellipsoid{{1.0, 0.7, 0.5}, 4.0},
                                             SmoothCylinder{0.6, 1.4},
                                             SmoothCone{0.6, 1.1},
                                             SmoothCapsule{0.4, 1.2},
                                             SmoothRoundBox{{1.2, 0.8, 1.0}, 0.15}};
    Dice dice{std::mt19937_64(5)};
    for (const SmoothPrimitive& kind_a : kinds) {
        for (const SmoothPrimitive& kind_b : kinds) {
            for (const double gap : {0.2, 1e-3, -1e-3}) {
                CAPTURE(smooth_kind(kind_a), smooth_kind(kind_b), gap);
                const KnownPair known(kind_a, kind_b, dice, gap);
                const ExtremalAnswer answer = convex_pair(known.a, known.b);
                CHECK(answer.why_not.empty());
                CHECK(is_right(known, answer));
                if (gap > 0.0 && !answer.pairs.empty()) {
                    CHECK((answer.pairs[0].contacts[0].normal - known.normal).norm() < 1e-6);
                }
            }
        }
    }
}

TEST_CASE("exchanging and moving both solids changes nothing", "[smooth]") {
    Dice dice{std::mt19937_64(6)};
    const KnownPair known(SmoothEllipsoid{{1.0, 0.3, 0.5}}, SmoothCone{0.6, 1.1}, dice, -2e-3);
    const ExtremalAnswer answer = convex_pair(known.a, known.b);
    const ExtremalAnswer exchanged = convex_pair(known.b, known.a);
    REQUIRE(answer.pairs.size() == 1);
    REQUIRE(exchanged.pairs.size() == 1);
    const SmoothContact& one = answer.pairs[0].contacts[0];
    const SmoothContact& other = exchanged.pairs[0].contacts[0];
    CHECK((one.normal + other.normal).norm() < 1e-9);
    CHECK(std::abs(one.separation - other.separation) < 1e-12);
    CHECK((one.point_a - other.point_b).norm() < 1e-9);
}

TEST_CASE("lines, areas and rings of contact have their corners", "[smooth]") {
    const SmoothSolid cylinder = solid_of(SmoothCylinder{0.5, 2.0});
    const SmoothSolid thin = solid_of(SmoothCylinder{0.25, 1.0});
    const SmoothSolid box = solid_of(SmoothRoundBox{{3.0, 1.0, 3.0}, 0.1});
    const SmoothSolid torus = solid_of(SmoothTorus{1.0, 0.3});
    const PlacedSolid ground = oddly(box, Mat3::Identity(), Vec3(0.0, -0.5, 0.0));

    SECTION("a cylinder that lies on a face touches along a line") {
        const ExtremalAnswer answer =
            convex_pair(ground, oddly(cylinder, lying(), Vec3(0.0, 0.499, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Line);
        REQUIRE(answer.pairs[0].contacts.size() == 2);
        CHECK(std::abs(answer.pairs[0].contacts[0].separation + 1e-3) < 1e-12);
        CHECK(
            std::abs(
                (answer.pairs[0].contacts[0].point_a - answer.pairs[0].contacts[1].point_a).norm() -
                2.0) < 1e-9);
    }
    SECTION("parallel cylinders share the overlap of their lengths") {
        const ExtremalAnswer answer = convex_pair(oddly(cylinder, lying(), Vec3::Zero()),
                                                  oddly(thin, lying(), Vec3(0.8, 0.75, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Line);
        REQUIRE(answer.pairs[0].contacts.size() == 2);
        CHECK(
            std::abs(
                (answer.pairs[0].contacts[0].point_a - answer.pairs[0].contacts[1].point_a).norm() -
                0.7) < 1e-8);
    }
    SECTION("faces of rounded boxes share a rectangle") {
        const ExtremalAnswer answer =
            convex_pair(ground, oddly(box, turned(0.3, Vec3::UnitY()), Vec3(0.4, 0.5, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Area);
        CHECK(answer.pairs[0].contacts.size() >= 4);
        for (const SmoothContact& contact : answer.pairs[0].contacts) {
            CHECK(std::abs(contact.separation) < 1e-12);
        }
    }
    SECTION("a torus lies flat on a face along a ring") {
        const ExtremalAnswer answer =
            curved_pairs(ground, oddly(torus, Mat3::Identity(), Vec3(0.0, 0.31, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Ring);
        CHECK(answer.pairs[0].contacts.size() == 8);
        CHECK(std::abs(answer.pairs[0].contacts[0].separation - 0.01) < 1e-12);
    }
    SECTION("coaxial cylinders that stand on each other share the smaller cap") {
        for (const double gap : {0.02, 0.0, -1e-3}) {
            const ExtremalAnswer answer =
                convex_pair(oddly(cylinder, Mat3::Identity(), Vec3::Zero()),
                            oddly(thin, Mat3::Identity(), Vec3(0.0, 1.5 + gap, 0.0)));
            REQUIRE(answer.pairs.size() == 1);
            CHECK(answer.pairs[0].spread == ContactSpread::Area);
            CHECK(answer.pairs[0].contacts.size() == 8);
            for (const SmoothContact& contact : answer.pairs[0].contacts) {
                CHECK(std::abs(contact.separation - gap) < 1e-12);
                CHECK((kAwkward.conjugate() * contact.normal - Vec3::UnitY()).norm() < 1e-12);
            }
        }
    }
    SECTION("coaxial tori touch along a ring") {
        const ExtremalAnswer answer =
            curved_pairs(oddly(torus, Mat3::Identity(), Vec3::Zero()),
                         oddly(torus, Mat3::Identity(), Vec3(0.0, 0.6, 0.0)));
        REQUIRE(answer.pairs.size() == 1);
        CHECK(answer.pairs[0].spread == ContactSpread::Ring);
        CHECK(std::abs(answer.pairs[0].contacts[0].separation) < 1e-12);
    }
}

TEST_CASE("surfaces that fit each other are named, never answered by no number", "[smooth]") {
    const SmoothSolid cylinder = solid_of(SmoothCylinder{0.5, 2.0});
    const SmoothSolid thin = solid_of(SmoothCylinder{0.25, 1.0});
    const SmoothSolid ball = solid_of(SmoothBall{0.5});
    const SmoothSolid egg = solid_of(SmoothEllipsoid{{0.5, 0.5, 0.5}});
    const SmoothSolid torus = solid_of(SmoothTorus{1.0, 0.3});
    const SmoothSolid tube = solid_of(SmoothTorus{1.0, 0.2});
    const PlacedSolid at_origin[]{oddly(cylinder, Mat3::Identity(), Vec3::Zero()),
                                  oddly(thin, Mat3::Identity(), Vec3::Zero()),
                                  oddly(ball, Mat3::Identity(), Vec3::Zero()),
                                  oddly(egg, Mat3::Identity(), Vec3::Zero()),
                                  oddly(torus, Mat3::Identity(), Vec3::Zero()),
                                  oddly(tube, Mat3::Identity(), Vec3::Zero())};
    for (const PlacedSolid& a : at_origin) {
        for (const PlacedSolid& b : at_origin) {
            CAPTURE(smooth_kind(a.solid->primitive), smooth_kind(b.solid->primitive));
            const bool convex = is_convex(a.solid->primitive) && is_convex(b.solid->primitive);
            const ExtremalAnswer answer = convex ? convex_pair(a, b) : curved_pairs(a, b);
            CHECK((!answer.pairs.empty() || !answer.why_not.empty()));
            for (const ExtremalPair& pair : answer.pairs) {
                for (const SmoothContact& contact : pair.contacts) {
                    CHECK(contact.point_a.allFinite());
                    CHECK(contact.point_b.allFinite());
                    CHECK(std::abs(contact.normal.norm() - 1.0) < 1e-12);
                    CHECK(std::isfinite(contact.separation));
                }
            }
        }
    }
}

TEST_CASE("a jack rests on three of its balls, a die on its face", "[smooth]") {
    SmoothShape jack;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double side : {-0.5, 0.5}) {
            jack.parts.push_back({SmoothBall{0.2}, {Quat::Identity(), side * Vec3::Unit(axis)}});
        }
        const Quat along = Quat::FromTwoVectors(Vec3::UnitY(), Vec3::Unit(axis));
        jack.parts.push_back({SmoothCapsule{0.08, 1.0}, {along, Vec3::Zero()}});
    }
    // The pips are eggs that stand out a little, and are inside of the face that it lies on.
    SmoothShape die{{{SmoothRoundBox{{1.0, 1.0, 1.0}, 0.15}, {}}}};
    for (const double x : {-0.2, 0.2}) {
        die.parts.push_back(
            {SmoothEllipsoid{{0.1, 0.06, 0.1}}, {Quat::Identity(), Vec3(x, 0.47, 0.1)}});
    }
    const SmoothBody floor = make_smooth_body({{{SmoothRoundBox{{6.0, 1.0, 6.0}, 0.1}, {}}}});
    const Pose below{kAwkward, kAwkward * Vec3(0.0, -0.5, 0.0)};
    const auto resting = [&](const SmoothShape& shape, const Quat& turn, double height) {
        validate(shape);
        return extremal_points(floor, below, make_smooth_body(shape),
                               {kAwkward * turn, kAwkward * Vec3(0.0, height, 0.0)});
    };
    // Three balls are as low as each other when (1, 1, 1) is down; their centres are 0.5 / √3 low.
    const Quat on_three = Quat::FromTwoVectors(Vec3::Ones().normalized(), -Vec3::UnitY());
    const double drop = 0.5 / std::sqrt(3.0) + 0.2;
    const ExtremalAnswer balls = resting(jack, on_three, drop - 1e-3);
    CHECK(balls.why_not.empty());
    int touching = 0;
    for (const ExtremalPair& pair : balls.pairs) {
        if (pair.contacts[0].separation < 1e-6) {
            ++touching;
            CHECK(std::abs(pair.contacts[0].separation + 1e-3) < 1e-12);
            CHECK((kAwkward.conjugate() * pair.contacts[0].normal - Vec3::UnitY()).norm() < 1e-12);
        }
    }
    CHECK(touching == 3);

    const ExtremalAnswer face = resting(die, Quat::Identity(), 0.5 - 1e-3);
    CHECK(face.why_not.empty());
    REQUIRE_FALSE(face.pairs.empty());
    CHECK(face.pairs[0].spread == ContactSpread::Area);
    CHECK(face.pairs[0].contacts.size() == 4);
    CHECK(std::abs(face.pairs[0].contacts[0].separation + 1e-3) < 1e-12);
    // Upside down it stands on two pips, 0.03 higher.
    const Quat over(Eigen::AngleAxisd(std::numbers::pi, Vec3::UnitX()));
    const ExtremalAnswer pips = resting(die, over, 0.53 - 1e-3);
    int deepest = 0;
    for (const ExtremalPair& pair : pips.pairs) {
        deepest += std::abs(pair.contacts[0].separation + 1e-3) < 1e-9 ? 1 : 0;
    }
    CHECK(deepest == 2);
}

TEST_CASE("a ball in the hole of a torus touches where it is put", "[smooth]") {
    const SmoothSolid torus = solid_of(SmoothTorus{1.0, 0.3});
    const SmoothSolid ball = solid_of(SmoothBall{0.2});
    // Against the inside of the tube, half a gap from it.
    const ExtremalAnswer answer = curved_pairs(oddly(torus, Mat3::Identity(), Vec3::Zero()),
                                               oddly(ball, Mat3::Identity(), {0.49, 0.0, 0.0}));
    REQUIRE_FALSE(answer.pairs.empty());
    const SmoothContact& contact = answer.pairs[0].contacts[0];
    CHECK(std::abs(contact.separation - 0.01) < 1e-12);
    CHECK((kAwkward.conjugate() * contact.normal + Vec3::UnitX()).norm() < 1e-9);
}

TEST_CASE("a ball in a bowl touches the nearest point, and fits none of its own radius",
          "[smooth]") {
    const SmoothSolid bowl = solid_of(SmoothBowl{1.25, 1.2, 0.2});
    const SmoothSolid ball = solid_of(SmoothBall{0.5});
    // On the normal of the paraboloid at r = 0.4.
    const Vec3 on(0.4, 0.4 * 0.4 / 2.5, 0.0);
    const Vec3 normal = Vec3(-0.4 / 1.25, 1.0, 0.0).normalized();
    const ExtremalAnswer answer = curved_pairs(oddly(bowl, Mat3::Identity(), Vec3::Zero()),
                                               oddly(ball, Mat3::Identity(), on + 0.499 * normal));
    REQUIRE(answer.pairs.size() == 1);
    const SmoothContact& contact = answer.pairs[0].contacts[0];
    CHECK(std::abs(contact.separation + 1e-3) < 1e-12);
    CHECK((kAwkward.conjugate() * contact.normal - normal).norm() < 1e-9);

    const SmoothSolid equal = solid_of(SmoothBall{1.25});
    const ExtremalAnswer fits = curved_pairs(oddly(bowl, Mat3::Identity(), Vec3::Zero()),
                                             oddly(equal, Mat3::Identity(), {0.0, 1.25, 0.0}));
    CHECK(fits.pairs.empty());
    CHECK(fits.why_not.find("fit each other too closely") != std::string::npos);
}

TEST_CASE("surfaces with vanishing curvature are well posed, and fitting ones are not",
          "[smooth]") {
    // Baraff [1990], Appendix E, has it the other way round in both.
    const SmoothSolid cylinder = solid_of(SmoothCylinder{1.0, 4.0});
    const PlacedSolid a{&cylinder, lying(), Vec3::Zero()};
    const PlacedSolid b{&cylinder, turned(0.5 * std::numbers::pi, Vec3::UnitX()),
                        Vec3(0.0, 2.0, 0.0)};
    const double crossed = condition_of(a, 0, b, 0, Vec3::UnitY(), Vec3::UnitY());
    CHECK(crossed < 50.0);  // both Gaussian curvatures are 0

    const SmoothSolid bowl = solid_of(SmoothBowl{1.0, 0.9, 0.2});
    const SmoothSolid ball = solid_of(SmoothBall{1.0});
    const double fitting = condition_of({&bowl}, 0, {&ball, Mat3::Identity(), Vec3::UnitY()}, 0,
                                        Vec3::Zero(), Vec3::Zero());
    CHECK(fitting > 1e12);  // neither is
}

TEST_CASE("a ball meets facets, edges and corners of a polyhedron", "[smooth]") {
    const SurfaceMesh cube = make_box(Vec3::Ones());
    const FacetModel model = make_facet_model(cube.vertices, cube.triangles);
    const std::vector<SmoothPrimitive> kinds{SmoothBall{0.3}, SmoothEllipsoid{Vec3::Constant(0.3)},
                                             SmoothSuperellipsoid{Vec3::Constant(0.3), 2.0},
                                             SmoothCapsule{0.3, 0.0}};
    for (const SmoothPrimitive& kind : kinds) {
        CAPTURE(smooth_kind(kind));
        const SmoothSolid ball = solid_of(kind);
        for (const double gap : {0.01, -0.01}) {
            const Vec3 places[]{{0.1, 0.5, 0.2}, {0.1, 0.5, 0.5}, {-0.5, 0.5, 0.5}};
            const Vec3 normals[]{Vec3::UnitY(), Vec3(0.0, 0.6, 0.8),
                                 Vec3(-0.5, 0.6, 0.7).normalized()};
            const FacetFeatureType types[]{FacetFeatureType::Facet, FacetFeatureType::Edge,
                                           FacetFeatureType::Corner};
            for (int i = 0; i < 3; ++i) {
                CAPTURE(i, gap);
                const PlacedSolid placed{&ball, kAwkward.toRotationMatrix(),
                                         places[i] + (0.3 + gap) * normals[i]};
                const PolyhedronAnswer answer = polyhedron_pair(model, placed, 0.1);
                REQUIRE(answer.contacts.size() == 1);
                const SmoothContact& contact = answer.contacts[0].pair.contacts[0];
                if (gap > 0.0 || i == 0) {
                    CHECK(answer.contacts[0].feature.type == types[i]);
                    CHECK(std::abs(contact.separation - gap) < 1e-12);
                    CHECK((contact.normal - normals[i]).norm() < 1e-9);
                    CHECK((contact.point_a - places[i]).norm() < 1e-9);
                } else {
                    CHECK(contact.separation < 0.0);
                    CHECK(contact.separation >= gap - 1e-12);
                }
            }
        }
    }
}
