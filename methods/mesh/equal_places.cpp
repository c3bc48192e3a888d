#include "methods/mesh/equal_places.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>

#include "methods/base/parallel/parallel.h"

namespace touchstone {

namespace {

/// A vertex by a mixture of the bits of its coordinates, which equal places share.
struct KeyedVertex {
    std::uint64_t key = 0;
    int number = -1;
};

std::uint64_t mixed_bits(const Vec3& place) {
    constexpr std::uint64_t kOddFactor = 0x9E3779B97F4A7C15;  // 2^64 by the golden ratio
    std::uint64_t key = 0;
    for (const double coordinate : place) {
        key = (key ^ std::bit_cast<std::uint64_t>(coordinate + 0.0)) * kOddFactor;  // no -0
        key ^= key >> 32;
    }
    return key * kOddFactor;
}

std::array<double, 3> coordinates_of(const Vec3& place) {
    return {place.x(), place.y(), place.z()};
}

/// Finds the first equal one of each among vertices with one key, sorted by number. Different
/// places rarely have the same key.
void find_first_in(std::span<KeyedVertex> same, std::span<const Vec3> vertices,
                   std::vector<int>& first) {
    const bool is_one_place = std::ranges::all_of(same, [&](const KeyedVertex& vertex) {
        return vertices[vertex.number] == vertices[same[0].number];
    });
    if (!is_one_place) {
        std::ranges::sort(same, {}, [&](const KeyedVertex& vertex) {
            return std::pair(coordinates_of(vertices[vertex.number]), vertex.number);
        });
    }
    for (std::size_t i = 1; i < same.size(); ++i) {
        const int before = same[i - 1].number;
        const int number = same[i].number;
        if (is_one_place || vertices[before] == vertices[number]) {
            first[number] = first[before];
        }
    }
}

}  // namespace

std::vector<int> find_first_equal(std::span<const Vec3> vertices) {
    constexpr int kBlock = 1 << 14;
    constexpr int kHeapBits = 10;
    constexpr int kHeaps = 1 << kHeapBits;
    const int count = static_cast<int>(std::ssize(vertices));
    std::vector<int> first(vertices.size());
    std::iota(first.begin(), first.end(), 0);
    std::vector<KeyedVertex> keyed(vertices.size());
    for_blocks(0, count, kBlock, [&](int begin, int end) {
        for (int v = begin; v < end; ++v) {
            keyed[v] = {mixed_bits(vertices[v]), vertices[v].array().isNaN().any() ? -1 : v};
        }
    });
    // Heaps by the first bits of the keys; each is then sorted on its own.
    const auto heap_of = [](const KeyedVertex& vertex) {
        return static_cast<std::size_t>(vertex.key >> (64 - kHeapBits));
    };
    std::vector<int> begins(kHeaps + 1, 0);
    for (const KeyedVertex& vertex : keyed) {
        begins[heap_of(vertex) + 1] += vertex.number >= 0 ? 1 : 0;
    }
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<KeyedVertex> heaps(begins.back());
    std::vector<int> next = begins;
    for (const KeyedVertex& vertex : keyed) {
        if (vertex.number >= 0) {
            heaps[next[heap_of(vertex)]++] = vertex;
        }
    }
    for_blocks(0, kHeaps, kHeaps / 64, [&](int from, int to) {
        for (int h = from; h < to; ++h) {
            const std::span<KeyedVertex> heap =
                std::span(heaps).subspan(begins[h], begins[h + 1] - begins[h]);
            std::ranges::sort(heap, [](const KeyedVertex& a, const KeyedVertex& b) {
                return std::tie(a.key, a.number) < std::tie(b.key, b.number);
            });
            for (std::size_t begin = 0, end = 0; begin < heap.size(); begin = end) {
                while (end < heap.size() && heap[end].key == heap[begin].key) {
                    ++end;
                }
                if (end - begin > 1) {
                    find_first_in(heap.subspan(begin, end - begin), vertices, first);
                }
            }
        }
    });
    return first;
}

}  // namespace touchstone
