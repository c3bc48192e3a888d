#include <algorithm>
#include <array>
#include <cmath>

#include "generators/local/tet_pair.h"
#include "generators/tests/random_tets.h"
#include "generators/tests/tet_contacts.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;
namespace kernels = touchstone::TOUCHSTONE_ISA;
using kernels::Lanes;

namespace {

PlainTet scaled_about_origin(PlainTet tet, double factor) {
    for (Vec3& corner : tet.corners) {
        corner *= factor;
    }
    return tet;
}

/// The crossings of edges with planes, by whether they lie outside the other tet.
struct Tally {
    int crossings = 0;
    int undecided = 0;
    int outside = 0;
    int differ = 0;
};

/// Compares where the crossings of the edges of one tet lie, by values and by the points
/// themselves, one by one. Those are undecided that are as near to a limit as rounding reaches.
void compare(const PosedTet& edges, const PosedTet& planes, const kernels::PlaneValues& values,
             double touch, Tally& tally) {
    const Lanes limits = kernels::touch_limits(planes, touch);
    const double near = 1e-3 * touch + edges.rounding + planes.rounding;
    for (int k = 0; k < 6; ++k) {
        for (int faces = kernels::crossed_faces(values, k); faces != 0; faces &= faces - 1) {
            const int face = kernels::lowest_bit(faces);
            ++tally.crossings;
            const Lanes at =
                kernels::values_on_planes(planes, kernels::crossing_point(edges, values, k, face));
            double margin = 1e300;
            for (int i = 0; i < 4; ++i) {
                const double distance = at[i] * planes.inverse_length[i];
                margin = i == face ? margin : std::min(margin, std::abs(distance - touch));
            }
            if (margin < near) {
                ++tally.undecided;
                continue;
            }
            const int expected = kernels::outside_as_published(edges, planes, values, k, face,
                                                               limits, OwnPlane::Skip);
            tally.outside += expected != 0 ? 1 : 0;
            const int found = kernels::outside_by_values(
                values, k, face, kernels::crossing(values, k, face), limits);
            tally.differ += found != expected ? 1 : 0;
        }
    }
}

}  // namespace

TEST_CASE("crossings lie inside by plane values where they do by their points", "[kernels]") {
    const Placement placement =
        GENERATE(Placement::Overlapping, Placement::NearlyTouching, Placement::ParallelEdges);
    const double thickness = GENERATE(1.0, 1e-3, 1e-6, 1e-9, 1e-12);
    CAPTURE(static_cast<int>(placement), thickness);
    Random random(20261201);
    const LocalSettings settings;
    Tally tally;
    for (int i = 0; i < 2000; ++i) {
        touchstone::testing::TetPair drawn = random_pair(random, placement);
        flatten(drawn.a, thickness, random);
        const PosedTet a = posed(drawn.a);
        const PosedTet b = posed(drawn.b);
        const kernels::TetPair pair = kernels::make_tet_pair(a, b, settings);
        if (!pair.separated) {
            compare(a, b, pair.on_b, pair.touch, tally);
            compare(b, a, pair.on_a, pair.touch, tally);
        }
    }
    CAPTURE(tally.crossings, tally.undecided, tally.outside);
    CHECK(tally.differ == 0);
    CHECK(tally.undecided < tally.crossings / 40);
    CHECK(tally.outside > tally.crossings / 4);
    CHECK(tally.crossings - tally.undecided - tally.outside > tally.crossings / 20);
}

// Powers of two change no digit.
TEST_CASE("the smallest tets share the points that they share when enlarged", "[kernels]") {
    const int power = GENERATE(-190, -166, 160);
    CAPTURE(power);
    Random random(20261202);
    const LocalSettings settings;
    int points = 0;
    int differ = 0;
    for (int i = 0; i < 2000; ++i) {
        const touchstone::testing::TetPair drawn = random_pair(random, Placement::Overlapping);
        const auto shared = [&](double factor) {
            const PosedTet a = posed(scaled_about_origin(drawn.a, factor));
            const PosedTet b = posed(scaled_about_origin(drawn.b, factor));
            const kernels::TetPair pair = kernels::make_tet_pair(a, b, settings);
            return pair.separated ? kernels::SharedPoints{}
                                  : kernels::shared_points(pair, OwnPlane::Skip);
        };
        const kernels::SharedPoints expected = shared(1.0);
        const kernels::SharedPoints found = shared(std::ldexp(1.0, power));
        const auto alike = [&](const kernels::SharedPoint& x, const kernels::SharedPoint& y) {
            return x.element_a == y.element_a && x.element_b == y.element_b;
        };
        points += expected.count;
        differ += std::equal(expected.items, expected.items + expected.count, found.items,
                             found.items + found.count, alike)
                      ? 0
                      : 1;
    }
    CHECK(differ == 0);
    CHECK(points > 1000);
}
