#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "methods/mesh/files/mesh_file.h"
#include "methods/mesh/health/inspection.h"

namespace touchstone::reports {

/// Writes schema "touchstone-inspection-1", see docs/formats/meshes.md.
void write_json(std::ostream& out, const std::string& file, const MeshFile& mesh,
                std::span<const MeshProblem> problems);

/// Writes for people: a line about the mesh, one for each problem, and the number of problems.
void write_text(std::ostream& out, const std::string& file, const MeshFile& mesh,
                std::span<const MeshProblem> problems);

/// Returns the warning that two bodies overlap without a contact.
std::string silence_text(const std::string& body_a, const std::string& body_b);

/// Writes a line for each warning about the mesh files of a scene, preceded by the program's name;
/// escapes control characters.
void write_warnings(std::ostream& out, std::span<const std::string> warnings);

}  // namespace touchstone::reports
