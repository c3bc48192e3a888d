#include "generators/local/settings/edge_leeway.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "generators/local/settings/leeway.h"

namespace touchstone {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// The surface elements of a tet, or all, as bit sets.
struct Elements {
    int faces = 0b1111;
    int edges = 0b111111;
};

/// What may differ between now and when the bodies have moved.
struct Changes {
    double of_points;  ///< of any point, seen from the other body, with rounding [m]
    double turn;       ///< of directions, beside the rounding of their ends [rad]
    double rounding;   ///< of an edge vector, by its rounded ends [m]
    double farthest;   ///< distance of two vertices of the tets, at most [m]
};

Vec3 corner(const PosedTet& tet, int i) { return {tet.x[i], tet.y[i], tet.z[i]}; }

/// The extent of points along an axis.
struct Span {
    double low = kUnbounded;
    double high = -kUnbounded;

    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

/// Returns a lower bound of minus the least overlap along the axes of some faces of one tet, for as
/// long as the changes bound what differs; −∞ when none is sure to be a candidate [m]. Faces of
/// thin tets turn by the rounding of their vertices.
double best_of_faces(const PosedTet& planes, int faces, const PosedTet& vertices, double touch,
                     const Changes& changes) {
    const double change = changes.of_points + turn_by_rounding(planes) * changes.farthest;
    double best = -kUnbounded;
    for (int face = 0; face < 4; ++face) {
        if ((faces >> face & 1) == 0) {
            continue;
        }
        Span own{-planes.height[face], 0.0};
        Span other;
        for (int v = 0; v < 4; ++v) {
            other.add(distance_from_face(planes, face, vertices, v));
        }
        const double slack = touch - 2.0 * change;
        if (own.low <= other.low + slack && other.low <= own.high + slack) {
            best = std::max(best, other.low - own.high);
        }
        if (other.low <= own.low + slack && own.low <= other.high + slack) {
            best = std::max(best, own.low - other.high);
        }
    }
    return best - 2.0 * change;
}

/// Returns an upper bound of how far the tets are apart along the common perpendicular of two edges
/// after the changes [m]; −∞ for edges that are parallel and stay so, ∞ where nothing is known.
double gap_along_edges(const std::array<Vec3, 4>& a, const Vec3& along_a,
                       const std::array<Vec3, 4>& b, const Vec3& along_b, const Changes& changes,
                       double parallel, double noise) {
    const Vec3 axis = along_a.cross(along_b);
    const double size = axis.norm();
    const double length_a = along_a.norm();
    const double length_b = along_b.norm();
    const double change =
        length_a * length_b * changes.turn + 2.0 * (length_a + length_b) * changes.rounding;
    if (size + change < 0.5 * parallel) {
        return -kUnbounded;
    }
    constexpr double kSmall = 0.01;
    if (!(change < kSmall * size)) {
        return kUnbounded;
    }
    Span of_a;
    Span of_b;
    for (const Vec3& corner_a : a) {
        of_a.add(axis.dot(corner_a));
    }
    for (const Vec3& corner_b : b) {
        of_b.add(axis.dot(corner_b));
    }
    const double gap = std::max(of_b.low - of_a.high, of_a.low - of_b.high);
    const double turn_of_axis = 1.1 * change / size;
    return (gap + noise) / size + 2.0 * changes.of_points + turn_of_axis * changes.farthest;
}

bool faces_decide(const PosedTet& a, Elements of_a, const PosedTet& b, Elements of_b, double radius,
                  double room, const LocalSettings& settings) {
    const SatSettings& own = static_cast<const SatSettings&>(settings);
    constexpr double kSpare = 4.0;
    const double rounding = kSpare * (a.rounding + b.rounding);
    const double farthest = (corner(b, 0) - corner(a, 0)).norm() + a.size + b.size;
    const Changes changes{room + rounding, room / radius, rounding, farthest + room + rounding};
    const double touch =
        kTouchOfPrecision * settings.precision * std::max(a.size, b.size);  // or more, by rounding
    const double best = std::max(best_of_faces(a, of_a.faces, b, touch, changes),
                                 best_of_faces(b, of_b.faces, a, touch, changes));
    std::array<Vec3, 4> corners_a;
    std::array<Vec3, 4> corners_b;
    for (int i = 0; i < 4; ++i) {
        corners_a[i] = corner(a, i) - corner(a, 0);
        corners_b[i] = corner(b, i) - corner(a, 0);
    }
    const double areas = a.size * b.size;
    const double parallel = std::min(settings.precision, kParallelShare) * areas;
    constexpr double kNoiseUlps = 64.0;
    const double larger = std::max(a.size, b.size);
    const double noise =
        kNoiseUlps * std::numeric_limits<double>::epsilon() * larger * larger * (a.size + b.size);
    for (int i = 0; i < 6; ++i) {
        const Vec3 along_a = corners_a[kTetEdges[i][1]] - corners_a[kTetEdges[i][0]];
        for (int j = 0; j < 6; ++j) {
            const Vec3 along_b = corners_b[kTetEdges[j][1]] - corners_b[kTetEdges[j][0]];
            const bool may_win = (of_a.edges >> i & of_b.edges >> j & 1) != 0;
            const double limit = may_win ? std::min(touch, best + touch + own.face_bias) : touch;
            if (!(gap_along_edges(corners_a, along_a, corners_b, along_b, changes, parallel,
                                  noise) < limit)) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

bool volume_faces_decide(const PosedTet& a, const PosedTet& b, double radius, double room,
                         const LocalSettings& settings) {
    return faces_decide(a, {}, b, {}, radius, room, settings);
}

bool surface_faces_decide(const PosedTet& a, const PosedTet& b, double radius, double room,
                          const LocalSettings& settings) {
    return faces_decide(a, {a.surface_faces, a.surface_edges}, b,
                        {b.surface_faces, b.surface_edges}, radius, room, settings);
}

}  // namespace touchstone
