#include "methods/mesh/health/fans.h"

#include <algorithm>
#include <numeric>

namespace touchstone {

std::vector<int> count_fans(std::span<const std::array<int, 3>> faces,
                            std::span<const EdgeSide> sides, const std::vector<bool>& takes_part,
                            int vertex_count) {
    std::vector<int> parent(3 * faces.size());  // parent of each face corner; a root is its own
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int corner) {
        while (parent[corner] != corner) {
            parent[corner] = parent[parent[corner]];
            corner = parent[corner];
        }
        return corner;
    };
    visit_edges(sides, [&](std::span<const EdgeSide> edge) {
        const auto corner_at = [](const EdgeSide& side, bool at_low) {
            const bool at_start = side.forward == at_low;
            return 3 * side.face + (at_start ? side.corner : (side.corner + 1) % 3);
        };
        for (const EdgeSide& side : edge.subspan(1)) {
            for (const bool at_low : {true, false}) {
                const int a = root(corner_at(edge[0], at_low));
                const int b = root(corner_at(side, at_low));
                parent[std::max(a, b)] = std::min(a, b);
            }
        }
    });
    std::vector<int> fans(vertex_count, 0);
    for (int corner = 0; corner < std::ssize(parent); ++corner) {
        if (takes_part[corner / 3] && parent[corner] == corner) {
            ++fans[faces[corner / 3][corner % 3]];
        }
    }
    return fans;
}

}  // namespace touchstone
