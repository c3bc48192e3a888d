#include "methods/testing/surface_variants.h"

#include <algorithm>
#include <random>

#include "methods/base/random_share.h"

namespace touchstone::testing {
namespace {

/// Returns a number in [0, 1). The library's distributions differ between implementations.
double uniform(std::mt19937_64& random) { return random_share(random); }

int index_below(std::mt19937_64& random, std::size_t count) {
    return static_cast<int>(random() % count);
}

void split_face(SurfaceMesh& mesh, int t, std::mt19937_64& random) {
    const auto [i, j, k] = mesh.triangles[t];
    const double a = 0.2 + 0.3 * uniform(random);
    const double b = 0.2 + 0.3 * uniform(random);
    const int middle = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back(a * mesh.vertices[i] + b * mesh.vertices[j] +
                            (1.0 - a - b) * mesh.vertices[k]);
    mesh.triangles[t] = {i, j, middle};
    mesh.triangles.push_back({j, k, middle});
    mesh.triangles.push_back({k, i, middle});
}

void split_edge(SurfaceMesh& mesh, int t, int side, std::mt19937_64& random) {
    const int from = mesh.triangles[t][side];
    const int to = mesh.triangles[t][(side + 1) % 3];
    const double a = 0.3 + 0.4 * uniform(random);
    const int middle = static_cast<int>(mesh.vertices.size());
    mesh.vertices.push_back((1.0 - a) * mesh.vertices[from] + a * mesh.vertices[to]);
    const int triangles = static_cast<int>(mesh.triangles.size());
    for (int s = 0; s < triangles; ++s) {
        for (int i = 0; i < 3; ++i) {
            const int p = mesh.triangles[s][i];
            const int q = mesh.triangles[s][(i + 1) % 3];
            if ((p == from && q == to) || (p == to && q == from)) {
                const int apex = mesh.triangles[s][(i + 2) % 3];
                mesh.triangles[s] = {p, middle, apex};
                mesh.triangles.push_back({middle, q, apex});
                break;
            }
        }
    }
}

}  // namespace

SurfaceMesh split_at_random(const SurfaceMesh& mesh, int count, unsigned seed) {
    std::mt19937_64 random(seed);
    SurfaceMesh result = mesh;
    for (int n = 0; n < count; ++n) {
        const int t = index_below(random, result.triangles.size());
        if (random() % 2 == 0) {
            split_face(result, t, random);
        } else {
            split_edge(result, t, index_below(random, 3), random);
        }
    }
    return result;
}

SurfaceMesh with_noise(const SurfaceMesh& mesh, double amplitude, unsigned seed) {
    std::mt19937_64 random(seed);
    SurfaceMesh result = mesh;
    for (Vec3& vertex : result.vertices) {
        for (int axis = 0; axis < 3; ++axis) {
            vertex[axis] += amplitude * (2.0 * uniform(random) - 1.0);
        }
    }
    return result;
}

}  // namespace touchstone::testing
