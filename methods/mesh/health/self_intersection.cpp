#include "methods/mesh/health/self_intersection.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "methods/base/box_tree.h"
#include "methods/mesh/health/exact_orientation.h"

namespace touchstone {

namespace {

using Corners = std::array<Vec3, 3>;

/// A coordinate along which the triangle does not collapse when that coordinate is dropped.
int projection_axis(const Corners& t) {
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    return axis;
}

// All in one plane, closed sets, seen along `axis`.

bool contains_in_plane(const Corners& t, const Vec3& p, int axis) {
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

/// The segment lies in the triangle's plane.
bool meet_in_plane(const Vec3& p, const Vec3& q, const Corners& t) {
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

/// Segment and triangle, both closed.
bool meet(const Vec3& p, const Vec3& q, const Corners& t) {
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

bool share_nothing_but_meet(const Corners& a, const Corners& b) {
    for (int i = 0; i < 3; ++i) {
        if (meet(a[i], a[(i + 1) % 3], b) || meet(b[i], b[(i + 1) % 3], a)) {
            return true;
        }
    }
    return false;
}

/// Corner 0 is common. What the triangles share beyond it starts there and ends on the edge
/// opposite in one of them.
bool share_corner_and_meet(const Corners& a, const Corners& b) {
    return meet(a[1], a[2], b) || meet(b[1], b[2], a);
}

/// Corners 0 and 1 are common: they overlap only when folded flat onto each other.
bool share_edge_and_meet(const Corners& a, const Corners& b) {
    if (orientation(a[0], a[1], a[2], b[2]) != 0) {
        return false;
    }
    const int axis = projection_axis(a);
    return orientation_in_plane(a[0], a[1], a[2], axis) ==
           orientation_in_plane(a[0], a[1], b[2], axis);
}

/// The corners with the common vertices first, in the same order in both.
struct Arranged {
    Corners a;
    Corners b;
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

/// Duplicates, with all three vertices in common, do not count.
bool intersect(const SurfaceMesh& mesh, const Triangle& first, const Triangle& second) {
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

BoundingBox box_of_triangle(const SurfaceMesh& mesh, const Triangle& triangle) {
    const auto& [i, j, k] = triangle;
    const Vec3& a = mesh.vertices[i];
    const Vec3& b = mesh.vertices[j];
    const Vec3& c = mesh.vertices[k];
    return {a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)};
}

std::vector<BoundingBox> boxes_of_triangles(const SurfaceMesh& mesh) {
    std::vector<BoundingBox> boxes;
    boxes.reserve(mesh.triangles.size());
    for (const Triangle& triangle : mesh.triangles) {
        boxes.push_back(box_of_triangle(mesh, triangle));
    }
    return boxes;
}

/// As few triangles cost less than the nodes above them would.
constexpr int kLeafTriangles = 4;

/// Marks every triangle that meets another, some at a time so that the caller can be asked whether
/// to go on. A pair whose two are marked already is not looked at again: the marks stay the same.
class Search {
 public:
    explicit Search(const SurfaceMesh& mesh) : Search(mesh, boxes_of_triangles(mesh)) {}

    bool run(const std::function<bool(double)>& progress) {
        constexpr int kPortion = 1 << 14;
        const int count = static_cast<int>(std::ssize(mesh_.triangles));
        for (int begin = 0; begin < count; begin += kPortion) {
            const int end = std::min(count, begin + kPortion);
            tbb::parallel_for(tbb::blocked_range<int>(begin, end, 64), [&](const auto& places) {
                for (int place = places.begin(); place < places.end(); ++place) {
                    mark_partners(place);
                }
            });
            if (progress && !progress(static_cast<double>(end) / count)) {
                return false;
            }
        }
        return true;
    }

    std::vector<int> marked() const {
        std::vector<int> faces;
        for (int f = 0; f < std::ssize(marks_); ++f) {
            if (marks_[f].load(std::memory_order_relaxed)) {
                faces.push_back(f);
            }
        }
        return faces;
    }

    /// The smallest triangle that this one meets.
    int first_partner(int face) const {
        int first = static_cast<int>(std::ssize(mesh_.triangles));
        const BoundingBox box = box_of_triangle(mesh_, mesh_.triangles[face]);
        visit_overlapping(tree_, boxes_, box, 0, [&](int place) {
            const int other = tree_.elements()[place];
            if (other < first && other != face && meet_each_other(face, other)) {
                first = other;
            }
        });
        return first;
    }

 private:
    Search(const SurfaceMesh& mesh, std::span<const BoundingBox> boxes)
        : mesh_(mesh),
          tree_(boxes, kLeafTriangles),
          boxes_(refit(tree_, boxes)),
          marks_(mesh.triangles.size()) {}

    /// Always asked in the same order: where products underflow, the answer may depend on it.
    bool meet_each_other(int a, int b) const {
        return intersect(mesh_, mesh_.triangles[std::min(a, b)], mesh_.triangles[std::max(a, b)]);
    }

    void mark_partners(int place) {
        const int face = tree_.elements()[place];
        std::atomic<bool>& mark = marks_[face];
        visit_overlapping(tree_, boxes_, boxes_.places[place], place + 1, [&](int other_place) {
            const int other = tree_.elements()[other_place];
            std::atomic<bool>& other_mark = marks_[other];
            const bool both =
                mark.load(std::memory_order_relaxed) && other_mark.load(std::memory_order_relaxed);
            if (!both && meet_each_other(face, other)) {
                mark.store(true, std::memory_order_relaxed);
                other_mark.store(true, std::memory_order_relaxed);
            }
        });
    }

    const SurfaceMesh& mesh_;
    BoxTree tree_;
    TreeBoxes boxes_;
    std::vector<std::atomic<bool>> marks_;
};

}  // namespace

SelfIntersections find_self_intersections(const SurfaceMesh& mesh, int max_pairs,
                                          const std::function<bool(double)>& progress) {
    Search search(mesh);
    if (!search.run(progress)) {
        return {};
    }
    SelfIntersections found;
    found.faces = search.marked();
    for (const int face : found.faces) {
        if (std::ssize(found.pairs) >= max_pairs) {
            break;
        }
        const int partner = search.first_partner(face);
        const std::array<int, 2> pair{std::min(face, partner), std::max(face, partner)};
        if (std::find(found.pairs.begin(), found.pairs.end(), pair) == found.pairs.end()) {
            found.pairs.push_back(pair);
        }
    }
    return found;
}

std::optional<std::array<int, 2>> find_self_intersection(const SurfaceMesh& mesh) {
    const SelfIntersections found = find_self_intersections(mesh, 1);
    return found.pairs.empty() ? std::nullopt : std::optional(found.pairs.front());
}

}  // namespace touchstone
