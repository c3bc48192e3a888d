#include "methods/smooth/contact_region.h"

#include <algorithm>
#include <cmath>

namespace touchstone {
namespace {

using FlatPoint = Eigen::Vector2d;

/// Axes of a plane across the normal.
struct FlatFrame {
    Vec3 u;
    Vec3 v;

    explicit FlatFrame(const Vec3& normal) {
        int least = 0;
        normal.cwiseAbs().minCoeff(&least);
        u = normal.cross(Vec3::Unit(least)).normalized();
        v = normal.cross(u);
    }
    FlatPoint flat(const Vec3& point) const { return {u.dot(point), v.dot(point)}; }
};

/// Returns the cross product, positive when b is to the left of a.
double turn_of(const FlatPoint& a, const FlatPoint& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Returns the corners in the plane, counter-clockwise seen against the normal.
std::vector<FlatPoint> flatten_face(const SupportFace& face, const FlatFrame& frame) {
    std::vector<FlatPoint> points;
    points.reserve(face.corners.size());
    for (const Vec3& corner : face.corners) {
        points.push_back(frame.flat(corner));
    }
    double area = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        area += turn_of(points[i], points[(i + 1) % points.size()]);
    }
    if (area < 0.0) {
        std::ranges::reverse(points);
    }
    return points;
}

/// Returns the part of a ring of points on the left of a line, `slack` beyond it included.
std::vector<FlatPoint> clipped(const std::vector<FlatPoint>& ring, const FlatPoint& from,
                               const FlatPoint& to, double slack) {
    const FlatPoint along = (to - from).normalized();
    std::vector<FlatPoint> kept;
    kept.reserve(ring.size() + 1);
    for (std::size_t i = 0; i < ring.size(); ++i) {
        const FlatPoint& p = ring[i];
        const FlatPoint& q = ring[(i + 1) % ring.size()];
        const double left_p = turn_of(along, p - from) + slack;
        const double left_q = turn_of(along, q - from) + slack;
        if (left_p >= 0.0) {
            kept.push_back(p);
        }
        // The side crosses the line: the point is at the share left_p / (left_p − left_q).
        if (ring.size() > 1 && (left_p > 0.0) != (left_q > 0.0) && left_p != left_q) {
            kept.push_back(p + left_p / (left_p - left_q) * (q - p));
        }
    }
    return kept;
}

/// Clips by a convex ring, or by the two ends of a segment and the line through them.
std::vector<FlatPoint> clipped_by(std::vector<FlatPoint> ring, const std::vector<FlatPoint>& by,
                                  double slack) {
    if (by.size() == 2) {
        const FlatPoint along = (by[1] - by[0]).normalized();
        const FlatPoint across(-along.y(), along.x());
        ring = clipped(ring, by[0], by[1], slack);
        ring = clipped(ring, by[1], by[0], slack);
        ring = clipped(ring, by[0], by[0] - across, slack);
        return clipped(ring, by[1], by[1] + across, slack);
    }
    for (std::size_t i = 0; i < by.size() && !ring.empty(); ++i) {
        ring = clipped(ring, by[i], by[(i + 1) % by.size()], slack);
    }
    return ring;
}

/// Simplifies a ring of points: two are left when all lie on a line, one when they coincide.
std::vector<FlatPoint> simplified(const std::vector<FlatPoint>& ring, double same) {
    std::vector<FlatPoint> kept;
    kept.reserve(ring.size());
    for (const FlatPoint& point : ring) {
        const bool known = std::ranges::any_of(
            kept, [&](const FlatPoint& other) { return (other - point).norm() <= same; });
        if (!known) {
            kept.push_back(point);
        }
    }
    if (kept.size() < 3) {
        return kept;
    }
    // The two points farthest apart span the line on which the others may lie.
    std::array<std::size_t, 2> ends{0, 1};
    for (std::size_t i = 0; i < kept.size(); ++i) {
        for (std::size_t j = i + 1; j < kept.size(); ++j) {
            if ((kept[i] - kept[j]).norm() > (kept[ends[0]] - kept[ends[1]]).norm()) {
                ends = {i, j};
            }
        }
    }
    const FlatPoint along = (kept[ends[1]] - kept[ends[0]]).normalized();
    const bool flat = std::ranges::all_of(kept, [&](const FlatPoint& point) {
        return std::abs(turn_of(along, point - kept[ends[0]])) <= same;
    });
    return flat ? std::vector<FlatPoint>{kept[ends[0]], kept[ends[1]]} : kept;
}

/// Returns the points of a ring that lie on the other face.
std::vector<FlatPoint> ring_points_on(const std::vector<FlatPoint>& ring,
                                      const std::vector<FlatPoint>& by, double slack) {
    std::vector<FlatPoint> kept;
    kept.reserve(ring.size());
    for (const FlatPoint& point : ring) {
        if (!clipped_by({point}, by, slack).empty()) {
            kept.push_back(point);
        }
    }
    return kept;
}

/// Returns what the shared points form.
ContactSpread spread_of(std::size_t points, bool ring) {
    if (points <= 1) {
        return ContactSpread::Point;
    }
    if (ring) {
        return ContactSpread::Ring;
    }
    return points == 2 ? ContactSpread::Line : ContactSpread::Area;
}

}  // namespace

ContactRegion contact_region(const SupportFace& a, const SupportFace& b, const Vec3& normal,
                             double same) {
    using Kind = SupportFace::Kind;
    const FlatFrame frame(normal);
    const std::vector<FlatPoint> flat_a = flatten_face(a, frame);
    const std::vector<FlatPoint> flat_b = flatten_face(b, frame);
    const bool ring = a.kind == Kind::Ring || b.kind == Kind::Ring;
    std::vector<FlatPoint> shared;
    if (flat_a.size() == 1 && flat_b.size() == 1) {
        if ((flat_a[0] - flat_b[0]).norm() <= same) {
            shared = {0.5 * (flat_a[0] + flat_b[0])};
        }
    } else if (a.kind == Kind::Ring && flat_b.size() > 1) {
        shared = ring_points_on(flat_a, flat_b, same);
    } else if (b.kind == Kind::Ring && flat_a.size() > 1) {
        shared = ring_points_on(flat_b, flat_a, same);
    } else if (flat_b.size() == 1) {
        shared = simplified(clipped_by(flat_b, flat_a, same), same);
    } else {
        // A segment is clipped by the other face, not the other way round.
        const bool from_a = flat_a.size() <= 2 || flat_b.size() > 2;
        shared =
            simplified(from_a ? clipped_by(flat_a, flat_b, same) : clipped_by(flat_b, flat_a, same),
                       4.0 * same);
    }
    const double height_a = normal.dot(a.corners[0]);
    const double height_b = normal.dot(b.corners[0]);
    ContactRegion region;
    region.spread = spread_of(shared.size(), ring);
    region.contacts.reserve(shared.size());
    for (const FlatPoint& point : shared) {
        const Vec3 across = point.x() * frame.u + point.y() * frame.v;
        region.contacts.push_back(
            {across + height_a * normal, across + height_b * normal, normal, height_b - height_a});
    }
    return region;
}

}  // namespace touchstone
