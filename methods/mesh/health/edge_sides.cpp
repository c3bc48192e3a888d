#include "methods/mesh/health/edge_sides.h"

#include <tuple>

namespace touchstone {

std::vector<EdgeSide> sorted_edge_sides(std::span<const std::array<int, 3>> faces,
                                        const std::vector<bool>& takes_part) {
    std::vector<EdgeSide> sides;
    sides.reserve(3 * faces.size());
    for (int f = 0; f < std::ssize(faces); ++f) {
        for (int i = 0; takes_part[f] && i < 3; ++i) {
            const int from = faces[f][i];
            const int to = faces[f][(i + 1) % 3];
            sides.push_back({std::min(from, to), std::max(from, to), f, i, from < to});
        }
    }
    std::sort(sides.begin(), sides.end(), [](const EdgeSide& a, const EdgeSide& b) {
        return std::tie(a.low, a.high, a.face) < std::tie(b.low, b.high, b.face);
    });
    return sides;
}

}  // namespace touchstone
