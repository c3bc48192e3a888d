#include "generators/tests/random_tets.h"

#include <cmath>

#include "generators/plain/distance.h"
#include "methods/base/random_share.h"

namespace touchstone::testing {

using namespace plain;

double Random::uniform(double low, double high) {
    const double share = random_share(engine_);  // in [0, 1)
    return low + share * (high - low);
}

double Random::power_of_ten(double low, double high) { return std::pow(10.0, uniform(low, high)); }

int Random::below(int count) {
    return static_cast<int>(engine_() % static_cast<unsigned long long>(count));
}

Vec3 Random::in_unit_ball() {
    while (true) {
        const double x = uniform(-1.0, 1.0);
        const double y = uniform(-1.0, 1.0);
        const double z = uniform(-1.0, 1.0);
        Vec3 point(x, y, z);
        if (point.norm() <= 1.0 && point.norm() > 0.1) {
            return point;
        }
    }
}

TetSurface surface_of_faces(int faces) {
    TetSurface surface;
    surface.faces = static_cast<std::uint8_t>(faces);
    for (int face = 0; face < 4; ++face) {
        for (int i = 0; has(faces, face) && i < 3; ++i) {
            const int from = kTetFaces[face][i];
            const int to = kTetFaces[face][(i + 1) % 3];
            surface.vertices = static_cast<std::uint8_t>(surface.vertices | 1 << from);
            surface.edges = static_cast<std::uint8_t>(surface.edges | 1 << edge_of(from, to));
        }
    }
    return surface;
}

namespace {

double volume_of(const PlainTet& tet) {
    const std::array<Vec3, 4>& x = tet.corners;
    return (x[3] - x[0]).dot((x[1] - x[0]).cross(x[2] - x[0])) / 6.0;
}

/// Draws a tet in the unit ball, positive, no thinner than a hundredth of its size.
PlainTet random_tet(Random& random) {
    PlainTet tet;
    const bool flat = random.below(4) == 0;
    const Vec3 thin = random.in_unit_ball().normalized();
    do {
        for (Vec3& corner : tet.corners) {
            corner = random.in_unit_ball();
            corner -= (flat ? 0.95 : 0.0) * thin.dot(corner) * thin;
        }
        if (volume_of(tet) < 0.0) {
            std::swap(tet.corners[0], tet.corners[1]);
        }
    } while (volume_of(tet) < 1e-3);
    tet.surface = surface_of_faces(1 + random.below(15));
    return tet;
}

/// Moves `b` along a direction, from far away, until the gap is `gap`, by bisection.
void approach(const PlainTet& a, PlainTet& b, const Vec3& direction, double gap) {
    double near = 0.0;
    double far = 4.0 * (longest_edge(a) + longest_edge(b));
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (near + far);
        (largest_gap(a, moved(b, middle * direction)) > gap ? far : near) = middle;
    }
    b = moved(b, far * direction);
}

/// Rotates `b` about one of its corners until one of its edges is nearly parallel to one of a's.
void align_edges(const PlainTet& a, PlainTet& b, Random& random) {
    const Vec3 u = edge_vector(a, random.below(6)).normalized();
    const int k = random.below(6);
    const double off = random.power_of_ten(-9.0, -3.0);
    const Vec3 from = edge_vector(b, k).normalized();
    const Vec3 to = (u + off * random.in_unit_ball()).normalized();
    const Vec3 axis = from.cross(to);
    const Eigen::AngleAxisd turn(std::atan2(axis.norm(), from.dot(to)), axis.normalized());
    const Vec3 center = centroid(b);
    for (Vec3& corner : b.corners) {
        corner = center + turn * (corner - center);
    }
}

}  // namespace

TetPair random_pair(Random& random, Placement placement) {
    TetPair pair{random_tet(random), random_tet(random)};
    const double ratio = random.below(2) == 0 ? 1.0 : random.power_of_ten(-1.0, 0.0);
    for (Vec3& corner : pair.b.corners) {
        corner *= ratio;
    }
    const Vec3 direction = random.in_unit_ball().normalized();
    switch (placement) {
        case Placement::Overlapping:
            pair.b = moved(pair.b, random.uniform(0.0, 0.6) * direction);
            break;
        case Placement::ParallelEdges:
            align_edges(pair.a, pair.b, random);
            pair.b = moved(pair.b, random.uniform(0.0, 0.6) * direction);
            break;
        case Placement::NearlyTouching: {
            const double sign = random.below(2) == 0 ? 1.0 : -1.0;
            approach(pair.a, pair.b, direction, sign * random.power_of_ten(-6.0, -2.0));
            break;
        }
        case Placement::Far:
            pair.b = moved(pair.b, random.uniform(2.5, 50.0) * direction);
            break;
    }
    const double size = random.power_of_ten(-3.0, 2.0);
    const Vec3 place = random.below(2) == 0 ? Vec3::Zero().eval() : Vec3(3000.0, -4000.0, 250.0);
    for (PlainTet* tet : {&pair.a, &pair.b}) {
        for (Vec3& corner : tet->corners) {
            corner = size * corner + place;
        }
    }
    return pair;
}

void flatten(PlainTet& tet, double thickness, Random& random) {
    const Vec3 thin = random.in_unit_ball().normalized();
    const Vec3 middle = centroid(tet);
    for (Vec3& corner : tet.corners) {
        corner -= (1.0 - thickness) * thin.dot(corner - middle) * thin;
    }
}

PosedTet posed(const PlainTet& tet) { return pose_tet({0, 1, 2, 3}, tet.surface, tet.corners); }

}  // namespace touchstone::testing
