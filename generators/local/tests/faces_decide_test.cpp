#include <algorithm>
#include <cmath>
#include <cstring>

#include "generators/local/tests/kernel_table.h"
#include "generators/tests/random_tets.h"
#include "methods/testing/catch.h"

using namespace touchstone;
using namespace touchstone::testing;

namespace {

/// Returns a tet of corners of a grid, on one side of the plane y = 0.
PlainTet grid_tet(Random& random, int side) {
    PlainTet tet;
    double volume = 0.0;
    while (volume == 0.0) {
        for (Vec3& corner : tet.corners) {
            corner = Vec3(random.below(3), side * random.below(3), random.below(3));
        }
        const std::array<Vec3, 4>& x = tet.corners;
        volume = (x[3] - x[0]).dot((x[1] - x[0]).cross(x[2] - x[0]));
    }
    if (volume < 0.0) {
        std::swap(tet.corners[0], tet.corners[1]);
    }
    tet.surface = surface_of_faces(random.below(2) == 0 ? random.below(16) : 15);
    return tet;
}

/// A motion in which no point within a distance of the centre of a turn travels farther than some
/// length.
struct SmallMotion {
    Mat3 turn;
    Vec3 centre;
    Vec3 shift;
};

SmallMotion random_motion(Random& random, const Vec3& centre, double radius, double travel) {
    const double turned = random.uniform(0.0, 1.0);
    const Vec3 axis = (random.in_unit_ball() + Vec3(1e-9, 0.0, 0.0)).normalized();
    // As the travel is bounded: by the norm of the difference of the rotations.
    const double angle = turned * travel / (std::sqrt(2.0) * radius);
    const Vec3 direction = (random.in_unit_ball() + Vec3(1e-9, 0.0, 0.0)).normalized();
    return {Eigen::AngleAxisd(angle, axis).toRotationMatrix(), centre,
            (1.0 - turned) * travel * direction};
}

PlainTet moved(PlainTet tet, const SmallMotion& motion) {
    for (Vec3& corner : tet.corners) {
        const Vec3 arm = corner - motion.centre;
        corner = motion.centre + motion.turn * arm + motion.shift;
    }
    return tet;
}

/// Turns and shifts a tet as one body with another.
PlainTet placed(PlainTet tet, const Mat3& rotation, const Vec3& translation) {
    for (Vec3& corner : tet.corners) {
        corner = rotation * corner + translation;
    }
    return tet;
}

bool same_contacts(const TetPairContacts& x, const TetPairContacts& y) {
    return std::equal(x.items, x.items + x.count, y.items, y.items + y.count,
                      [](const TetPairContact& p, const TetPairContact& q) {
                          return std::memcmp(p.position, q.position, sizeof p.position) == 0 &&
                                 std::memcmp(p.normal, q.normal, sizeof p.normal) == 0 &&
                                 p.separation == q.separation && p.element_a == q.element_a &&
                                 p.element_b == q.element_b;
                      });
}

}  // namespace

TEST_CASE("where faces decide, no motion within the room lets an edge decide", "[kernels]") {
    const NamedKernel kernel = next_kernel();
    if (kernel.faces_only.decide == nullptr) {
        return;
    }
    CAPTURE(kernel.id);
    const KernelSettings settings = make_kernel_settings(kernel, Profile::Corrected);
    Random random(41);
    int decided = 0;
    int touching = 0;
    int with_contacts = 0;
    int differ = 0;
    for (int i = 0; i < 4000; ++i) {
        const Mat3 rotation =
            Eigen::AngleAxisd(i % 3 == 0 ? 0.0 : random.uniform(-3.0, 3.0),
                              (random.in_unit_ball() + Vec3(1e-9, 0.0, 0.0)).normalized())
                .toRotationMatrix();
        const Vec3 place = 10.0 * random.in_unit_ball();
        const double sunk = i % 2 == 0 ? 0.0 : random.power_of_ten(-12.0, -1.0);
        const PlainTet a = placed(grid_tet(random, -1), rotation, place);
        const PlainTet b =
            placed(grid_tet(random, 1), rotation, place - sunk * (rotation * Vec3::UnitY()));
        const PosedTet posed_a = posed(a);
        const PosedTet posed_b = posed(b);
        TetPairContacts now;
        kernel.run(posed_a, posed_b, settings, now);
        touching += now.count > 0 ? 1 : 0;
        // Both tets are within the radius of b's first corner.
        const Vec3 centre = b.corners[0];
        double radius = 0.0;
        for (const PlainTet* tet : {&a, &b}) {
            for (const Vec3& corner : tet->corners) {
                radius = std::max(radius, (corner - centre).norm());
            }
        }
        const double room = posed_a.size * random.power_of_ten(-13.0, -9.0);
        if (!kernel.faces_only.decide(posed_a, posed_b, radius, room, settings)) {
            continue;
        }
        ++decided;
        for (int motion = 0; motion < 20; ++motion) {
            const PlainTet there = moved(
                b, random_motion(random, centre, radius, motion % 2 == 0 ? room : 0.5 * room));
            const PosedTet posed_there = posed(there);
            TetPairContacts all;
            TetPairContacts by_faces;
            kernel.run(posed_a, posed_there, settings, all);
            kernel.faces_only.run(posed_a, posed_there, settings, by_faces);
            with_contacts += all.count > 0 ? 1 : 0;
            differ += same_contacts(all, by_faces) ? 0 : 1;
        }
    }
    CAPTURE(touching, decided);
    CHECK(differ == 0);
    CHECK(decided > 500);
    CHECK(with_contacts > 5000);
}

TEST_CASE("edges are known to decide where they do", "[kernels]") {
    const NamedKernel kernel = next_kernel();
    if (kernel.faces_only.decide == nullptr) {
        return;
    }
    CAPTURE(kernel.id);
    const KernelSettings settings = make_kernel_settings(kernel, Profile::Corrected);
    Random random(42);
    int edges_decide = 0;
    for (int i = 0; i < 4000; ++i) {
        const TetPair pair = random_pair(random, Placement::Overlapping);
        const PosedTet a = posed(pair.a);
        const PosedTet b = posed(pair.b);
        TetPairContacts all;
        TetPairContacts by_faces;
        kernel.run(a, b, settings, all);
        kernel.faces_only.run(a, b, settings, by_faces);
        if (!same_contacts(all, by_faces)) {
            ++edges_decide;
            CHECK_FALSE(kernel.faces_only.decide(a, b, a.size + b.size, 1e-15 * a.size, settings));
        }
    }
    CHECK(edges_decide > 200);
}
