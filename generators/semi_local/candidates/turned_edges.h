#pragma once

#include <array>

#include "generators/semi_local/candidates/pair_frame.h"

namespace touchstone::semi_local {

/// What is asked of an edge of B in A's frame.
struct TurnedEdge {
    Vec3 direction;  ///< unit, as in FacetEdge
    Vec3 start;      ///< its first corner [m]
};

/// Returns an edge of B in A's frame.
[[gnu::always_inline]] inline TurnedEdge turned_edge(const PairFrame& frame, int edge_of_b) {
    const FacetEdge& edge = frame.b->edges[edge_of_b];
    return {frame.direction_from_b(edge.direction),
            frame.from_b(frame.b->corners[edge.start].position)};
}

/// The edges of B in A's frame for many pairs of edges: one that was asked for is mostly there
/// still when another edge of A meets it.
class TurnedEdges {
 public:
    /// The frame must outlive the object.
    explicit TurnedEdges(const PairFrame& frame) : frame_(frame) { numbers_.fill(-1); }

    /// Returns an edge of B in A's frame, which holds until the next call.
    const TurnedEdge& of(int edge_of_b) {
        const std::size_t place = static_cast<std::size_t>(edge_of_b) % kPlaces;
        if (numbers_[place] != edge_of_b) {
            numbers_[place] = edge_of_b;
            edges_[place] = turned_edge(frame_, edge_of_b);
        }
        return edges_[place];
    }

 private:
    static constexpr std::size_t kPlaces = 32;  ///< amply the edges of bricks and wedges

    const PairFrame& frame_;
    std::array<int, kPlaces> numbers_;       ///< edge at each place; −1: none
    std::array<TurnedEdge, kPlaces> edges_;  ///< one per place
};

}  // namespace touchstone::semi_local
