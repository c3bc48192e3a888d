#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/base/boxes/box_tree.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// The place of a triangle: three boxes that hold it, each endless where it is not known.
struct TriangleExtent {
    BoundingBox box;
    BoundingBox along = everywhere();  ///< extent along the directions of NearTriangles
    BoundingBox view = everywhere();   ///< box of the unit vectors to it from a vertex

    /// Returns a box that overlaps any other.
    static BoundingBox everywhere();
};

/// A tree of extents that answers with the numbers of its elements.
class ExtentTree {
 public:
    ExtentTree() = default;
    /// Makes a tree of the parts of extents; `along` and `views` may be empty. It is ordered by the
    /// views if there are any, else by the boxes.
    ExtentTree(std::span<const BoundingBox> boxes, std::span<const BoundingBox> along,
               std::span<const BoundingBox> views);

    /// Returns the element at each place.
    std::span<const int> elements() const { return tree_.elements(); }

    /// Calls visit(element) for those from `first_place` on whose extents overlap this one. Returns
    /// how many.
    template <typename Visit>
    std::int64_t visit(const TriangleExtent& extent, int first_place, const Visit& visit) const;

 private:
    bool node_overlaps(int node, const TriangleExtent& extent) const {
        return overlap(boxes_.nodes[node], extent.box) &&
               (along_.nodes.empty() || overlap(along_.nodes[node], extent.along)) &&
               (views_.nodes.empty() || overlap(views_.nodes[node], extent.view));
    }
    bool place_overlaps(int place, const TriangleExtent& extent) const {
        return overlap(boxes_.places[place], extent.box) &&
               (along_.places.empty() || overlap(along_.places[place], extent.along)) &&
               (views_.places.empty() || overlap(views_.places[place], extent.view));
    }

    BoxTree tree_;
    TreeBoxes boxes_;
    TreeBoxes along_;  ///< extents along the directions; empty where there are none
    TreeBoxes views_;  ///< boxes of directions; empty where there are none
};

/// An edge with more triangles than a box tree can tell apart.
struct CrowdedEdge {
    int low = -1;
    int high = -1;
    std::vector<int> faces;
};

/// The pairs of triangles of a surface that may meet, by trees of their extents. Two kinds of
/// crowds would make all pairs of n triangles near: those on one edge, which are left out since
/// sorting by angle tells which of them meet, and those at one vertex, which are told apart by the
/// directions in which they are seen from there. Layers of faces are told apart along their normal.
class NearTriangles {
 public:
    /// Looks at these faces, no two of which have the same corners. The mesh must outlive this.
    NearTriangles(const SurfaceMesh& mesh, std::span<const int> faces);

    /// Returns the number of faces.
    int size() const { return static_cast<int>(std::ssize(order_)); }
    /// Returns the face of a rank.
    int face(int rank) const { return order_[rank].face; }
    /// Returns the edges with more triangles than a tree can tell apart.
    std::span<const CrowdedEdge> crowded_edges() const { return edges_; }

    /// Calls visit(face) for the faces of higher rank that may meet this one. Of all pairs without
    /// a crowded edge in common that meet, each is visited at one of its ranks. Returns how many.
    template <typename Visit>
    std::int64_t visit_near(int rank, const Visit& visit) const;

 private:
    /// Triangles that share a vertex or an edge, or the rest, which share none.
    struct Group {
        std::array<int, 2> hub{-1, -1};  ///< the vertices that all share
        std::vector<int> faces;
        std::array<ExtentTree, 2> trees;  ///< trees as seen from each vertex of the hub; else the
                                          ///< first
    };
    /// A face by its rank.
    struct Member {
        int face = -1;
        int group = -1;
        int place = -1;  ///< place in the tree that tells the pairs within its group
    };

    void find_directions(std::span<const int> faces);
    void find_crowds(std::span<const int> faces);
    void plant(Group& group, int index);
    ExtentTree tree_of(const Group& group, int viewer) const;
    BoundingBox box_of(int face) const;
    BoundingBox along_of(int face) const;
    BoundingBox view_of(int face, int viewer) const;
    bool has(int face, int vertex) const;

    const SurfaceMesh& mesh_;
    Mat3 directions_ = Mat3::Zero();  ///< normals that many faces have, in rows; zero: none
    double margin_ = 0.0;             ///< bound on the rounding of a place along a direction
    std::vector<CrowdedEdge> edges_;
    std::vector<Group> groups_;  ///< groups, the rest first
    ExtentTree hubs_;            ///< tree of the groups but the first
    std::vector<Member> order_;
};

// -- The bodies of the templates --

template <typename Visit>
std::int64_t ExtentTree::visit(const TriangleExtent& extent, int first_place,
                               const Visit& visit) const {
    std::array<int, 64> open;  // halving 2^31 elements, one sibling waits on each level
    int count = 0;
    std::int64_t visited = 0;
    if (!tree_.nodes().empty()) {
        open[count++] = 0;
    }
    while (count > 0) {
        const int index = open[--count];
        const BoxTree::Node& node = tree_.nodes()[index];
        const int end = node.first + node.count;
        if (end <= first_place || !node_overlaps(index, extent)) {
            continue;
        }
        if (!node.is_leaf()) {
            open[count++] = node.right;
            open[count++] = index + 1;
            continue;
        }
        for (int place = std::max(node.first, first_place); place < end; ++place) {
            if (place_overlaps(place, extent)) {
                ++visited;
                visit(tree_.elements()[place]);
            }
        }
    }
    return visited;
}

template <typename Visit>
std::int64_t NearTriangles::visit_near(int rank, const Visit& visit) const {
    const Member& member = order_[rank];
    const Group& own = groups_[member.group];
    const TriangleExtent extent{box_of(member.face), along_of(member.face),
                                TriangleExtent::everywhere()};
    const auto visit_in = [&](const Group& group, int tree, int first_place) {
        TriangleExtent seen = extent;
        if (group.hub[0] >= 0) {
            seen.view = view_of(member.face, group.hub[tree]);
        }
        return group.trees[tree].visit(seen, first_place,
                                       [&](int element) { visit(group.faces[element]); });
    };
    std::int64_t visited = own.hub[1] < 0 ? visit_in(own, 0, member.place + 1) : 0;
    hubs_.visit(extent, 0, [&](int hub) {
        const Group& group = groups_[hub + 1];
        const bool has_second = group.hub[1] >= 0 && has(member.face, group.hub[1]);
        if (hub + 1 > member.group && !(has_second && has(member.face, group.hub[0]))) {
            visited += visit_in(group, has_second ? 1 : 0, 0);
        }
    });
    return visited;
}

}  // namespace touchstone
