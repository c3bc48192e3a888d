#include "methods/mesh/filling/check_filling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <vector>

#include "methods/base/same_bits.h"
#include "methods/base/tolerances.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/filling/filling_failure.h"
#include "methods/mesh/filling/tetgen_switches.h"
#include "methods/mesh/topology.h"

namespace touchstone {
namespace {

double total_volume(const TetMesh& mesh) {
    double sum = 0.0;
    for (const Tet& tet : mesh.tets) {
        sum += signed_volume(mesh, tet);
    }
    return sum;
}

/// Returns the triangle with its smallest index first, its sense kept.
Triangle rotated(Triangle triangle) {
    std::rotate(triangle.begin(), std::min_element(triangle.begin(), triangle.end()),
                triangle.end());
    return triangle;
}

std::vector<Triangle> sorted_triangles(const std::vector<Triangle>& triangles) {
    std::vector<Triangle> sorted;
    sorted.reserve(triangles.size());
    for (const Triangle& triangle : triangles) {
        sorted.push_back(rotated(triangle));
    }
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

/// Checks what TetGen promises with `Y`: it adds points inside only.
void check_surface_is_kept(const SurfaceMesh& surface, const TetMesh& mesh,
                           const std::string& switches) {
    for (int v = 0; v < std::ssize(surface.vertices); ++v) {
        if (v >= std::ssize(mesh.vertices) || !same_bits(mesh.vertices[v], surface.vertices[v])) {
            fail_filling(
                surface, switches,
                "vertex " + std::to_string(v) + " " + describe(surface.vertices[v]) +
                    " was dropped or moved; it is too close to another vertex, merge the two");
        }
    }
    // With the vertices in place, equal indices are equal triangles.
    std::vector<Triangle> kept;
    const std::vector<std::array<int, 4>> neighbors = find_neighbors(mesh);
    for (std::size_t t = 0; t < neighbors.size(); ++t) {
        for (int f = 0; f < 4; ++f) {
            if (neighbors[t][f] < 0) {
                const auto [i, j, k] = kTetFaces[f];
                kept.push_back({mesh.tets[t][i], mesh.tets[t][j], mesh.tets[t][k]});
            }
        }
    }
    kept = sorted_triangles(kept);
    for (int f = 0; f < std::ssize(surface.triangles); ++f) {
        if (!std::binary_search(kept.begin(), kept.end(), rotated(surface.triangles[f]))) {
            fail_filling(
                surface, switches,
                describe("triangle", f, surface.triangles[f]) +
                    " is not a face of the result; move its vertices away from other triangles");
        }
    }
    if (kept.size() != surface.triangles.size()) {
        fail_filling(surface, switches,
                     "the result has " + std::to_string(kept.size()) +
                         " faces on its surface; check the surface for parts inside one another");
    }
}

}  // namespace

void check_filling(const SurfaceMesh& surface, const TetMesh& mesh, const std::string& switches) {
    try {
        validate(mesh);
    } catch (const MeshError& error) {
        fail_filling(surface, switches, std::string("in the result, ") + error.what());
    }
    const double expected = signed_volume(surface);
    const double volume = total_volume(mesh);
    if (!(std::abs(volume - expected) <= kVolumeShare * expected)) {
        fail_filling(surface, switches,
                     "the tets fill " + describe(volume) + " m³ of the surface's " +
                         describe(expected) +
                         " m³; check the surface for hollow parts, starting at " +
                         describe("triangle", 0, surface.triangles[0]));
    }
    if (has_tetgen_switch(switches, 'Y')) {
        check_surface_is_kept(surface, mesh, switches);
    }
}

}  // namespace touchstone
