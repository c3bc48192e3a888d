#include "methods/mesh/health/edge_sides.h"

#include <numeric>
#include <tuple>

#include "methods/base/parallel/parallel.h"

namespace touchstone {

std::vector<EdgeSide> sorted_edge_sides(std::span<const std::array<int, 3>> faces,
                                        const std::vector<bool>& takes_part) {
    const auto visit_sides = [&](const auto& visit) {
        for (int f = 0; f < std::ssize(faces); ++f) {
            for (int i = 0; takes_part[f] && i < 3; ++i) {
                const int from = faces[f][i];
                const int to = faces[f][(i + 1) % 3];
                visit(EdgeSide{std::min(from, to), std::max(from, to), f, i, from < to});
            }
        }
    };
    // First by the lower end, whose sides are counted; few share one, which are then sorted.
    std::vector<int> begins;
    visit_sides([&](const EdgeSide& side) {
        if (side.low + 2 > std::ssize(begins)) {
            begins.resize(side.low + 2, 0);
        }
        ++begins[side.low + 1];
    });
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<EdgeSide> sides(begins.empty() ? 0 : begins.back());
    std::vector<int> next = begins;
    visit_sides([&](const EdgeSide& side) { sides[next[side.low]++] = side; });
    constexpr int kBlock = 1 << 12;
    for_blocks(0, std::max(0, static_cast<int>(std::ssize(begins)) - 1), kBlock,
               [&](int from, int to) {
                   for (int low = from; low < to; ++low) {
                       std::sort(sides.begin() + begins[low], sides.begin() + begins[low + 1],
                                 [](const EdgeSide& a, const EdgeSide& b) {
                                     return std::tie(a.high, a.face) < std::tie(b.high, b.face);
                                 });
                   }
               });
    return sides;
}

}  // namespace touchstone
