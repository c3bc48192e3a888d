#include "methods/mesh/health/self_intersection.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "methods/mesh/health/exact_orientation.h"
#include "methods/mesh/health/face_tree.h"

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

/// The side of the triangle's plane that the point lies on, 0 when rounding could have decided it.
/// Shewchuk [1997], the bound of orient3d's first stage.
int sure_side(const Corners& t, const Vec3& point) {
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

/// True when the others' corners from `first` on surely lie on one side of the triangle's plane:
/// the two triangles share no more than the corners before.
bool surely_beside(const Corners& t, const Corners& others, int first) {
    const int side = sure_side(t, others[2]);
    for (int i = first; side != 0 && i < 2; ++i) {
        if (sure_side(t, others[i]) != side) {
            return false;
        }
    }
    return side != 0;
}

bool share_nothing_but_meet(const Corners& a, const Corners& b) {
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

/// Corner 0 is common. What the triangles share beyond it starts there and ends on the edge
/// opposite in one of them.
bool share_corner_and_meet(const Corners& a, const Corners& b) {
    if (surely_beside(a, b, 1) || surely_beside(b, a, 1)) {
        return false;
    }
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

/// Per triangle the first with the same corners. Copies meet what the first meets: they are not
/// looked at, so that a face that is there n times does not ask n² pairs.
std::vector<int> find_first_copies(const SurfaceMesh& mesh) {
    std::vector<int> first(mesh.triangles.size());
    std::iota(first.begin(), first.end(), 0);
    std::vector<std::pair<Triangle, int>> sorted;
    sorted.reserve(first.size());
    for (const int f : first) {
        Triangle corners = mesh.triangles[f];
        std::ranges::sort(corners);
        sorted.emplace_back(corners, f);
    }
    std::ranges::sort(sorted);
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        if (sorted[i - 1].first == sorted[i].first) {
            first[sorted[i].second] = first[sorted[i - 1].second];
        }
    }
    return first;
}

/// Where two triangles have one corner in common and more than it, the directions in which they
/// are seen from there meet. Of corners with many triangles the boxes of these directions are kept:
/// around the tip of a cone all triangles' own boxes overlap, of these only few.
class CornerViews {
 public:
    explicit CornerViews(const SurfaceMesh& mesh) : mesh_(mesh) {
        constexpr int kCrowded = 32;  // triangles at a vertex
        std::vector<int> counts(mesh.vertices.size(), 0);
        for (const Triangle& triangle : mesh.triangles) {
            for (const int v : triangle) {
                ++counts[v];
            }
        }
        if (std::ranges::all_of(counts, [](int count) { return count <= kCrowded; })) {
            return;
        }
        boxes_.resize(3 * mesh.triangles.size());
        for (std::size_t f = 0; f < mesh.triangles.size(); ++f) {
            for (int i = 0; i < 3; ++i) {
                if (counts[mesh.triangles[f][i]] > kCrowded) {
                    boxes_[3 * f + i] = view_of(mesh.triangles[f], i);
                }
            }
        }
    }

    /// True when it is known that the two have one crowded corner in common and nothing else.
    bool are_apart(int a, int b) const {
        if (boxes_.empty()) {
            return false;
        }
        const Triangle& first = mesh_.triangles[a];
        const Triangle& second = mesh_.triangles[b];
        int common = 0;
        bool apart = false;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                if (first[i] == second[j]) {
                    ++common;
                    const View& view = boxes_[3 * a + i];
                    apart = view.is_known && !overlap(view.box, boxes_[3 * b + j].box);
                }
            }
        }
        return common == 1 && apart;
    }

 private:
    struct View {
        FaceBox box{Vec3::Zero(), Vec3::Zero()};
        bool is_known = false;
    };

    View view_of(const Triangle& triangle, int corner) const {
        const Vec3& from = mesh_.vertices[triangle[corner]];
        const Vec3 a = (mesh_.vertices[triangle[(corner + 1) % 3]] - from).stableNormalized();
        const Vec3 b = (mesh_.vertices[triangle[(corner + 2) % 3]] - from).stableNormalized();
        const double chord = (a - b).norm();
        // Directions between them lie on an arc above the chord, no higher than chord²/4 up to 90
        // degrees; a wider one is not known. And some for rounding.
        View view;
        view.is_known = chord < 1.4;
        const double margin = 0.25 * chord * chord + 1e-9;
        view.box = {(a.cwiseMin(b).array() - margin).matrix(),
                    (a.cwiseMax(b).array() + margin).matrix()};
        if (!view.is_known) {
            view.box = {Vec3::Constant(-2.0), Vec3::Constant(2.0)};
        }
        return view;
    }

    const SurfaceMesh& mesh_;
    std::vector<View> boxes_;  ///< per corner of each triangle; none where no vertex is crowded
};

std::vector<FaceBox> triangle_boxes(const SurfaceMesh& mesh, const std::vector<int>& faces) {
    std::vector<FaceBox> boxes;
    boxes.reserve(faces.size());
    for (const int face : faces) {
        const auto& [i, j, k] = mesh.triangles[face];
        const Vec3& a = mesh.vertices[i];
        const Vec3& b = mesh.vertices[j];
        const Vec3& c = mesh.vertices[k];
        boxes.push_back({a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)});
    }
    return boxes;
}

/// Marks every triangle that meets another, some at a time so that the caller can be asked whether
/// to go on. A pair whose two are marked already is not looked at again: the marks stay the same.
class Search {
 public:
    explicit Search(const SurfaceMesh& mesh)
        : mesh_(mesh),
          first_copy_(find_first_copies(mesh)),
          faces_(all_first(first_copy_)),
          views_(mesh),
          tree_(triangle_boxes(mesh, faces_)),
          marks_(mesh.triangles.size()) {}

    bool run(const std::function<bool(double)>& progress) {
        constexpr int kPortion = 1 << 14;
        const int count = static_cast<int>(std::ssize(faces_));
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
            if (marks_[first_copy_[f]].load(std::memory_order_relaxed)) {
                faces.push_back(f);
            }
        }
        return faces;
    }

    /// The smallest triangle that this one meets.
    int first_partner(int face) const {
        int first = static_cast<int>(std::ssize(mesh_.triangles));
        const int own = first_copy_[face];
        const auto place = static_cast<int>(std::ranges::lower_bound(faces_, own) - faces_.begin());
        tree_.visit(tree_.box(place), 0, [&](int, int index) {
            const int other = faces_[index];
            if (other < first && other != own && meet_each_other(own, other)) {
                first = other;
            }
        });
        return first;
    }

 private:
    static std::vector<int> all_first(const std::vector<int>& first_copy) {
        std::vector<int> faces;
        for (int f = 0; f < std::ssize(first_copy); ++f) {
            if (first_copy[f] == f) {
                faces.push_back(f);
            }
        }
        return faces;
    }

    /// Always asked in the same order: where products underflow, the answer may depend on it.
    bool meet_each_other(int a, int b) const {
        return !views_.are_apart(a, b) &&
               intersect(mesh_, mesh_.triangles[std::min(a, b)], mesh_.triangles[std::max(a, b)]);
    }

    void mark_partners(int place) {
        const int index = tree_.face_at(place);
        const int face = faces_[index];
        std::atomic<bool>& mark = marks_[face];
        tree_.visit(tree_.box(index), place + 1, [&](int, int other_index) {
            const int other = faces_[other_index];
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
    std::vector<int> first_copy_;  ///< per triangle
    std::vector<int> faces_;       ///< those that are no copies; the tree's numbers are places here
    CornerViews views_;
    FaceTree tree_;
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
