#include "methods/mesh/health/crossings/self_intersection.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "methods/base/parallel/parallel.h"
#include "methods/mesh/health/crossings/exact_orientation.h"
#include "methods/mesh/health/crossings/near_triangles.h"
#include "methods/mesh/health/crossings/triangle_meeting.h"
#include "methods/mesh/health/welding.h"

namespace touchstone {

namespace {

/// Finds for each triangle the first with the same corners. Copies meet what the first meets: they
/// are not compared, so that a face that is there n times does not cost n² pairs.
std::vector<int> find_first_copies(const SurfaceMesh& mesh) {
    return find_first_duplicate<3>(mesh.triangles, std::vector<bool>(mesh.triangles.size(), true));
}

std::vector<int> all_first(const std::vector<int>& first_copy) {
    std::vector<int> faces;
    for (int f = 0; f < std::ssize(first_copy); ++f) {
        if (first_copy[f] == f) {
            faces.push_back(f);
        }
    }
    return faces;
}

/// The triangles on one edge, sorted by the angle at which they stand on it. Of these only those at
/// the same angle meet.
class AroundEdge {
 public:
    AroundEdge(const SurfaceMesh& mesh, const CrowdedEdge& edge)
        : mesh_(mesh), low_(edge.low), high_(edge.high) {
        for (const int face : edge.faces) {
            const Triangle& t = mesh.triangles[face];
            const auto* const apex =
                std::ranges::find_if(t, [&](int v) { return v != edge.low && v != edge.high; });
            faces_.push_back({face, *apex, 0});
        }
        for (Standing& standing : faces_) {
            standing.quarter = quarter_of(standing.apex);
        }
        // Unlike std::sort this stays within its range where underflow makes angles disagree.
        std::ranges::stable_sort(
            faces_, [&](const Standing& a, const Standing& b) { return comes_before(a, b); });
    }

    template <typename Visit>
    void visit_meeting(const Visit& visit) const {
        for (std::size_t i = 1; i < faces_.size(); ++i) {
            if (!comes_before(faces_[i - 1], faces_[i])) {
                visit(faces_[i - 1].face, faces_[i].face);
            }
        }
    }

 private:
    struct Standing {
        int face = -1;
        int apex = -1;    ///< the vertex that is not on the edge
        int quarter = 0;  ///< 0: with the first, 1: up to half a turn on, 2: opposite, 3: beyond
    };

    int quarter_of(int apex) const {
        const int first = faces_[0].apex;
        const int side = side_of(first, apex);
        if (side != 0) {
            return side > 0 ? 1 : 3;
        }
        const bool is_same =
            apex == first || triangles_meet(mesh_, {low_, high_, first}, {low_, high_, apex});
        return is_same ? 0 : 2;
    }

    int side_of(int from, int to) const {
        return orientation(mesh_.vertices[low_], mesh_.vertices[high_], mesh_.vertices[from],
                           mesh_.vertices[to]);
    }

    bool comes_before(const Standing& a, const Standing& b) const {
        if (a.quarter != b.quarter) {
            return a.quarter < b.quarter;
        }
        return a.quarter % 2 == 1 && side_of(a.apex, b.apex) > 0;
    }

    const SurfaceMesh& mesh_;
    int low_;
    int high_;
    std::vector<Standing> faces_;
};

/// Marks every triangle that meets another, some at a time so that the caller can be asked whether
/// to go on. A pair whose two are marked already is not looked at again: the marks stay the same.
class Search {
 public:
    explicit Search(const SurfaceMesh& mesh)
        : mesh_(mesh),
          first_copy_(find_first_copies(mesh)),
          near_(mesh, all_first(first_copy_)),
          marks_(mesh.triangles.size()) {}

    /// Compares the pairs; returns false when it was stopped. Ends early once it has compared more
    /// pairs than allowed.
    bool run(std::int64_t most_compared, const std::function<bool(double)>& progress) {
        for (const CrowdedEdge& edge : near_.crowded_edges()) {
            AroundEdge(mesh_, edge).visit_meeting([&](int a, int b) { mark(a, b); });
        }
        // Short where each may have to be compared with many others: what is too much is noticed
        // soon, and at the same place whatever the threads.
        const int count = near_.size();
        const std::int64_t share = std::min<std::int64_t>(1 << 26, most_compared);
        const int portion =
            std::clamp(static_cast<int>(share / std::max(count, 1)), 1 << 8, 1 << 14);
        for (int begin = 0; begin < count && is_complete_; begin += portion) {
            const int end = std::min(count, begin + portion);
            for_blocks(begin, end, 32, [&](int first, int last) {
                std::int64_t compared = 0;
                for (int rank = first; rank < last; ++rank) {
                    compared += mark_partners(rank);
                }
                compared_ += compared;
            });
            is_complete_ = compared_ <= most_compared || end == count;
            if (progress && !progress(is_complete_ ? static_cast<double>(end) / count : 1.0)) {
                return false;
            }
        }
        return true;
    }

    std::int64_t compared() const { return compared_; }
    bool is_complete() const { return is_complete_; }

    std::vector<int> marked() const {
        std::vector<int> faces;
        for (int f = 0; f < std::ssize(marks_); ++f) {
            if (marks_[first_copy_[f]].load(std::memory_order_relaxed)) {
                faces.push_back(f);
            }
        }
        return faces;
    }

    /// Returns the smallest triangle that this one meets; -1: none that is known.
    int first_partner(int face) const {
        const int own = first_copy_[face];
        const BoundingBox box = box_of(own);
        for (int other = 0; other < std::ssize(mesh_.triangles); ++other) {
            if (other != own && first_copy_[other] == other && overlap(box, box_of(other)) &&
                meet_each_other(own, other)) {
                return other;
            }
        }
        return -1;
    }

 private:
    BoundingBox box_of(int face) const {
        const auto& [a, b, c] = mesh_.triangles[face];
        const std::array<Vec3, 3> corners{mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]};
        return bounds_of(corners);
    }

    /// Returns true when two triangles meet. Always asked in the same order: where products
    /// underflow, the answer may depend on it.
    bool meet_each_other(int a, int b) const {
        return triangles_meet(mesh_, mesh_.triangles[std::min(a, b)],
                              mesh_.triangles[std::max(a, b)]);
    }

    void mark(int a, int b) {
        marks_[a].store(true, std::memory_order_relaxed);
        marks_[b].store(true, std::memory_order_relaxed);
    }

    /// Returns how many were near.
    std::int64_t mark_partners(int rank) {
        const int face = near_.face(rank);
        return near_.visit_near(rank, [&](int other) {
            const bool both = marks_[face].load(std::memory_order_relaxed) &&
                              marks_[other].load(std::memory_order_relaxed);
            if (!both && meet_each_other(face, other)) {
                mark(face, other);
            }
        });
    }

    const SurfaceMesh& mesh_;
    std::vector<int> first_copy_;  ///< per triangle
    NearTriangles near_;           ///< those that are no copies
    std::vector<std::atomic<bool>> marks_;
    std::atomic<std::int64_t> compared_ = 0;
    bool is_complete_ = true;
};

}  // namespace

SelfIntersections find_self_intersections(const SurfaceMesh& mesh, int max_pairs,
                                          const std::function<bool(double)>& progress,
                                          std::int64_t most_compared) {
    Search search(mesh);
    if (!search.run(most_compared, progress)) {
        return {};
    }
    SelfIntersections found;
    found.faces = search.marked();
    found.compared = search.compared();
    found.is_complete = search.is_complete();
    for (const int face : found.faces) {
        if (std::ssize(found.pairs) >= max_pairs) {
            break;
        }
        const int partner = search.first_partner(face);
        const std::array<int, 2> pair{std::min(face, partner), std::max(face, partner)};
        if (partner >= 0 &&
            std::find(found.pairs.begin(), found.pairs.end(), pair) == found.pairs.end()) {
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
