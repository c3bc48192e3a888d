#include "methods/mesh/health/seams.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "methods/base/boxes/box_tree.h"

namespace touchstone {

namespace {

constexpr double kSeamShare = 0.05;  // share of the shortest boundary edge

/// Finds nearest neighbours by a tree over the points. Of all points that are asked about, few have
/// a neighbour so far away that a crowd elsewhere comes into question.
class NearestPoints {
 public:
    explicit NearestPoints(std::vector<Vec3> points) : points_(std::move(points)) {
        std::vector<BoundingBox> boxes;
        boxes.reserve(points_.size());
        for (const Vec3& point : points_) {
            boxes.push_back({point, point});
        }
        tree_ = BoxTree(boxes, kLeaf);
        boxes_ = refit(tree_, boxes).nodes;
    }

    /// Returns the distance of a point to the nearest other one, if that is at most `limit`;
    /// otherwise something larger [m].
    double distance_of(int point, double limit) {
        double nearest = std::nextafter(limit, std::numeric_limits<double>::infinity());
        descend(0, point, nearest);
        return nearest;
    }

    std::int64_t compared() const { return compared_; }

 private:
    static constexpr int kLeaf = 8;

    /// No more than the distance of the point to any other below the node, whatever the rounding.
    double least_distance(int node, const Vec3& point) const {
        const BoundingBox& box = boxes_[node];
        const Vec3 outside = (box.lower - point).cwiseMax(point - box.upper).cwiseMax(0.0);
        return (1.0 - 1e-12) * outside.norm();
    }

    void descend(int index, int point, double& nearest) {
        const BoxTree::Node& node = tree_.nodes()[index];
        const Vec3& here = points_[point];
        if (node.is_leaf()) {
            for (int place = node.first; place < node.first + node.count; ++place) {
                const int other = tree_.elements()[place];
                if (other != point) {
                    ++compared_;
                    nearest = std::min(nearest, (points_[other] - here).norm());
                }
            }
            return;
        }
        std::array<int, 2> children{index + 1, node.right};
        std::array<double, 2> least{least_distance(children[0], here),
                                    least_distance(children[1], here)};
        if (least[1] < least[0]) {
            std::swap(children[0], children[1]);
            std::swap(least[0], least[1]);
        }
        for (int side = 0; side < 2; ++side) {
            if (least[side] < nearest) {
                descend(children[side], point, nearest);
            }
        }
    }

    std::vector<Vec3> points_;
    BoxTree tree_;
    std::vector<BoundingBox> boxes_;  ///< by node
    std::int64_t compared_ = 0;       ///< pairs of points
};

/// The vertices found so far that no earlier one is near, by cells of space. These are farther
/// apart than the tolerance, so that a cell of few tolerances holds few. Cells are sorted, not
/// hashed: no choice of coordinates makes them slow.
class SparseVertices {
 public:
    SparseVertices(std::span<const Vec3> vertices, double tolerance)
        : vertices_(vertices),
          tolerance_(tolerance),
          // Where squares lose their digits, or vanish, distances come out too small.
          reach_((1.0 + 1e-7) * tolerance + 1e-160),
          side_(std::min(kCellWidth * reach_, kLargest / kCellWidth)),
          next_(vertices.size(), -1) {
        cells_.reserve(vertices.size());
        for (const Vec3& vertex : vertices) {
            if (vertex.allFinite()) {
                cells_.push_back(cell_of(vertex));
            }
        }
        std::ranges::sort(cells_);
        cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
        newest_.assign(cells_.size(), -1);
    }

    /// Returns the first of them near the vertex; −1: none.
    int first_near(int vertex) {
        const Vec3& here = vertices_[vertex];
        const Cell low = cell_of((here.array() - reach_).max(-kLargest));
        const Cell high = cell_of((here.array() + reach_).min(kLargest));
        int first = -1;
        Cell cell = low;
        for (int axis = 0; axis < 3;) {
            search(cell, vertex, first);
            // The next cell, as an odometer counts. Adding 1 may leave a large number as it is.
            for (axis = 0; axis < 3 && !(cell[axis] < high[axis]); ++axis) {
                cell[axis] = low[axis];
            }
            if (axis < 3) {
                cell[axis] += 1.0;
            }
        }
        return first;
    }

    void add(int vertex) {
        int& newest = newest_[find(cell_of(vertices_[vertex]))];
        next_[vertex] = newest;
        newest = vertex;
    }

    std::int64_t compared() const { return compared_; }

 private:
    using Cell = std::array<double, 3>;

    static constexpr double kLargest = std::numeric_limits<double>::max();
    static constexpr double kCellWidth = 4.0;  // tolerances: half of all vertices need one cell

    Cell cell_of(const Vec3& point) const {
        Cell cell;
        for (int axis = 0; axis < 3; ++axis) {
            const double place = std::floor(point[axis] / side_);
            // Where neighbouring numbers are a cell and more apart, only equal ones are near.
            cell[axis] = std::abs(place) < 0x1p54 ? place : point[axis];
        }
        return cell;
    }

    /// Returns the place of a cell among all that hold vertices; −1: it holds none.
    int find(const Cell& cell) const {
        const auto place = std::lower_bound(cells_.begin(), cells_.end(), cell);
        return place != cells_.end() && *place == cell ? static_cast<int>(place - cells_.begin())
                                                       : -1;
    }

    void search(const Cell& cell, int vertex, int& first) {
        const int place = find(cell);
        for (int other = place < 0 ? -1 : newest_[place]; other >= 0; other = next_[other]) {
            ++compared_;
            const Vec3 apart = vertices_[vertex] - vertices_[other];
            if (std::abs(apart.x()) <= tolerance_ && apart.norm() <= tolerance_ &&
                (first < 0 || other < first)) {
                first = other;
            }
        }
    }

    std::span<const Vec3> vertices_;
    double tolerance_;         ///< [m]
    double reach_;             ///< along an axis, with rounding [m]
    double side_;              ///< of a cell [m]
    std::vector<Cell> cells_;  ///< those that hold vertices, sorted
    std::vector<int> newest_;  ///< by cell: the vertex that was added last; −1: none
    std::vector<int> next_;    ///< by vertex: the one added before to the same cell; −1: none
    std::int64_t compared_ = 0;
};

void add_to(std::int64_t* sum, std::int64_t count) {
    if (sum != nullptr) {
        *sum += count;
    }
}

}  // namespace

std::optional<double> find_seam_width(std::span<const Vec3> vertices,
                                      std::span<const std::array<int, 2>> boundary_edges,
                                      std::int64_t* compared) {
    double shortest = std::numeric_limits<double>::infinity();
    std::vector<int> ends;
    ends.reserve(2 * boundary_edges.size());
    for (const auto& [a, b] : boundary_edges) {
        shortest = std::min(shortest, (vertices[b] - vertices[a]).norm());
        ends.insert(ends.end(), {a, b});
    }
    std::ranges::sort(ends);
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    const double limit = kSeamShare * shortest;
    if (!(std::isfinite(limit) && limit > 0.0)) {
        return std::nullopt;
    }
    std::vector<Vec3> points;
    points.reserve(ends.size());
    for (const int end : ends) {
        if (!vertices[end].allFinite()) {
            return std::nullopt;
        }
        points.push_back(vertices[end]);
    }
    NearestPoints nearest(std::move(points));
    double widest = 0.0;
    for (int i = 0; i < std::ssize(ends) && widest <= limit; ++i) {
        widest = std::max(widest, nearest.distance_of(i, limit));
    }
    add_to(compared, nearest.compared());
    return widest <= limit ? std::optional(widest) : std::nullopt;
}

double weld_tolerance(double seam_width) {
    // A little more, so that the next digit is never the width itself.
    const double wanted = 1.05 * seam_width;
    const double digit = std::pow(10.0, std::floor(std::log10(wanted)));
    return std::ceil(wanted / digit) * digit;
}

std::vector<int> find_first_near(std::span<const Vec3> vertices, double tolerance,
                                 std::int64_t* compared) {
    std::vector<int> first(vertices.size());
    std::iota(first.begin(), first.end(), 0);
    if (!(tolerance >= 0.0)) {
        return first;
    }
    SparseVertices sparse(vertices, tolerance);
    for (int v = 0; v < std::ssize(vertices); ++v) {
        if (!vertices[v].allFinite()) {
            continue;
        }
        const int near = sparse.first_near(v);
        if (near >= 0) {
            first[v] = near;
        } else {
            sparse.add(v);
        }
    }
    add_to(compared, sparse.compared());
    return first;
}

}  // namespace touchstone
