#include "methods/mesh/health/welding.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "methods/base/parallel/parallel.h"

namespace touchstone {

template <std::size_t N>
std::vector<int> find_first_duplicate(std::span<const std::array<int, N>> elements,
                                      const std::vector<bool>& takes_part) {
    std::vector<int> first(elements.size());
    std::iota(first.begin(), first.end(), 0);
    // Those with one lowest vertex stand together, and few have the same one.
    const auto lowest = [&](int i) { return *std::ranges::min_element(elements[i]); };
    std::vector<int> begins;
    for (int i = 0; i < std::ssize(elements); ++i) {
        if (takes_part[i]) {
            const int low = lowest(i);
            if (low + 2 > std::ssize(begins)) {
                begins.resize(low + 2, 0);
            }
            ++begins[low + 1];
        }
    }
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<int> placed(begins.empty() ? 0 : begins.back());
    std::vector<int> next = begins;
    for (int i = 0; i < std::ssize(elements); ++i) {
        if (takes_part[i]) {
            placed[next[lowest(i)]++] = i;
        }
    }
    constexpr int kBlock = 1 << 12;
    for_blocks(0, std::max(0, static_cast<int>(std::ssize(begins)) - 1), kBlock,
               [&](int from, int to) {
                   std::vector<std::pair<std::array<int, N>, int>> sorted;
                   for (int low = from; low < to; ++low) {
                       sorted.clear();
                       for (int place = begins[low]; place < begins[low + 1]; ++place) {
                           std::array<int, N> corners = elements[placed[place]];
                           std::sort(corners.begin(), corners.end());
                           sorted.emplace_back(corners, placed[place]);
                       }
                       std::sort(sorted.begin(), sorted.end());
                       for (std::size_t i = 1; i < sorted.size(); ++i) {
                           if (sorted[i - 1].first == sorted[i].first) {
                               first[sorted[i].second] = first[sorted[i - 1].second];
                           }
                       }
                   }
               });
    return first;
}

template std::vector<int> find_first_duplicate(std::span<const std::array<int, 3>>,
                                               const std::vector<bool>&);
template std::vector<int> find_first_duplicate(std::span<const std::array<int, 4>>,
                                               const std::vector<bool>&);

}  // namespace touchstone
