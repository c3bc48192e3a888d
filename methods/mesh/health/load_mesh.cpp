#include "methods/mesh/health/load_mesh.h"

#include <algorithm>
#include <utility>

#include "methods/base/error.h"
#include "methods/base/join.h"

namespace touchstone {

namespace {

/// Throws FileError when there are errors; returns the warnings.
std::vector<MeshProblem> inspect_for_use(const MeshFile& file, const std::filesystem::path& name) {
    std::vector<MeshProblem> problems = inspect(file);
    std::string errors;
    for (const MeshProblem& problem : problems) {
        if (problem.severity == Severity::Error) {
            append_item(errors, describe(problem), "; ");
        }
    }
    if (!errors.empty()) {
        throw FileError(name.string() + ": " + errors);
    }
    std::erase_if(problems, [](const MeshProblem& p) { return p.severity == Severity::Note; });
    return problems;
}

/// Leaves out the vertices that no element uses; the others keep their order.
template <std::size_t N>
std::vector<Vec3> keep_used_vertices(const std::vector<Vec3>& vertices,
                                     std::vector<std::array<int, N>>& elements) {
    std::vector<int> new_index(vertices.size(), -1);
    for (const std::array<int, N>& element : elements) {
        for (const int v : element) {
            new_index[v] = 0;
        }
    }
    std::vector<Vec3> used;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        if (new_index[v] == 0) {
            new_index[v] = static_cast<int>(std::ssize(used));
            used.push_back(vertices[v]);
        }
    }
    for (std::array<int, N>& element : elements) {
        for (int& v : element) {
            v = new_index[v];
        }
    }
    return used;
}

}  // namespace

LoadedMesh load_mesh(const MeshFile& file, const std::filesystem::path& name) {
    LoadedMesh loaded;
    loaded.warnings = inspect_for_use(file, name);
    try {
        if (!file.tets.empty()) {
            loaded.tets.tets = file.tets;
            loaded.tets.vertices = keep_used_vertices(file.vertices, loaded.tets.tets);
            validate(loaded.tets);
        } else {
            loaded.surface.triangles = file.faces;
            loaded.surface.vertices = keep_used_vertices(file.vertices, loaded.surface.triangles);
            validate(loaded.surface);
        }
    } catch (const MeshError& error) {
        throw FileError(name.string() + ": " + error.what());
    }
    return loaded;
}

}  // namespace touchstone
