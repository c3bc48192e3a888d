#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/health/inspection.h"

namespace touchstone::reports {

/// Schema "touchstone-inspection-1", see docs/formats/meshes.md.
void write_json(std::ostream& out, const std::string& file, const MeshFile& mesh,
                std::span<const MeshProblem> problems);

/// For people: a line on the mesh, one for each problem, and how many there are.
void write_text(std::ostream& out, const std::string& file, const MeshFile& mesh,
                std::span<const MeshProblem> problems);

/// A line for each warning about the mesh files of a scene, led by the program's name; made
/// printable.
void write_warnings(std::ostream& out, std::span<const std::string> warnings);

}  // namespace touchstone::reports
