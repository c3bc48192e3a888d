#include "methods/mesh/health/crossings/triangle_meeting.h"

#include <algorithm>
#include <array>
#include <utility>

#include "methods/mesh/health/crossings/exact_orientation.h"

namespace touchstone {

namespace {

using TriangleCorners = std::array<Vec3, 3>;

/// Returns a coordinate along which the triangle does not collapse when that coordinate is dropped.
int projection_axis(const TriangleCorners& t) {
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    return axis;
}

// All in one plane, closed sets, seen along `axis`.

bool contains_in_plane(const TriangleCorners& t, const Vec3& p, int axis) {
    bool left = false;
    bool right = false;
    for (int i = 0; i < 3; ++i) {
        const int side = orientation_in_plane(t[i], t[(i + 1) % 3], p, axis);
        left = left || side > 0;
        right = right || side < 0;
    }
    return !(left && right);
}

bool cross_in_plane(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, int axis) {
    const int p_side = orientation_in_plane(a, b, p, axis);
    const int q_side = orientation_in_plane(a, b, q, axis);
    const int a_side = orientation_in_plane(p, q, a, axis);
    const int b_side = orientation_in_plane(p, q, b, axis);
    return p_side * q_side < 0 && a_side * b_side < 0;
}

/// Returns true when a segment in the triangle's plane meets it.
bool meet_in_plane(const Vec3& p, const Vec3& q, const TriangleCorners& t) {
    const int axis = projection_axis(t);
    if (contains_in_plane(t, p, axis) || contains_in_plane(t, q, axis)) {
        return true;
    }
    // Both ends are outside. A segment that reaches the triangle crosses an edge, or passes through
    // a corner, where it crosses the edge opposite or runs along an edge.
    for (int i = 0; i < 3; ++i) {
        if (cross_in_plane(p, q, t[i], t[(i + 1) % 3], axis)) {
            return true;
        }
        const bool between = (t[i].array() >= p.array().min(q.array())).all() &&
                             (t[i].array() <= p.array().max(q.array())).all();
        if (between && orientation_in_plane(p, q, t[i], axis) == 0) {
            return true;
        }
    }
    return false;
}

/// Returns true when segment and triangle meet, both closed.
bool meet(const Vec3& p, const Vec3& q, const TriangleCorners& t) {
    const int p_side = orientation(t[0], t[1], t[2], p);
    const int q_side = orientation(t[0], t[1], t[2], q);
    if (p_side == 0 && q_side == 0) {
        return meet_in_plane(p, q, t);
    }
    if (p_side * q_side > 0) {
        return false;
    }
    // The line crosses the plane within the segment: inside, when all edges are passed on one side.
    bool left = false;
    bool right = false;
    for (int i = 0; i < 3; ++i) {
        const int side = orientation(p, q, t[i], t[(i + 1) % 3]);
        left = left || side > 0;
        right = right || side < 0;
    }
    return !(left && right);
}

/// Returns the side of the triangle's plane that the point lies on, 0 when rounding could have
/// decided it. Shewchuk [1997], the bound of orient3d's first stage.
int sure_side(const TriangleCorners& t, const Vec3& point) {
    constexpr double kRelative = 8e-16;
    constexpr double kUnderflow = 1e-290;
    const Vec3 a = t[0] - point;
    const Vec3 b = t[1] - point;
    const Vec3 c = t[2] - point;
    const double determinant = a.dot(b.cross(c));
    const Vec3 u = b.cwiseAbs();
    const Vec3 v = c.cwiseAbs();
    const Vec3 sums(u.y() * v.z() + u.z() * v.y(), u.z() * v.x() + u.x() * v.z(),
                    u.x() * v.y() + u.y() * v.x());
    const double bound = kRelative * a.cwiseAbs().dot(sums) + kUnderflow;
    return determinant > bound ? 1 : determinant < -bound ? -1 : 0;
}

/// Returns true when the others' corners from `first` on surely lie on one side of the triangle's
/// plane: the two triangles share no more than the corners before.
bool surely_beside(const TriangleCorners& t, const TriangleCorners& others, int first) {
    const int side = sure_side(t, others[2]);
    for (int i = first; side != 0 && i < 2; ++i) {
        if (sure_side(t, others[i]) != side) {
            return false;
        }
    }
    return side != 0;
}

bool share_nothing_but_meet(const TriangleCorners& a, const TriangleCorners& b) {
    if (surely_beside(a, b, 0) || surely_beside(b, a, 0)) {
        return false;
    }
    for (int i = 0; i < 3; ++i) {
        if (meet(a[i], a[(i + 1) % 3], b) || meet(b[i], b[(i + 1) % 3], a)) {
            return true;
        }
    }
    return false;
}

/// Returns true when triangles with corner 0 in common share more than it. What they share starts
/// there and ends on the edge opposite in one of them.
bool share_corner_and_meet(const TriangleCorners& a, const TriangleCorners& b) {
    if (surely_beside(a, b, 1) || surely_beside(b, a, 1)) {
        return false;
    }
    return meet(a[1], a[2], b) || meet(b[1], b[2], a);
}

/// TriangleCorners 0 and 1 are common: they overlap only when folded flat onto each other.
bool share_edge_and_meet(const TriangleCorners& a, const TriangleCorners& b) {
    if (orientation(a[0], a[1], a[2], b[2]) != 0) {
        return false;
    }
    const int axis = projection_axis(a);
    return orientation_in_plane(a[0], a[1], a[2], axis) ==
           orientation_in_plane(a[0], a[1], b[2], axis);
}

/// The corners with the common vertices first, in the same order in both.
struct Arranged {
    TriangleCorners a;
    TriangleCorners b;
    int common_count = 0;
};

Arranged arrange(const SurfaceMesh& mesh, Triangle a, Triangle b) {
    int common_count = 0;
    for (int i = 0; i < 3; ++i) {
        const auto* match = std::find(b.begin() + common_count, b.end(), a[i]);
        if (match != b.end()) {
            std::swap(b[common_count], b[match - b.begin()]);
            std::swap(a[common_count], a[i]);
            ++common_count;
        }
    }
    Arranged result{{}, {}, common_count};
    for (int i = 0; i < 3; ++i) {
        result.a[i] = mesh.vertices[a[i]];
        result.b[i] = mesh.vertices[b[i]];
    }
    return result;
}

}  // namespace

bool triangles_meet(const SurfaceMesh& mesh, const Triangle& first, const Triangle& second) {
    const auto [a, b, common_count] = arrange(mesh, first, second);
    switch (common_count) {
        case 0:
            return share_nothing_but_meet(a, b);
        case 1:
            return share_corner_and_meet(a, b);
        case 2:
            return share_edge_and_meet(a, b);
        default:
            return false;
    }
}

}  // namespace touchstone
