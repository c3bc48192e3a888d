#include "methods/mesh/health/seams.h"

#include <cmath>
#include <limits>
#include <random>

#include "methods/testing/catch.h"

namespace touchstone {

namespace {

std::vector<int> first_near_of_all(const std::vector<Vec3>& vertices, double tolerance) {
    std::vector<int> first(vertices.size());
    for (int v = 0; v < std::ssize(vertices); ++v) {
        first[v] = v;
        for (int u = 0; u < v && first[v] == v; ++u) {
            if (first[u] == u && (vertices[v] - vertices[u]).norm() <= tolerance) {
                first[v] = u;
            }
        }
    }
    return first;
}

std::optional<double> seam_width_of_all(const std::vector<Vec3>& vertices,
                                        const std::vector<std::array<int, 2>>& edges) {
    const double infinity = std::numeric_limits<double>::infinity();
    double shortest = infinity;
    for (const auto& [a, b] : edges) {
        shortest = std::min(shortest, (vertices[b] - vertices[a]).norm());
    }
    double widest = 0.0;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        double nearest = infinity;
        for (std::size_t j = 0; j < vertices.size(); ++j) {
            nearest = i == j ? nearest : std::min(nearest, (vertices[j] - vertices[i]).norm());
        }
        widest = std::max(widest, nearest);
    }
    return widest <= 0.05 * shortest ? std::optional(widest) : std::nullopt;
}

/// Points in a box of these extents, some of them where others are.
std::vector<Vec3> make_cloud(int count, const Vec3& extents, const Vec3& corner, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> share(0.0, 1.0);
    std::vector<Vec3> cloud;
    for (int i = 0; i < count; ++i) {
        const Vec3 at(share(random), share(random), share(random));
        cloud.push_back(i > 0 && random() % 8 == 0 ? cloud[random() % cloud.size()]
                                                   : corner + extents.cwiseProduct(at));
    }
    return cloud;
}

/// A closed chain of edges through all vertices.
std::vector<std::array<int, 2>> make_ring(int count) {
    std::vector<std::array<int, 2>> edges;
    edges.reserve(count);
    for (int i = 0; i < count; ++i) {
        edges.push_back({i, (i + 1) % count});
    }
    return edges;
}

}  // namespace

TEST_CASE("find_first_near finds what comparing all with all finds", "[mesh]") {
    const Vec3 extents = GENERATE(Vec3(1, 1, 1), Vec3(0, 1, 1), Vec3(0, 0, 1), Vec3(1, 1e-9, 0));
    const Vec3 corner = GENERATE(Vec3(0, 0, 0), Vec3(-0.5, -0.5, 1e9), Vec3(-3e17, 7, 1e300));
    const double tolerance = GENERATE(0.0, 1e-12, 0.01, 0.1, 0.5, 3.0);
    for (unsigned seed = 0; seed < 3; ++seed) {
        const std::vector<Vec3> cloud = make_cloud(200, extents, corner, seed);
        CHECK(find_first_near(cloud, tolerance) == first_near_of_all(cloud, tolerance));
    }
}

TEST_CASE("find_first_near finds what is just within the tolerance, and nothing without number",
          "[mesh]") {
    const double unset = std::numeric_limits<double>::quiet_NaN();
    const double most = std::numeric_limits<double>::max();
    std::vector<Vec3> row;
    row.reserve(43);
    for (int i = 0; i < 40; ++i) {
        row.push_back(0.25 * i * Vec3::UnitY());
    }
    row.insert(row.end(), {Vec3(0, unset, 0), Vec3(0, -most, 0), Vec3(0, most, 0),
                           Vec3(0, unset, 0), Vec3(0, most, 0)});
    for (const double tolerance : {0.25, 0.5, 0.75, 2.0, 1e200, most}) {
        CHECK(find_first_near(row, tolerance) == first_near_of_all(row, tolerance));
    }
}

TEST_CASE("find_first_near compares few vertices in a plane, in a point and where all are near",
          "[mesh]") {
    constexpr int kSide = 100;
    constexpr int kCount = kSide * kSide;
    const double scale = GENERATE(1.0, 1e-8, 0.0);
    std::vector<Vec3> grid;
    grid.reserve(kCount);
    for (int i = 0; i < kCount; ++i) {
        const int line = i / kSide;
        grid.push_back(scale * Vec3(0.0, i % kSide, line));
    }
    std::int64_t compared = 0;
    const std::vector<int> first = find_first_near(grid, 1e-7, &compared);
    CHECK(compared < 100 * kCount);  // in a plane 36 fit into a cell; all with all are kCount²
    CHECK((first.back() == kCount - 1) == (scale == 1.0));
}

TEST_CASE("find_seam_width measures what comparing all with all measures", "[mesh]") {
    const Vec3 extents = GENERATE(Vec3(1, 1, 1), Vec3(0, 1, 1), Vec3(0, 0, 1));
    int seams = 0;
    for (unsigned seed = 0; seed < 12; ++seed) {
        // Two rings, the one a little off the other.
        std::vector<Vec3> sides = make_cloud(30, extents, Vec3::Zero(), 100 + seed);
        for (int i = 0; i < 30; ++i) {
            sides[i] += i * Vec3::UnitZ();
        }
        const double off = seed % 3 == 0 ? 0.2 : 1e-4 * seed;
        for (int i = 0; i < 30; ++i) {
            sides.push_back(sides[i] + off * Vec3(0.6, 0.8 * (i % 2), 0.0));
        }
        const std::optional<double> width = find_seam_width(sides, make_ring(60));
        CHECK(width == seam_width_of_all(sides, make_ring(60)));
        seams += width ? 1 : 0;
    }
    CHECK(seams > 3);
    CHECK(seams < 12);
}

TEST_CASE("find_seam_width compares few vertices, however many are within reach", "[mesh]") {
    constexpr int kCount = 10000;
    std::vector<Vec3> crowd;
    std::vector<std::array<int, 2>> edges;
    for (int i = 0; i < kCount; ++i) {
        crowd.emplace_back(0.0, 0.01 * std::cos(i), 0.01 * std::sin(i));
        crowd.emplace_back(0.0, 0.01 * std::cos(i), 1.0 + 0.01 * std::sin(i));
        edges.push_back({2 * i, 2 * i + 1});
    }
    std::int64_t compared = 0;
    CHECK(find_seam_width(crowd, edges, &compared));
    CHECK(compared < 100 * 2 * kCount);  // a few leaves of 8 each; all with all are 2 · 10⁸
}

}  // namespace touchstone
