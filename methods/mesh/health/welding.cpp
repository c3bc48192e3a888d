#include "methods/mesh/health/welding.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace touchstone {

std::vector<int> find_first_equal(std::span<const Vec3> vertices) {
    std::vector<int> first(vertices.size());
    std::iota(first.begin(), first.end(), 0);
    std::vector<int> order;
    std::copy_if(first.begin(), first.end(), std::back_inserter(order),
                 [&](int v) { return !vertices[v].array().isNaN().any(); });  // equal to nothing
    const auto key = [&](int v) {
        return std::tie(vertices[v].x(), vertices[v].y(), vertices[v].z());
    };
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return key(a) < key(b) || (key(a) == key(b) && a < b); });
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (key(order[i - 1]) == key(order[i])) {
            first[order[i]] = first[order[i - 1]];
        }
    }
    return first;
}

template <std::size_t N>
std::vector<int> find_first_duplicate(std::span<const std::array<int, N>> elements,
                                      const std::vector<bool>& takes_part) {
    std::vector<int> first(elements.size());
    std::iota(first.begin(), first.end(), 0);
    std::vector<std::pair<std::array<int, N>, int>> sorted;
    sorted.reserve(elements.size());
    for (int i = 0; i < std::ssize(elements); ++i) {
        if (takes_part[i]) {
            std::array<int, N> corners = elements[i];
            std::sort(corners.begin(), corners.end());
            sorted.emplace_back(corners, i);
        }
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        if (sorted[i - 1].first == sorted[i].first) {
            first[sorted[i].second] = first[sorted[i - 1].second];
        }
    }
    return first;
}

template std::vector<int> find_first_duplicate(std::span<const std::array<int, 3>>,
                                               const std::vector<bool>&);
template std::vector<int> find_first_duplicate(std::span<const std::array<int, 4>>,
                                               const std::vector<bool>&);

}  // namespace touchstone
