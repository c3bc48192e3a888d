#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include "methods/base/boxes/bounding_box.h"
#include "methods/geometry/measure.h"
#include "methods/mesh/coordinate_precision.h"
#include "methods/mesh/shapes.h"
#include "methods/quality/truth/planar_facets.h"
#include "methods/quality/truth/planar_reference.h"
#include "methods/testing/catch.h"
#include "methods/testing/mesh_examples.h"
#include "testcases/scenes/test_case.h"

// The computed truth of meshes that other programs wrote: turned, moved, scaled and rounded, the
// built-in cases have the answers that they have as they are.

namespace touchstone {
namespace {

/// Numbers as a file holds them.
enum class Written { Double, Float, Decimals };

struct Form {
    std::string name;
    Pose pose = {};
    double scale = 1.0;
    Written written = Written::Double;
    int decimals = 0;

    double write(double number) const {
        if (written == Written::Float) {
            return static_cast<double>(static_cast<float>(number));
        }
        const double grid = std::pow(10.0, decimals);
        return written == Written::Decimals ? std::nearbyint(number * grid) / grid : number;
    }
    /// Of coordinates up to `largest`.
    double rounding(double largest) const {
        return written == Written::Float      ? largest * 0x1p-24
               : written == Written::Decimals ? 0.5 * std::pow(10.0, -decimals)
                                              : 1e-14;
    }
};

std::vector<Form> forms() {
    const Pose turned{testing::awkward_pose().rotation, Vec3::Zero()};
    const Pose moved{Quat::Identity(), Vec3(0.1234567, -1.7654321, 2.7182818)};
    std::vector<Form> result{
        {"turned", turned},
        {"moved", moved},
        {"scaled", {}, 3.7},
        {"turned and moved", testing::awkward_pose()},
        {"turned, moved, 32 bits", testing::awkward_pose(), 1.0, Written::Float},
        {"moved, 32 bits", moved, 1.0, Written::Float}};
    for (int decimals = 4; decimals <= 9; ++decimals) {
        const std::string text = std::to_string(decimals) + " decimals";
        result.push_back({"turned, " + text, turned, 1.0, Written::Decimals, decimals});
        result.push_back({"moved, " + text, moved, 1.0, Written::Decimals, decimals});
        result.push_back(
            {"all, " + text, testing::awkward_pose(), 1.7, Written::Decimals, decimals});
    }
    return result;
}

/// Two bodies in one frame, about 1 m in size and near the origin.
struct Bodies {
    SurfaceMesh a;
    SurfaceMesh b;
};

double narrowest(const SurfaceMesh& mesh) {
    const BoundingBox box = bounds_of(mesh.vertices);
    return (box.upper - box.lower).minCoeff();
}

Bodies bodies_of(const TestCase& scene, const PairReference& pair) {
    const auto place = [&](int body) { return scene.bodies[body].world_from_shape; };
    const SurfaceMesh a = make_surface(scene.bodies[pair.body_a].shape);
    const SurfaceMesh b = make_surface(scene.bodies[pair.body_b].shape);
    const double thin = std::min(narrowest(a), narrowest(b));
    const double scale = std::pow(10.0, std::ceil(-std::log10(std::min(thin, 1.0))));
    // From the smaller body: what lies far out would need more digits than the numbers have.
    const bool a_is_smaller =
        bounds_of(a.vertices).upper.norm() < bounds_of(b.vertices).upper.norm();
    const Vec3 origin = place(a_is_smaller ? pair.body_a : pair.body_b).translation;
    Bodies result{testing::moved(place(pair.body_a), a), testing::moved(place(pair.body_b), b)};
    for (SurfaceMesh* mesh : {&result.a, &result.b}) {
        for (Vec3& vertex : mesh->vertices) {
            vertex = scale * (vertex - origin);
        }
    }
    return result;
}

Bodies in_form(const Bodies& bodies, const Form& form) {
    Bodies result = bodies;
    for (SurfaceMesh* mesh : {&result.a, &result.b}) {
        for (Vec3& vertex : mesh->vertices) {
            const Vec3 place = form.scale * (form.pose * vertex);
            vertex = {form.write(place.x()), form.write(place.y()), form.write(place.z())};
        }
    }
    return result;
}

struct Told {
    PlanarRegions truth;
    std::optional<Answer> answer;
};

Told tell(const Bodies& bodies) {
    Told told;
    told.truth = planar_regions(bodies.a, {}, bodies.b, {});
    if (told.truth.why_not.empty()) {
        told.answer = make_answer(told.truth.regions, told.truth.same_corner);
    }
    return told;
}

double largest_coordinate(const Bodies& bodies) {
    double largest = 0.0;
    for (const SurfaceMesh* mesh : {&bodies.a, &bodies.b}) {
        for (const Vec3& vertex : mesh->vertices) {
            largest = std::max(largest, vertex.cwiseAbs().maxCoeff());
        }
    }
    return largest;
}

void check_same(const Answer& found, const Answer& exact, const Form& form, double rounding) {
    // A coordinate is off by one rounding, a plane through some by a few.
    const double off = 20.0 * rounding + 1e-6;
    const double area = form.scale * form.scale;
    CHECK(found.min_contacts == exact.min_contacts);
    REQUIRE(found.normals.size() == exact.normals.size());
    for (const Vec3& normal : exact.normals) {
        const Vec3 turned = form.pose.rotation * normal;
        CHECK(std::ranges::any_of(
            found.normals, [&](const Vec3& other) { return angle_between(other, turned) <= 0.5; }));
    }
    CHECK(*found.area == Approx(area * *exact.area).epsilon(0.01).margin(off));
    CHECK(found.hull_area.has_value() == exact.hull_area.has_value());
    CHECK(found.points.empty() == exact.points.empty());
    for (const Vec3& point : exact.points) {
        const Vec3 place = form.scale * (form.pose * point);
        CHECK(std::ranges::any_of(
            found.points, [&](const Vec3& other) { return (other - place).norm() <= off; }));
    }
    CHECK((*found.separation)[0] == Approx(form.scale * (*exact.separation)[0]).margin(off));
    CHECK((*found.separation)[1] == Approx(form.scale * (*exact.separation)[1]).margin(off));
}

/// One in `each` of a case's pairs: of the wall's there are thousands, and few kinds.
void check_case(const TestCase& scene, int each, int& told, int& refused) {
    for (int p = 0; p < std::ssize(scene.reference); p += each) {
        const PairReference& pair = scene.reference[p];
        const Bodies bodies = bodies_of(scene, pair);
        const Told exact = tell(bodies);
        (exact.answer ? told : refused) += 1;
        for (const Form& form : forms()) {
            INFO(scene.id << ": " << scene.bodies[pair.body_a].name << " and "
                          << scene.bodies[pair.body_b].name << ", " << form.name);
            const Bodies formed = in_form(bodies, form);
            const Told found = tell(formed);
            INFO(found.truth.why_not << " / " << exact.truth.why_not << " / "
                                     << found.truth.precision);
            CHECK(found.answer.has_value() == exact.answer.has_value());
            if (found.answer && exact.answer) {
                check_same(*found.answer, *exact.answer, form,
                           form.rounding(largest_coordinate(formed)));
            }
        }
    }
}

}  // namespace

TEST_CASE("the computed truth of a case does not depend on how its meshes were written",
          "[quality]") {
    int told = 0;
    int refused = 0;
    for (const TestCaseEntry& entry : all_test_cases()) {
        const TestCase scene = make_test_case(entry, BodyOrder::LowerFirst);
        const int each = std::max(1, static_cast<int>(std::ssize(scene.reference)) / 8);
        check_case(scene, each, told, refused);
    }
    CHECK(told > 60);
    CHECK(refused > 20);
}

}  // namespace touchstone
