#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace touchstone {

/// An edge as one face runs along it.
struct EdgeSide {
    int low = -1;   ///< the smaller vertex index
    int high = -1;  ///< the larger one
    int face = -1;
    int corner = -1;       ///< corner of the face where it begins; it ends at the next
    bool forward = false;  ///< true: it runs from low to high
};

/// Collects the sides of all faces that take part, those of one edge side by side, by face.
std::vector<EdgeSide> sorted_edge_sides(std::span<const std::array<int, 3>> faces,
                                        const std::vector<bool>& takes_part);

/// Calls visit(sides) with the sides of one edge after the other.
template <typename Visit>
void visit_edges(std::span<const EdgeSide> sides, const Visit& visit) {
    for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
        while (end < sides.size() && sides[end].low == sides[begin].low &&
               sides[end].high == sides[begin].high) {
            ++end;
        }
        visit(sides.subspan(begin, end - begin));
    }
}

}  // namespace touchstone
