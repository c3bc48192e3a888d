#include <algorithm>
#include <cmath>

#include "generators/semi_local/choice/sufficiency.h"
#include "generators/semi_local/tests/semi_local_solids.h"
#include "methods/mesh/shapes.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::semi_local;
using namespace touchstone::testing;

namespace {

FacetModel model_of(const SurfaceMesh& mesh) {
    return make_facet_model(mesh.vertices, mesh.triangles);
}

FacetFeature edge_between(const FacetModel& model, const Vec3& normal_1, const Vec3& normal_2) {
    for (int e = 0; e < std::ssize(model.edges); ++e) {
        const Vec3& left = model.facets[model.edges[e].left].normal;
        const Vec3& right = model.facets[model.edges[e].right].normal;
        if (((left - normal_1).norm() < 1e-9 && (right - normal_2).norm() < 1e-9) ||
            ((left - normal_2).norm() < 1e-9 && (right - normal_1).norm() < 1e-9)) {
            return {FacetFeatureType::Edge, e};
        }
    }
    FAIL("no such edge");
    return {};
}

FacetFeature corner_at(const FacetModel& model, const Vec3& position) {
    for (int c = 0; c < std::ssize(model.corners); ++c) {
        if ((model.corners[c].position - position).norm() < 1e-9) {
            return {FacetFeatureType::Corner, c};
        }
    }
    FAIL("no such corner");
    return {};
}

/// A gable with its ridge in the origin, to stand on.
SurfaceMesh make_roof() { return make_prism({{{-1, -1}, {1, -1}, {0, 0}}}, 4.0); }

/// The same upside down.
SurfaceMesh make_blade() { return make_prism({{{0, 0}, {0.3, 1}, {-0.3, 1}}}, 4.0); }

SufficiencyTest test_of(const LocalSolid& a, const LocalSolid& b,
                        const std::vector<Vec3>& normals) {
    SufficiencyTest test;
    test.set(a, b, Mat3::Identity(), normals);
    return test;
}

std::vector<NormalSet> options_of(const SufficiencyTest& test, NormalSet required = 0) {
    std::vector<NormalSet> options;
    test.find_options(required, options);
    return options;
}

}  // namespace

TEST_CASE("in a crack both walls are needed", "[semi_local][sufficiency]") {
    const FacetModel groove = model_of(make_groove());
    const FacetModel blade = model_of(make_blade());
    const Vec3 left(kHalfRoot, kHalfRoot, 0.0);
    const Vec3 right(-kHalfRoot, kHalfRoot, 0.0);
    const LocalSolid a(groove, edge_between(groove, left, right));
    const Vec3 side(10.0 / std::sqrt(109.0), -3.0 / std::sqrt(109.0), 0.0);
    const LocalSolid b(blade, edge_between(blade, side, Vec3(-side.x(), side.y(), 0.0)));
    CHECK_FALSE(a.is_convex());
    CHECK(b.is_convex());
    const SufficiencyTest test = test_of(a, b, {left, right});
    CHECK_FALSE(test.is_sufficient(0b01));
    CHECK_FALSE(test.is_sufficient(0b10));
    CHECK(test.is_sufficient(0b11));
    CHECK(options_of(test) == std::vector<NormalSet>{0b11});
    CHECK(options_of(test, 0b11) == std::vector<NormalSet>{0b11});
}

TEST_CASE("between convex solids any normal is enough", "[semi_local][sufficiency]") {
    const FacetModel roof = model_of(make_roof());
    const FacetModel blade = model_of(make_blade());
    const Vec3 left(-kHalfRoot, kHalfRoot, 0.0);
    const Vec3 right(kHalfRoot, kHalfRoot, 0.0);
    const LocalSolid a(roof, edge_between(roof, left, right));
    const Vec3 side(10.0 / std::sqrt(109.0), -3.0 / std::sqrt(109.0), 0.0);
    const LocalSolid b(blade, edge_between(blade, side, Vec3(-side.x(), side.y(), 0.0)));
    const SufficiencyTest test = test_of(a, b, {left, right});
    CHECK(options_of(test) == std::vector<NormalSet>{0b01, 0b10});
}

TEST_CASE("nothing suffices when a normal separates nothing", "[semi_local][sufficiency]") {
    const FacetModel groove = model_of(make_groove());
    const FacetModel blade = model_of(make_blade());
    const LocalSolid a(groove, edge_between(groove, Vec3(kHalfRoot, kHalfRoot, 0.0),
                                            Vec3(-kHalfRoot, kHalfRoot, 0.0)));
    const LocalSolid b(blade, {FacetFeatureType::Facet, 0});
    const SufficiencyTest test = test_of(a, b, {Vec3::UnitZ()});
    CHECK(options_of(test) == std::vector<NormalSet>{0b1});  // all there is
    CHECK_FALSE(test.is_sufficient(0b1));
}

TEST_CASE("over a notch the top is enough, two walls are, one wall is not",
          "[semi_local][sufficiency]") {
    // A block without its quarter x > 0, z > 0, seen at the notch's upper corner in the origin.
    const SurfaceMesh notch = [] {
        const Mask cells{{true, true}, {true, false}};
        SurfaceMesh mesh = make_prism_of_cells(cells, -1.0, 0.0);
        for (Vec3& vertex : mesh.vertices) {
            vertex -= Vec3(1.0, 0.0, 1.0);
        }
        return mesh;
    }();
    const FacetModel a_model = model_of(notch);
    const FacetModel b_model = model_of(make_box({1.0, 1.0, 1.0}));
    const LocalSolid a(a_model, corner_at(a_model, Vec3::Zero()));
    // B's corner points down into the gap: the box fills x > 0, y > 0, z > 0.
    const LocalSolid b(b_model, corner_at(b_model, {-0.5, -0.5, -0.5}));
    const SufficiencyTest test = test_of(a, b, {Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitZ()});
    CHECK(test.is_sufficient(0b001));
    CHECK(test.is_sufficient(0b110));
    CHECK_FALSE(test.is_sufficient(0b010));
    CHECK_FALSE(test.is_sufficient(0b100));
    CHECK(options_of(test) == std::vector<NormalSet>{0b001, 0b110});
}

TEST_CASE("a local solid contains what lies deep enough inside", "[semi_local][sufficiency]") {
    const FacetModel box = model_of(make_box({1.0, 1.0, 1.0}));
    const LocalSolid corner(box, corner_at(box, {0.5, 0.5, 0.5}));
    CHECK(corner.contains(Vec3(-1, -1, -1).normalized()));
    CHECK(corner.contains(Vec3(-1, -0.1, -1).normalized()));
    CHECK_FALSE(corner.contains(Vec3(-1, -0.01, -1).normalized()));
    CHECK_FALSE(corner.contains(Vec3(1, -1, -1).normalized()));
    const LocalSolid facet(box, {FacetFeatureType::Facet, 0});
    CHECK(facet.contains(-box.facets[0].normal));
    CHECK_FALSE(facet.contains(box.facets[0].normal));
    const FacetModel groove = model_of(make_groove());
    const LocalSolid crack(groove, edge_between(groove, Vec3(kHalfRoot, kHalfRoot, 0.0),
                                                Vec3(-kHalfRoot, kHalfRoot, 0.0)));
    CHECK(crack.contains(Vec3(1, 0.5, 0).normalized()));
    CHECK(crack.contains(Vec3(-1, 0.5, 0.3).normalized()));
    CHECK(crack.contains(-Vec3::UnitY()));
    CHECK_FALSE(crack.contains(Vec3::UnitY()));
    CHECK_FALSE(crack.contains(Vec3(1, 1.2, 0).normalized()));
    for (const Vec3& ray : all_rays()) {
        CHECK(ray.norm() == Approx(1.0));
    }
}
