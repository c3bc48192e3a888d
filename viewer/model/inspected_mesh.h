#pragma once

#include <array>
#include <string>
#include <vector>

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/health/inspection.h"
#include "methods/mesh/surface_mesh.h"

// A mesh file as it is looked at: what inspection finds, and where.

namespace touchstone::viewer {

/// An element that has a problem, by its vertices.
struct MeshMark {
    int element = -1;          ///< number of the vertex, face or tet in the file; -1: an edge
    int corners = 0;           ///< 1: a vertex; 2: an edge; 3: a face; 4: a tet
    std::array<int, 4> at{};   ///< vertices; the first `corners` count
    bool can_be_drawn = true;  ///< false: a vertex of it does not exist, or is too far away
};

/// A kind of problem, with every element that has it.
struct MarkedProblem {
    MeshProblem problem;
    std::vector<MeshMark> marks;
};

/// A mesh file with its inspection.
struct InspectedMesh {
    std::string name;  ///< name of the file, without its folder
    MeshFile file;
    std::vector<MarkedProblem> problems;  ///< errors first, then warnings, then notes
    std::string fault;  ///< why it bounds no solid, in words, beside the problems above: polygons
                        ///< that are not flat, or what loading alone finds; empty: neither

    /// Returns true for a mesh that methods can be asked about.
    bool bounds_solid() const;
};

/// Inspects a file. What nothing can be drawn of, or too small for a picture, is refused with
/// FileError, naming all errors.
InspectedMesh inspect_file(const std::string& path);

/// Returns the surface to draw: all faces whose vertices exist and can be drawn, of tets those that
/// one tet has, or all where there are no such faces. Vertices keep their numbers; those that no
/// face uses and that are far from all faces, or nowhere, are put where another is.
SurfaceMesh drawn_surface(const MeshFile& file);

/// Counts the problems of a severity.
int count_problems(const InspectedMesh& mesh, Severity severity);

/// Returns "8 vertices, 11 faces, 2 errors, no warning".
std::string health_text(const InspectedMesh& mesh);

/// Returns the title of a kind of problem: "open boundary".
std::string problem_title(const MeshProblem& problem);

/// Returns the title of what marks of a problem are, with their count: "3 edges", "1 face".
std::string marks_title(const MarkedProblem& marked);

/// Returns the title of an element: "edge 4, 5", "face 7".
std::string mark_title(const MeshMark& mark);

/// Returns the places of a mark's corners, which must be such as can be drawn [m].
std::vector<Vec3> mark_corners(const InspectedMesh& mesh, const MeshMark& mark);

}  // namespace touchstone::viewer
