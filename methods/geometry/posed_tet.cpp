#include "methods/geometry/posed_tet.h"

#include <cmath>
#include <limits>

namespace touchstone {
namespace {

/// Rounding errors of a vertex: a few on its way into the world, and as many of the planes through
/// others.
constexpr double kRoundingUlps = 16.0;

/// Sets the planes of the faces. Step by step for all four, so that roots and quotients go side by
/// side.
void set_faces(PosedTet& posed, const std::array<Vec3, 4>& corners) {
    double squared[4];
    double height[4];
    for (int face = 0; face < 4; ++face) {
        const Vec3& p = corners[kTetFaces[face][0]];
        const Vec3 first = corners[kTetFaces[face][1]] - p;
        const Vec3 second = corners[kTetFaces[face][2]] - p;
        const Vec3 normal = first.cross(second);
        posed.nx[face] = normal.x();
        posed.ny[face] = normal.y();
        posed.nz[face] = normal.z();
        squared[face] = normal.squaredNorm();
        height[face] = -normal.dot(corners[face] - p);
    }
    for (int face = 0; face < 4; ++face) {
        posed.length[face] = std::sqrt(squared[face]);
    }
    for (int face = 0; face < 4; ++face) {
        posed.inverse_length[face] = 1.0 / posed.length[face];
        posed.height[face] = height[face] * posed.inverse_length[face];
    }
}

}  // namespace

PosedTet pose_tet(const Tet& tet, const TetSurface& surface, std::span<const Vec3> vertices) {
    PosedTet posed;
    std::array<Vec3, 4> corners;
    for (int i = 0; i < 4; ++i) {
        corners[i] = vertices[tet[i]];
        posed.x[i] = corners[i].x();
        posed.y[i] = corners[i].y();
        posed.z[i] = corners[i].z();
        posed.vertices[i] = tet[i];
    }
    set_faces(posed, corners);
    double longest_squared = 0.0;
    for (int k = 0; k < 6; ++k) {
        const Vec3 edge = corners[kTetEdges[k][1]] - corners[kTetEdges[k][0]];
        longest_squared = std::max(longest_squared, edge.squaredNorm());
    }
    posed.size = std::sqrt(longest_squared);
    double largest = 0.0;
    for (const Vec3& corner : corners) {
        largest = std::max(largest, corner.cwiseAbs().maxCoeff());
    }
    posed.rounding = kRoundingUlps * std::numeric_limits<double>::epsilon() * largest;
    posed.surface_faces = surface.faces;
    posed.surface_edges = surface.edges;
    posed.surface_vertices = surface.vertices;
    return posed;
}

}  // namespace touchstone
