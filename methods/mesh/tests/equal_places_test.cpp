#include "methods/mesh/equal_places.h"

#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <utility>

#include "methods/base/parallel/parallel.h"
#include "methods/testing/catch.h"

namespace touchstone {

namespace {

std::vector<int> first_by_map(const std::vector<Vec3>& vertices) {
    std::vector<int> first(vertices.size());
    std::map<std::array<double, 3>, int> known;
    for (int v = 0; v < std::ssize(vertices); ++v) {
        const Vec3& vertex = vertices[v];
        first[v] = vertex.array().isNaN().any()
                       ? v
                       : known.try_emplace({vertex.x(), vertex.y(), vertex.z()}, v).first->second;
    }
    return first;
}

/// Returns a place whose bits mix to the key of another one, while its x and y differ.
Vec3 with_same_key(const Vec3& place, double x, double y) {
    constexpr std::uint64_t kOddFactor = 0x9E3779B97F4A7C15;
    const auto mixed = [&](double first, double second) {
        std::uint64_t key = 0;
        for (const double coordinate : {first, second}) {
            key = (key ^ std::bit_cast<std::uint64_t>(coordinate)) * kOddFactor;
            key ^= key >> 32;
        }
        return key;
    };
    const std::uint64_t z =
        mixed(place.x(), place.y()) ^ std::bit_cast<std::uint64_t>(place.z()) ^ mixed(x, y);
    return {x, y, std::bit_cast<double>(z)};
}

}  // namespace

TEST_CASE("equal places are found as a map finds them, on one thread and on two", "[mesh]") {
    const int count = GENERATE(0, 1, 7, 50'000);
    std::mt19937 random(5);
    const auto coordinate = [&random] { return static_cast<double>(random() % 24) - 12.0; };
    std::vector<Vec3> vertices;
    for (int v = 0; v < count; ++v) {
        const double x = coordinate();
        const double y = coordinate();
        vertices.emplace_back(x, y, coordinate());
    }
    const std::vector<int> expected = first_by_map(vertices);
    CHECK(Arena(1).execute([&] { return find_first_equal(vertices); }) == expected);
    CHECK(Arena(2).execute([&] { return find_first_equal(vertices); }) == expected);
}

TEST_CASE("0 and -0 are one place, infinities are places, NaN is none", "[mesh]") {
    constexpr double kEndless = std::numeric_limits<double>::infinity();
    constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
    const std::vector<Vec3> vertices{{0.0, 1.0, 0.0},       {kNoNumber, 0.0, 0.0},
                                     {-0.0, 1.0, -0.0},     {kNoNumber, 0.0, 0.0},
                                     {kEndless, 0.0, -0.0}, {kEndless, -0.0, 0.0}};
    CHECK(find_first_equal(vertices) == std::vector<int>{0, 1, 0, 3, 4, 4});
}

TEST_CASE("places of one key are told apart", "[mesh]") {
    const Vec3 place(1.0, 2.0, 3.0);
    std::vector<Vec3> vertices;
    for (int i = 0; i < 40; ++i) {
        vertices.push_back(with_same_key(place, 5.0 + i % 10, 6.0));
        vertices.push_back(place);
    }
    CHECK(find_first_equal(vertices) == first_by_map(vertices));
}

}  // namespace touchstone
