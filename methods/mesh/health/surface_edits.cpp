#include "methods/mesh/health/surface_edits.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

using Edge = std::pair<int, int>;  ///< as a triangle runs through it

Vec3 area_normal(const SurfaceMesh& surface, const Triangle& t) {
    const Vec3& corner = surface.vertices[t[0]];
    return (surface.vertices[t[1]] - corner).cross(surface.vertices[t[2]] - corner);
}

/// Returns the triangle that runs through each edge.
std::map<Edge, int> triangles_of_edges(const SurfaceMesh& surface) {
    std::map<Edge, int> owners;
    for (int i = 0; i < std::ssize(surface.triangles); ++i) {
        const Triangle& t = surface.triangles[i];
        for (int k = 0; k < 3; ++k) {
            owners[{t[k], t[(k + 1) % 3]}] = i;
        }
    }
    return owners;
}

int corner_opposite(const Triangle& triangle, const Edge& edge) {
    return *std::ranges::find_if(triangle,
                                 [&](int v) { return v != edge.first && v != edge.second; });
}

}  // namespace

SurfaceMesh with_turned_diagonals(const SurfaceMesh& surface, int count) {
    constexpr double kFlat = 1e-9;  // the sine of the angle between two normals of one plane
    SurfaceMesh result = surface;
    const std::map<Edge, int> owners = triangles_of_edges(surface);
    std::map<Edge, int> added;
    std::vector<bool> turned(surface.triangles.size());
    for (const auto& [edge, first] : owners) {
        if (count == 0) {
            break;
        }
        const auto [a, b] = edge;
        const int second = owners.at({b, a});
        if (a > b || turned[first] || turned[second]) {
            continue;
        }
        const int c = corner_opposite(surface.triangles[first], edge);
        const int d = corner_opposite(surface.triangles[second], edge);
        const Vec3 plane = area_normal(surface, surface.triangles[first]).normalized();
        const std::array<Triangle, 2> other{{{c, a, d}, {d, b, c}}};
        const bool in_plane =
            plane.cross(area_normal(surface, surface.triangles[second]).normalized()).norm() <=
            kFlat;
        const bool convex = std::ranges::all_of(other, [&](const Triangle& t) {
            const Vec3 normal = area_normal(surface, t);
            return normal.dot(plane) >
                   kFlat * (surface.vertices[c] - surface.vertices[d]).squaredNorm();
        });
        const Edge diagonal{std::min(c, d), std::max(c, d)};
        if (!in_plane || !convex || owners.contains(diagonal) || added.contains(diagonal)) {
            continue;
        }
        added[diagonal] = first;
        turned[first] = turned[second] = true;
        result.triangles[first] = other[0];
        result.triangles[second] = other[1];
        --count;
    }
    return result;
}

SurfaceMesh with_split_edges(const SurfaceMesh& surface, int count) {
    SurfaceMesh result = surface;
    for (; count > 0; --count) {
        const std::map<Edge, int> owners = triangles_of_edges(result);
        const auto length = [&](const auto& owner) {
            return (result.vertices[owner.first.first] - result.vertices[owner.first.second])
                .squaredNorm();
        };
        const auto longest = std::ranges::max_element(owners, {}, length)->first;
        const auto [a, b] = longest;
        const int middle = static_cast<int>(result.vertices.size());
        result.vertices.push_back(0.5 * (result.vertices[a] + result.vertices[b]));
        for (const Edge& edge : {longest, Edge{b, a}}) {
            const int split = owners.at(edge);
            const int far = corner_opposite(result.triangles[split], edge);
            result.triangles[split] = {edge.first, middle, far};
            result.triangles.push_back({middle, edge.second, far});
        }
    }
    return result;
}

SurfaceMesh with_face_vertices(const SurfaceMesh& surface, int count) {
    SurfaceMesh result = surface;
    for (; count > 0; --count) {
        const auto largest = std::ranges::max_element(
            result.triangles, {}, [&](const Triangle& t) { return area_normal(result, t).norm(); });
        const auto [a, b, c] = *largest;
        const int middle = static_cast<int>(result.vertices.size());
        *largest = {a, b, middle};
        result.vertices.push_back((result.vertices[a] + result.vertices[b] + result.vertices[c]) /
                                  3.0);
        result.triangles.push_back({b, c, middle});
        result.triangles.push_back({c, a, middle});
    }
    return result;
}

SurfaceMesh renumbered(const SurfaceMesh& surface, unsigned seed) {
    // By hand: what the library's shuffle does with the numbers is not fixed.
    std::mt19937 random(seed);
    const auto shuffle = [&random](auto& items) {
        for (std::size_t i = items.size(); i > 1; --i) {
            std::swap(items[i - 1], items[random() % i]);
        }
    };
    std::vector<int> place(surface.vertices.size());
    std::iota(place.begin(), place.end(), 0);
    shuffle(place);
    SurfaceMesh result;
    result.vertices.resize(surface.vertices.size());
    for (std::size_t i = 0; i < place.size(); ++i) {
        result.vertices[place[i]] = surface.vertices[i];
    }
    for (const Triangle& t : surface.triangles) {
        Triangle next{place[t[0]], place[t[1]], place[t[2]]};
        std::ranges::rotate(next, next.begin() + random() % 3);
        result.triangles.push_back(next);
    }
    shuffle(result.triangles);
    return result;
}

}  // namespace touchstone
