#include <cstddef>
#include <random>

#include "methods/base/random_share.h"
#include "methods/testing/catch.h"
#include "rigid_solver/barrier/near/near_bodies.h"
#include "rigid_solver/barrier/tests/barrier_scenes.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

constexpr double kReach = 0.02;  // [m]

/// Returns the surface points of all bodies, moved by a random way of at most `longest` each [m].
BodyPoints moved(const BodyPoints& points, double longest, std::mt19937_64& engine) {
    BodyPoints result = points;
    for (std::size_t i = 1; i < result.size(); ++i) {  // the first is fixed
        const Vec3 way(random_share(engine) - 0.5, random_share(engine) - 0.5,
                       random_share(engine) - 0.5);
        for (Vec3& point : result[i]) {
            point += longest * way;
        }
    }
    return result;
}

/// Returns the entries that have pairs, as the bodies and features of each pair.
std::vector<std::array<int, 8>> named_pairs(const NearList& list) {
    std::vector<std::array<int, 8>> names;
    for (const NearBodies& near : list.all()) {
        for (const BarrierPair& pair : near.pairs) {
            names.push_back(
                {near.a, near.b, pair.a[0], pair.a[1], pair.a[2], pair.b[0], pair.b[1], pair.b[2]});
        }
    }
    return names;
}

/// A board with a row of cubes side by side on it, 10 mm apart.
BarrierState cubes_on_board() {
    BarrierScene scene;
    scene.add_box(Vec3(4.0, 0.5, 2.0), Vec3(0.0, -0.25, 0.0), true);
    for (int i = 0; i < 3; ++i) {
        scene.add_box(Vec3(0.5, 0.5, 0.5), Vec3(0.51 * i, 0.26, 0.01 * i), false);
    }
    BarrierSettings settings;
    settings.dhat = kReach;
    return scene.start(settings);
}

}  // namespace

TEST_CASE("which pairs are near, and how far bodies may move, does not depend on what was before",
          "[barrier]") {
    const BarrierState state = cubes_on_board();
    BodyPoints start;
    for (const AffineBody& body : state.bodies) {
        start.push_back(placed_points(body, body.placement));
    }
    std::mt19937_64 engine(7);
    NearList kept;
    std::size_t pairs = 0;
    int bounded = 0;
    BodyPoints points = start;
    for (int i = 0; i < 200; ++i) {
        CAPTURE(i);
        // Ways within the room that candidates have, just beyond it, and far beyond it: of all
        // bodies, or of the last alone.
        const double longest = kReach * (i % 3 == 0 ? 0.2 : i % 3 == 1 ? 2.0 : 40.0);
        BodyPoints end = moved(start, longest, engine);
        if (i % 2 == 0) {
            std::copy(points.begin(), points.end() - 1, end.begin());
        }
        NearList fresh;
        fresh.cover(state.bodies, points, end, kReach);
        kept.cover(state.bodies, points, end, kReach);
        const double bound = fresh.bound(state.bodies, points, end, kReach, 1.0);
        CHECK(kept.bound(state.bodies, points, end, kReach, 1.0) == bound);
        bounded += bound < 1.0 ? 1 : 0;
        fresh.find_pairs(state.bodies, end, kReach);
        kept.find_pairs(state.bodies, end, kReach);
        CHECK(kept.is_at(end, kReach));
        CHECK(named_pairs(kept) == named_pairs(fresh));
        CHECK(kept.smallest_distance() == fresh.smallest_distance());
        pairs += named_pairs(kept).size();
        points = end;
    }
    CHECK(pairs > 1000);
    CHECK(bounded > 10);
}
