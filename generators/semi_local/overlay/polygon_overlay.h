#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/geometry/facet_model.h"
#include "methods/geometry/outline.h"

namespace touchstone::semi_local {

/// A corner of a loop, with its origin in the input.
struct LoopVertex {
    Vec2 point = Vec2::Constant(kUnset);  ///< position [m]
    double owner_length = kUnset;         ///< length of the shortest input edge that
                                          ///< contains the edge to the next vertex [m]
    std::uint32_t polygons = 0;           ///< bit i: a vertex of polygon i is here
    bool is_protected = false;            ///< true: a true corner, see simplify_loop
    double error = 0.0;        ///< distance by which simplification has moved the loop here [m]
    std::uint32_t owners = 0;  ///< bit i: the edge to the next vertex lies on one of polygon i
};

/// Closed loops, stored one after the other; the last vertex of each connects to its first.
struct Loops {
    std::vector<LoopVertex> vertices;
    std::vector<IndexRange> loops;

    /// Removes all loops, keeping the memory.
    void clear() {
        vertices.clear();
        loops.clear();
    }
};

/// Returns the area inside a loop, negative for a hole [m²].
double signed_area(std::span<const LoopVertex> loop);
/// Returns the length of a loop [m].
double perimeter(std::span<const LoopVertex> loop);

/// The intersection of polygons in one plane: outer loops run counter-clockwise, holes clockwise.
///
/// Points closer than `snap` become one point with one number. Every edge is cut at the points on
/// it, and its pieces are named by the numbers of their ends, so that the pieces of edges that
/// coincide are the same piece. The sides of a piece are known with respect to its own polygon;
/// with respect to another polygon they are tested once, at the piece's middle. A piece with the
/// inside of all polygons on exactly one side bounds the result. So topology comes from numbers,
/// and no arithmetic needs to be exact.
class PolygonOverlay {
 public:
    /// Intersects two or three polygons; the result is in `loops` until the next call.
    void run(std::span<const std::span<const OutlineEdge>> polygons, double snap);

    Loops loops;

 private:
    struct Edge {
        OutlineEdge line;
        double length = 0.0;
        int polygon = -1;
        int start = -1;  ///< number of the point at its start
        int end = -1;    ///< number of the point at its end
    };
    struct Point {
        Vec2 position;
        std::uint32_t polygons = 0;
    };
    struct OnEdge {
        double along = 0.0;
        int point = -1;
    };
    struct Piece {
        int low = -1;
        int high = -1;
        int polygon = -1;
        bool upward = true;  ///< true: the polygon runs from low to high
        double owner_length = 0.0;
    };
    struct Border {
        int from = -1;
        int to = -1;
        double owner_length = 0.0;
        std::uint32_t owners = 0;
        bool used = false;
    };

    void gather_edges(std::span<const std::span<const OutlineEdge>> polygons);
    void gather_points();
    int number_of(const Vec2& position);
    void cut_edges();
    void choose_borders(int polygons);
    void remove_dangling();
    void trace_loops();
    bool trace_loop(int first);
    int leftmost_from(int border) const;

    double snap_ = 0.0;
    std::vector<Edge> edges_;
    std::vector<Point> points_;
    std::vector<OnEdge> on_edge_;
    std::vector<Piece> pieces_;
    std::array<std::vector<OutlineEdge>, 3> snapped_;  ///< edges of each polygon after snapping
    std::vector<Border> borders_;
    std::vector<int> incoming_;        ///< number of borders that end at each point
    std::vector<int> first_outgoing_;  ///< first border that starts at each point
};

}  // namespace touchstone::semi_local
