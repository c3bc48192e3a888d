#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "methods/base/types.h"
#include "methods/mesh/files/mesh_file.h"

namespace touchstone {

enum class Severity {
    Note,     ///< a remark; nothing is wrong
    Warning,  ///< a blemish; the mesh can be used as it is
    Error     ///< a fault: the mesh bounds no solid and must not be used
};

/// Returns "note", "warning" or "error".
const char* severity_name(Severity severity);

/// One kind of problem and every element that has it.
struct MeshProblem {
    std::string problem;  ///< id, as in docs/formats/meshes.md: "open_boundary"
    Severity severity = Severity::Error;
    std::string element_kind;   ///< "vertex", "face" or "tet"; empty when there are no elements
    std::vector<int> elements;  ///< counted from 0 in the order of the file, ascending
    Vec3 position = Vec3::Constant(kUnset);  ///< place of the first element: its
                                             ///< vertex, or the mean of its corners [m]
    std::string remedy;
    std::vector<std::array<int, 2>> edges = {};  ///< where edges have it: their ends, the lower
                                                 ///< vertex first, ascending; else empty
};

/// Finds what is wrong, in the order of docs/formats/meshes.md, which defines each problem.
/// Incidence is judged by index, intersection by position: faces whose corners have equal
/// coordinates share them. Decisions of geometry are exact (see exact_orientation.h); the mesh is
/// scaled by a power of two first, so its size does not matter. Stopped by `progress`, the result
/// means nothing.
std::vector<MeshProblem> inspect(const MeshFile& mesh, const MeshProgress& progress = {});

/// Returns when an element has the problem of that id: "an edge has one face only".
const char* problem_meaning(std::string_view id);

/// Returns a line for messages: "open_boundary (error): vertices 0, 4, 5 at (0, 0, 1): add the
/// missing faces". Long lists of elements are cut, with their count.
std::string describe(const MeshProblem& problem);

}  // namespace touchstone
