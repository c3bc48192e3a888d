#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/geometry/facet_model.h"
#include "methods/geometry/outline.h"

namespace touchstone::semi_local {

/// A corner of a loop, with what the inputs say about it.
struct LoopVertex {
    Vec2 point = Vec2::Constant(kUnset);
    double owner_length =
        kUnset;  ///< of the shortest input edge that the edge to the next vertex lies on [m]
    std::uint32_t polygons = 0;  ///< bit i: a vertex of polygon i is here
    bool is_protected = false;   ///< a true corner, see simplify_loop
    double error = 0.0;          ///< by how much simplification has moved the loop here [m]
};

/// Closed loops, one after the other; each goes on from its last vertex to its first.
struct Loops {
    std::vector<LoopVertex> vertices;
    std::vector<IndexRange> loops;

    void clear() {
        vertices.clear();
        loops.clear();
    }
};

double signed_area(std::span<const LoopVertex> loop);  ///< of a hole negative [m²]
double perimeter(std::span<const LoopVertex> loop);    ///< [m]

/// What polygons in one plane have in common: outer loops counter-clockwise, holes clockwise.
///
/// Points closer than `snap` are one point, with one number. Every edge is cut at the points on it,
/// and its pieces are named by the numbers of their ends, so that pieces of edges that run together
/// are the same piece. What lies beside a piece of its own polygon is known; of another polygon it
/// is asked once, at the piece's middle. A piece with the inside of all polygons on exactly one
/// side bounds the result. So topology comes from numbers, and no arithmetic needs to be exact.
class PolygonOverlay {
 public:
    /// Two or three polygons; the result is in `loops` until the next call.
    void run(std::span<const std::span<const OutlineEdge>> polygons, double snap);

    Loops loops;

 private:
    struct Edge {
        OutlineEdge line;
        double length = 0.0;
        int polygon = -1;
        int start = -1;  ///< point
        int end = -1;    ///< point
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
        bool upward = true;  ///< the polygon runs from low to high
        double owner_length = 0.0;
    };
    struct Border {
        int from = -1;
        int to = -1;
        double owner_length = 0.0;
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
    std::array<std::vector<OutlineEdge>, 3> snapped_;  ///< per polygon: what it is after that
    std::vector<Border> borders_;
    std::vector<int> incoming_;        ///< per point: how many borders end there
    std::vector<int> first_outgoing_;  ///< per point: the first border that starts there
};

}  // namespace touchstone::semi_local
