#include "rigid_solver/barrier/near/step_bound.h"

#include <algorithm>

#include "methods/continuous/exact_impact.h"
#include "methods/geometry/feature_distance.h"

namespace touchstone {
namespace {

constexpr double kKeptShare = 0.5;      // share of its distance, or of d̂, that a pair keeps [-]
constexpr double kAdvancedShare = 0.9;  // share of the safe motion in advances after the first [-]
constexpr double kNearEnough = 0.1;     // share of the distance to lose at which advancing ends [-]
constexpr int kMostHalvings = 12;       // of the time over which a plane is to part two elements
constexpr double kFlat = 1e-8;          // squared sine up to which two edges span no plane [-]
constexpr int kMostAdvances = 10'000;   // a dozen are usual
constexpr double kPlaneRounding = 1e-14;  // fifty roundings of a product of three vectors [-]

/// Four points on straight motions: of a vertex and a face, or of two edges.
struct MovingPoints {
    bool is_edge_edge = false;
    std::array<Vec3, 4> start;  ///< points at time 0 [m]
    std::array<Vec3, 4> way;    ///< motions in unit time [m]
};

/// Returns the four points at a time [m].
std::array<Vec3, 4> points_at(const MovingPoints& points, double time) {
    std::array<Vec3, 4> p;
    for (int i = 0; i < 4; ++i) {
        p[i] = points.start[i] + time * points.way[i];
    }
    return p;
}

/// Returns the distance of the two elements [m].
double distance_of(const MovingPoints& points, const std::array<Vec3, 4>& p) {
    return points.is_edge_edge ? edge_edge_distance({p[0], p[1]}, {p[2], p[3]})
                               : point_triangle_distance(p[0], {p[1], p[2], p[3]});
}

/// Returns the largest speed at which the two elements can approach each other, relative to their
/// mean motion [m in unit time].
double nearing_speed(const MovingPoints& points) {
    const Vec3 mean = 0.25 * (points.way[0] + points.way[1] + points.way[2] + points.way[3]);
    std::array<double, 4> speed;
    for (int i = 0; i < 4; ++i) {
        speed[i] = (points.way[i] - mean).norm();
    }
    return points.is_edge_edge ? std::max(speed[0], speed[1]) + std::max(speed[2], speed[3])
                               : speed[0] + std::max({speed[1], speed[2], speed[3]});
}

/// A plane between two elements. It turns with the edges that span it: two of them when both
/// elements are free, or one and an axis across it. So its normal n is a polynomial in time, and so
/// is n·r for the difference r of two points, one of each element. A polynomial is at least its
/// smallest Bernstein coefficient, here less what rounding may have added to that.
class PartingPlane {
 public:
    /// Takes the edges among the closest features of the two elements, whose points are at p.
    PartingPlane(const MovingPoints& points, const std::array<Vec3, 4>& p);

    /// Returns true when the plane surely keeps the two elements farther apart than `kept` [m] all
    /// the way from their positions to positions q.
    bool keeps_apart(const std::array<Vec3, 4>& q, double kept) const {
        return has_two() ? keeps_apart_by_two(q, kept) : keeps_apart_by_one(q, kept);
    }

 private:
    /// The numbers of the points that an edge goes to and comes from. -1: no edge.
    using Ends = std::array<int, 2>;

    static Vec3 edge(const std::array<Vec3, 4>& at, const Ends& ends) {
        return at[ends[0]] - at[ends[1]];
    }
    bool has_two() const { return second_[0] >= 0; }
    bool keeps_apart_by_two(const std::array<Vec3, 4>& q, double kept) const;
    bool keeps_apart_by_one(const std::array<Vec3, 4>& q, double kept) const;

    int of_first_ = 1;            ///< number of points of the first element
    std::array<Vec3, 4> p_;       ///< positions of the points [m]
    Ends first_{-1, -1};          ///< an edge in the plane
    Ends second_{-1, -1};         ///< another one
    Vec3 way_ = Vec3::Zero();     ///< from the second closest point to the first [m]
    Vec3 u_ = Vec3::Zero();       ///< first edge [m]
    Vec3 v_ = Vec3::Zero();       ///< second edge [m]
    Vec3 normal_ = Vec3::Zero();  ///< n, of any length
    Vec3 across_ = Vec3::Zero();  ///< axis in the plane, across its only edge [m²]
};

PartingPlane::PartingPlane(const MovingPoints& points, const std::array<Vec3, 4>& p)
    : of_first_(points.is_edge_edge ? 2 : 1), p_(p) {
    const ClosestFeatures closest = points.is_edge_edge
                                        ? closest_edge_edge({p[0], p[1]}, {p[2], p[3]})
                                        : closest_point_triangle(p[0], {p[1], p[2], p[3]});
    way_ = closest.way;
    const auto add = [&](const std::array<int, 3>& places, int count, int offset) {
        for (int i = 1; i < count; ++i) {
            (first_[0] < 0 ? first_ : second_) = {offset + places[i], offset + places[0]};
        }
    };
    add(closest.a, closest.count_a, 0);
    add(closest.b, closest.count_b, of_first_);
    normal_ = way_;
    if (first_[0] >= 0) {
        u_ = edge(p, first_);
    }
    if (has_two()) {
        v_ = edge(p, second_);
        normal_ = u_.cross(v_);
    } else if (first_[0] >= 0) {
        across_ = way_.cross(u_);
        normal_ = u_.cross(across_);
    }
}

// All points of an element lie in planes across n = u × v, so that one difference does.
bool PartingPlane::keeps_apart_by_two(const std::array<Vec3, 4>& q, double kept) const {
    if (!(normal_.squaredNorm() > kFlat * u_.squaredNorm() * v_.squaredNorm())) {
        return false;  // rounding might turn the plane
    }
    const Vec3 u1 = edge(q, first_);
    const Vec3 v1 = edge(q, second_);
    std::array<Vec3, 3> n{normal_, 0.5 * (u_.cross(v1) + u1.cross(v_)), u1.cross(v1)};
    if (n[0].dot(way_) < 0.0) {
        n = {-n[0], -n[1], -n[2]};
    }
    const Vec3 r0 = p_[0] - p_[of_first_];
    const Vec3 r1 = q[0] - q[of_first_];
    const double least = std::min({r0.dot(n[0]), (2.0 * r0.dot(n[1]) + r1.dot(n[0])) / 3.0,
                                   (r0.dot(n[2]) + 2.0 * r1.dot(n[1])) / 3.0, r1.dot(n[2])});
    const double rounding = kPlaneRounding * (r0.norm() + r1.norm()) * (u_.norm() + u1.norm()) *
                            (v_.norm() + v1.norm());
    return least > kept * std::max({n[0].norm(), n[1].norm(), n[2].norm()}) + rounding;
}

bool PartingPlane::keeps_apart_by_one(const std::array<Vec3, 4>& q, double kept) const {
    Vec3 n1 = normal_;
    double size = way_.norm();  // of the products that make up a normal, at most
    if (first_[0] >= 0) {
        const Vec3 u1 = edge(q, first_);
        n1 = u1.cross(across_);
        size *= u_.norm() * (u_.norm() + u1.norm());
    }
    const double room = kept * std::max(normal_.norm(), n1.norm());
    for (int i = 0; i < of_first_; ++i) {
        for (int j = of_first_; j < 4; ++j) {
            const Vec3 r0 = p_[i] - p_[j];
            const Vec3 r1 = q[i] - q[j];
            const double middle = 0.5 * (normal_.dot(r1) + n1.dot(r0));
            const double rounding = kPlaneRounding * size * (r0.norm() + r1.norm());
            if (!(std::min({normal_.dot(r0), middle, n1.dot(r1)}) > room + rounding)) {
                return false;
            }
        }
    }
    return true;
}

/// Returns a time in [time, t_max] up to which a plane that turns with the elements keeps them
/// apart.
double time_by_plane(const MovingPoints& points, const std::array<Vec3, 4>& p, double time,
                     double kept, double t_max) {
    const PartingPlane plane(points, p);
    double share = 1.0;
    for (int i = 0; i < kMostHalvings; ++i) {
        const double end = time + share * (t_max - time);
        if (plane.keeps_apart(points_at(points, end), kept)) {
            return end;
        }
        share *= 0.5;
    }
    return time;
}

/// Returns a time in [0, t_max] up to which the two elements keep half of their distance, or of d̂.
/// An advance is safe by the distance over the largest speed, and as long as a plane between the
/// elements keeps them apart: that goes far where they pass each other.
double bound_of(const MovingPoints& points, double dhat, double t_max) {
    const double speed = nearing_speed(points);
    const double start = distance_of(points, points.start);
    const double kept = kKeptShare * std::min(start, dhat);
    if (start - kept >= speed * t_max) {
        return t_max;
    }
    double time = 0.0;
    double share = 1.0;
    double distance = start;
    std::array<Vec3, 4> p = points.start;
    for (int i = 0; i < kMostAdvances; ++i) {
        // The first advance is taken before anything is tested, so that rounding cannot return 0.
        const double by_speed = time + share * (distance - kept) / speed;
        if (by_speed >= t_max) {
            return t_max;
        }
        time = std::max(by_speed, time_by_plane(points, p, time, kept, t_max));
        if (time >= t_max) {
            return t_max;
        }
        share = kAdvancedShare;
        p = points_at(points, time);
        distance = distance_of(points, p);
        if (distance - kept < kNearEnough * (start - kept)) {
            return time;
        }
    }
    return time;
}

/// Sets one of four points to a surface point and its motion.
void set_point(MovingPoints& points, int i, int place, std::span<const Vec3> start,
               std::span<const Vec3> end) {
    points.start[i] = start[place];
    points.way[i] = end[place] - start[place];
}

/// Returns the query whether an edge meets a face, as one about motion.
ImpactQuery edge_through_face(const std::array<int, 2>& edge, std::span<const Vec3> edge_points,
                              const Triangle& face, std::span<const Vec3> face_points) {
    // An edge meets a face when a point that moves from one of its ends to the other touches the
    // face, which is at rest.
    ImpactQuery query;
    query.kind = ImpactKind::VertexFace;
    query.start[0] = edge_points[edge[0]];
    query.end[0] = edge_points[edge[1]];
    for (int i = 0; i < 3; ++i) {
        query.start[1 + i] = face_points[face[i]];
        query.end[1 + i] = face_points[face[i]];
    }
    return query;
}

/// Returns true when all points of an edge lie on one side of all points of a face along an axis,
/// by more than rounding can tell. `size`: largest coordinate of either.
bool is_apart_along(const Vec3& axis, const std::array<Vec3, 2>& edge,
                    const std::array<Vec3, 3>& face, double size) {
    constexpr double kRounding = 1e-12;  // a thousand roundings of a scalar product [-]
    const auto [low, high] = std::minmax({axis.dot(face[0]), axis.dot(face[1]), axis.dot(face[2])});
    const auto [first, last] = std::minmax({axis.dot(edge[0]), axis.dot(edge[1])});
    return std::max(first - high, low - last) > kRounding * size * axis.lpNorm<1>();
}

/// Returns true only when an edge certainly does not meet a face, which spares most pairs exact
/// arithmetic. Gottschalk et al. [1996]: the axes that can separate the two.
bool are_surely_apart(const std::array<Vec3, 2>& edge, const std::array<Vec3, 3>& face) {
    double size = 0.0;
    for (const Vec3* point : {&edge[0], &edge[1], &face[0], &face[1], &face[2]}) {
        size = std::max(size, point->lpNorm<Eigen::Infinity>());
    }
    const std::array<Vec3, 3> sides{face[1] - face[0], face[2] - face[1], face[0] - face[2]};
    const Vec3 along = edge[1] - edge[0];
    const Vec3 normal = sides[0].cross(sides[1]);
    if (is_apart_along(normal, edge, face, size) ||
        is_apart_along(normal.cross(along), edge, face, size)) {
        return true;
    }
    return std::ranges::any_of(sides, [&](const Vec3& side) {
        return is_apart_along(side.cross(along), edge, face, size) ||
               is_apart_along(normal.cross(side), edge, face, size);
    });
}

/// Returns the first of the edges that meets one of the faces, or nothing.
std::optional<Crossing> crossing_of(const PlacedSurface& with_edges,
                                    const PlacedSurface& with_faces, int& tests) {
    const BarrierSurface& edges = *with_edges.surface;
    const BarrierSurface& faces = *with_faces.surface;
    for (const ElementPair& pair :
         overlapping_elements(edges.edge_tree, with_edges.boxes->edges, faces.face_tree,
                              with_faces.boxes->faces, 0.0)) {
        if (&edges == &faces && share_point(edges.edges[pair.a], faces.faces[pair.b])) {
            continue;
        }
        const std::array<int, 2>& edge = edges.edges[pair.a];
        const Triangle& face = faces.faces[pair.b];
        if (are_surely_apart({with_edges.points[edge[0]], with_edges.points[edge[1]]},
                             {with_faces.points[face[0]], with_faces.points[face[1]],
                              with_faces.points[face[2]]})) {
            continue;
        }
        ++tests;
        if (find_exact_impact(edge_through_face(edge, with_edges.points, face, with_faces.points))
                .hit) {
            return Crossing{true, pair.a, pair.b};
        }
    }
    return std::nullopt;
}

}  // namespace

double step_bound(const MovingSurfaces& surfaces, const BarrierCandidates& candidates, double dhat,
                  double t_max) {
    const auto set_a = [&](MovingPoints& points, int i, int place) {
        set_point(points, i, place, surfaces.start_a, surfaces.end_a);
    };
    const auto set_b = [&](MovingPoints& points, int i, int place) {
        set_point(points, i, place, surfaces.start_b, surfaces.end_b);
    };
    MovingPoints points;
    for (const ElementPair& pair : candidates.vertex_face) {
        set_a(points, 0, surfaces.a->vertices[pair.a]);
        for (int i = 0; i < 3; ++i) {
            set_b(points, 1 + i, surfaces.b->faces[pair.b][i]);
        }
        t_max = bound_of(points, dhat, t_max);
    }
    for (const ElementPair& pair : candidates.face_vertex) {
        set_b(points, 0, surfaces.b->vertices[pair.b]);
        for (int i = 0; i < 3; ++i) {
            set_a(points, 1 + i, surfaces.a->faces[pair.a][i]);
        }
        t_max = bound_of(points, dhat, t_max);
    }
    points.is_edge_edge = true;
    for (const ElementPair& pair : candidates.edge_edge) {
        for (int i = 0; i < 2; ++i) {
            set_a(points, i, surfaces.a->edges[pair.a][i]);
            set_b(points, 2 + i, surfaces.b->edges[pair.b][i]);
        }
        t_max = bound_of(points, dhat, t_max);
    }
    return t_max;
}

std::optional<Crossing> find_crossing(const PlacedSurface& a, const PlacedSurface& b, int& tests) {
    if (!overlap(a.boxes->bounds, b.boxes->bounds)) {
        return std::nullopt;
    }
    std::optional<Crossing> crossing = crossing_of(a, b, tests);
    if (!crossing) {
        crossing = crossing_of(b, a, tests);
        if (crossing) {
            crossing->edge_of_a = false;
        }
    }
    return crossing;
}

std::optional<Crossing> find_crossing(const BarrierSurface& a, std::span<const Vec3> points_a,
                                      const BarrierSurface& b, std::span<const Vec3> points_b,
                                      int& tests) {
    const BarrierBoxes boxes_a = swept_boxes(a, points_a, points_a);
    const BarrierBoxes boxes_b = swept_boxes(b, points_b, points_b);
    return find_crossing({&a, points_a, &boxes_a}, {&b, points_b, &boxes_b}, tests);
}

std::optional<Crossing> find_self_crossing(const BarrierSurface& surface,
                                           std::span<const Vec3> points, int& tests) {
    const BarrierBoxes boxes = swept_boxes(surface, points, points);
    const PlacedSurface placed{&surface, points, &boxes};
    return crossing_of(placed, placed, tests);
}

}  // namespace touchstone
