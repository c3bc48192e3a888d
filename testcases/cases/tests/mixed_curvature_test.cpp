#include <algorithm>
#include <cmath>

#include "methods/testing/catch.h"
#include "testcases/cases/tests/world_vertices.h"
#include "testcases/scenes/test_case.h"

namespace touchstone {
namespace {

/// Height of the surface of a saddle at (x, z), or of a spike, from its vertices around the origin.
/// Both are the same multiple farther out.
double height_of(std::span<const Vec3> rim, double x, double z) {
    for (const Vec3& p : rim) {
        for (const Vec3& q : rim) {
            // (x, z) as a combination of the two, with shares that are not negative.
            const double area = p.x() * q.z() - p.z() * q.x();
            const double s = (x * q.z() - z * q.x()) / area;
            const double t = (p.x() * z - p.z() * x) / area;
            if (std::abs(area) > 1e-9 && s >= 0.0 && t >= 0.0 &&
                std::abs(p.x() + q.x()) + std::abs(p.z() + q.z()) > 1e-9) {
                return s * p.y() + t * q.y();
            }
        }
    }
    FAIL("the rim does not go round");
    return 0.0;
}

/// The vertices next to the origin, without it.
std::vector<Vec3> rim_of(const BodySetup& body, bool lower) {
    std::vector<Vec3> rim = testing::world_vertices(body);
    std::erase_if(rim, [&](const Vec3& v) {
        return v.norm() < 1e-12 || (lower && v.y() < -1.0) || (!lower && v.y() > 1.9);
    });
    return rim;
}

/// How high the upper body must be lifted, when it is moved by (a, b) to the side, to stay clear.
double least_height(std::span<const Vec3> lower, std::span<const Vec3> upper, double a, double b) {
    constexpr int kSteps = 60;
    double least = -1.0;
    for (int i = -kSteps; i <= kSteps; ++i) {
        for (int j = -kSteps; j <= kSteps; ++j) {
            const double x = 0.05 * i;
            const double z = 0.05 * j;
            least = std::max(least, height_of(lower, x, z) - height_of(upper, x - a, z - b));
        }
    }
    return least;
}

}  // namespace

TEST_CASE("mixed curvature: the answer is what keeps the upper body clear", "[mixed]") {
    const std::string id = GENERATE("spike_on_saddle", "saddles");
    const BodyOrder order = GENERATE(BodyOrder::LowerFirst, BodyOrder::Creation);
    const TestCase test_case = make_test_case(find_test_case(id), order);
    REQUIRE(test_case.reference.size() == 1);
    const PairReference& pair = test_case.reference[0];
    REQUIRE(pair.answers.size() == 1);
    const std::vector<Vec3>& normals = pair.answers[0].normals;
    REQUIRE(normals.size() == 4);
    const std::vector<Vec3> lower = rim_of(test_case.bodies[pair.body_a], true);
    const std::vector<Vec3> upper = rim_of(test_case.bodies[pair.body_b], false);
    CAPTURE(id);
    // Where they are they touch in the origin alone.
    CHECK(least_height(lower, upper, 0.0, 0.0) == Approx(0.0).margin(1e-12));
    // Steps of the grid, so that ridges and tips lie on it.
    for (const auto& [a, b] :
         {std::pair{0.5, 0.0}, {0.0, 0.5}, {0.5, 0.25}, {-0.25, 0.5}, {-0.5, -0.5}, {0.25, -1.0}}) {
        CAPTURE(a, b);
        std::vector<double> heights;
        for (const Vec3& n : normals) {
            CHECK(n.norm() == Approx(1.0).margin(1e-14));
            heights.push_back(-(n.x() * a + n.z() * b) / n.y());
        }
        const double height = least_height(lower, upper, a, b);
        if (id == "saddles") {
            CHECK(height == Approx(*std::ranges::max_element(heights)).margin(1e-9));
        } else {
            // A tip on a saddle is held by the one facet that it stands over; all four take turns.
            CHECK(std::ranges::any_of(
                heights, [&](double of_facet) { return of_facet == Approx(height).margin(1e-9); }));
        }
    }
}

}  // namespace touchstone
