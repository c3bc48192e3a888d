#pragma once

#include <array>
#include <vector>

#include "testcases/impacts/queries/query_file.h"

namespace touchstone {

/// A triangle mesh of which each vertex moves on a straight line.
struct MovingMesh {
    std::vector<Vec3> start, end;           ///< vertices at t = 0 and t = 1, world frame [m]
    std::vector<std::array<int, 2>> edges;  ///< pairs of vertex indices, each edge once
    std::vector<std::array<int, 3>> faces;  ///< vertex indices
};

/// Adds the edges and faces of a grid whose (columns + 1)(rows + 1) vertices are appended row by
/// row from index `first` on. Each cell is cut along one diagonal.
void add_grid(MovingMesh& mesh, int first, int columns, int rows);

/// Returns all pairs of a vertex and a face, then all pairs of edges, without a common vertex,
/// whose boxes around the whole motion come within `margin` [m] of each other on every axis, as a
/// stream. The truth is exact.
QueryStream mesh_queries(const MovingMesh& mesh, double margin);

}  // namespace touchstone
