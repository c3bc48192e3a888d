#include "methods/mesh/validation.h"

#include <algorithm>

#include "methods/base/error.h"
#include "methods/mesh/describe.h"

namespace touchstone {

namespace {

// Beyond, the fifth power of a length, as in an inertia, is no number any more [m].
constexpr double kFarthest = 1e50;

}  // namespace

void validate_indices(const std::string& kind, int element, std::span<const int> vertices,
                      int vertex_count) {
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (vertices[i] < 0 || vertices[i] >= vertex_count) {
            throw MeshError(describe(kind, element, vertices) + " names vertex " +
                            std::to_string(vertices[i]) + ", but the mesh has vertices 0 to " +
                            std::to_string(vertex_count - 1) + ": correct the index");
        }
        if (std::find(vertices.begin(), vertices.begin() + i, vertices[i]) !=
            vertices.begin() + i) {
            throw MeshError(describe(kind, element, vertices) + " uses vertex " +
                            std::to_string(vertices[i]) + " twice: correct or remove it");
        }
    }
}

void validate_finite(std::span<const Vec3> vertices) {
    for (int v = 0; v < std::ssize(vertices); ++v) {
        if (!vertices[v].allFinite()) {
            throw MeshError("vertex " + std::to_string(v) + " " + describe(vertices[v]) +
                            " is not finite: correct its coordinates");
        }
        if (!(vertices[v].cwiseAbs().maxCoeff() <= kFarthest)) {
            throw MeshError("vertex " + std::to_string(v) + " " + describe(vertices[v]) +
                            " is farther out than can be computed with: scale the mesh down");
        }
    }
}

void validate_used(const std::vector<bool>& used) {
    const auto unused = std::find(used.begin(), used.end(), false);
    if (unused != used.end()) {
        throw MeshError("vertex " + std::to_string(unused - used.begin()) +
                        " is not used by any element: remove it");
    }
}

}  // namespace touchstone
