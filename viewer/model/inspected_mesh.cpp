#include "viewer/model/inspected_mesh.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <span>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/mesh/files/bent_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone::viewer {
namespace {

/// Largest coordinate whose square graphics cards can still hold [m].
constexpr double kFarthest = 1e15;
/// Distance from the faces, in sizes of the whole, within which a vertex that no face uses is part
/// of the picture.
constexpr double kStraySizes = 1.0;

bool is_near(const Vec3& vertex) {
    return vertex.allFinite() && vertex.cwiseAbs().maxCoeff() <= kFarthest;
}

template <std::size_t N>
bool is_drawable(const MeshFile& file, const std::array<int, N>& corners) {
    return std::ranges::all_of(corners, [&](int v) {
        return v >= 0 && v < std::ssize(file.vertices) && is_near(file.vertices[v]);
    });
}

template <std::size_t N>
MeshMark make_mark(const MeshFile& file, int element, const std::array<int, N>& corners) {
    MeshMark mark{element, static_cast<int>(N), {}, is_drawable(file, corners)};
    std::ranges::copy(corners, mark.at.begin());
    return mark;
}

std::vector<MeshMark> make_marks(const MeshFile& file, const MeshProblem& problem) {
    std::vector<MeshMark> marks;
    if (!problem.edges.empty()) {
        for (const std::array<int, 2>& edge : problem.edges) {
            marks.push_back(make_mark(file, -1, edge));
        }
        return marks;
    }
    for (const int element : problem.elements) {
        if (problem.element_kind == "vertex") {
            marks.push_back(make_mark(file, element, std::array{element}));
        } else if (problem.element_kind == "face") {
            marks.push_back(make_mark(file, element, file.faces[element]));
        } else {
            marks.push_back(make_mark(file, element, file.tets[element]));
        }
    }
    return marks;
}

/// Returns the faces of the tets that one tet has.
std::vector<std::array<int, 3>> outer_faces(const std::vector<std::array<int, 4>>& tets) {
    struct Side {
        std::array<int, 3> corners;
        int count = 0;
    };
    std::map<std::array<int, 3>, Side> sides;
    for (const std::array<int, 4>& tet : tets) {
        for (const std::array<int, 3>& face : kTetFaces) {
            const std::array<int, 3> corners{tet[face[0]], tet[face[1]], tet[face[2]]};
            std::array<int, 3> key = corners;
            std::ranges::sort(key);
            Side& side = sides.try_emplace(key, Side{corners}).first->second;
            ++side.count;
        }
    }
    std::vector<std::array<int, 3>> outer;
    for (const auto& [key, side] : sides) {
        if (side.count == 1) {
            outer.push_back(side.corners);
        }
    }
    return outer;
}

std::string number_of(std::ptrdiff_t count, const std::string& one, const std::string& many) {
    return (count == 0 ? "no" : std::to_string(count)) + " " + (count == 1 ? one : many);
}

}  // namespace

bool InspectedMesh::bounds_solid() const {
    return fault.empty() && count_problems(*this, Severity::Error) == 0;
}

InspectedMesh inspect_file(const std::string& path) {
    BentMesh read = read_bent_mesh(path);
    InspectedMesh mesh;
    mesh.name = std::filesystem::path(path).filename().string();
    mesh.file = std::move(read.mesh);
    std::string errors;
    std::vector<MeshProblem> problems = inspect(mesh.file);
    std::ranges::stable_sort(problems, std::ranges::greater(), &MeshProblem::severity);
    for (MeshProblem& problem : problems) {
        if (problem.severity == Severity::Error) {
            append_item(errors, describe(problem), "; ");
        }
        std::vector<MeshMark> marks = make_marks(mesh.file, problem);
        mesh.problems.push_back({std::move(problem), std::move(marks)});
    }
    if (read.bent.count > 0) {
        mesh.fault = number_of(read.bent.count, "polygon is", "polygons are") +
                     " not flat, and cut into triangles here as they bend least (touchstone "
                     "inspect --repair writes that); the first: " +
                     read.bent.first;
    }
    if (drawn_surface(mesh.file).triangles.empty()) {
        throw FileError(path + ": " +
                        (errors.empty() ? "nothing of it can be drawn: its vertices are more than "
                                          "1e15 m away; scale the mesh"
                                        : errors));
    }
    return mesh;
}

SurfaceMesh drawn_surface(const MeshFile& file) {
    SurfaceMesh surface;
    const std::vector<std::array<int, 3>> outer = outer_faces(file.tets);
    for (const std::array<int, 3>& face : file.tets.empty() ? file.faces : outer) {
        if (is_drawable(file, face)) {
            surface.triangles.push_back(face);
        }
    }
    if (surface.triangles.empty()) {
        return surface;
    }
    BoundingBox bounds;
    for (const Triangle& triangle : surface.triangles) {
        for (const int v : triangle) {
            extend(bounds, {file.vertices[v], file.vertices[v]});
        }
    }
    const BoundingBox around = inflated(bounds, kStraySizes * (bounds.upper - bounds.lower).norm());
    const Vec3& spare = file.vertices[surface.triangles[0][0]];
    for (const Vec3& vertex : file.vertices) {
        const bool is_around = (vertex.array() >= around.lower.array()).all() &&
                               (vertex.array() <= around.upper.array()).all();
        surface.vertices.push_back(is_around ? vertex : spare);
    }
    return surface;
}

int count_problems(const InspectedMesh& mesh, Severity severity) {
    const auto is_such = [&](const MarkedProblem& marked) {
        return marked.problem.severity == severity;
    };
    return static_cast<int>(std::ranges::count_if(mesh.problems, is_such));
}

std::string health_text(const InspectedMesh& mesh) {
    const MeshFile& file = mesh.file;
    const int errors =
        count_problems(mesh, Severity::Error) + static_cast<int>(!mesh.fault.empty());
    return number_of(std::ssize(file.vertices), "vertex", "vertices") + ", " +
           (file.tets.empty() ? number_of(std::ssize(file.faces), "face", "faces")
                              : number_of(std::ssize(file.tets), "tet", "tets")) +
           ", " + number_of(errors, "error", "errors") + ", " +
           number_of(count_problems(mesh, Severity::Warning), "warning", "warnings");
}

std::string problem_title(const MeshProblem& problem) {
    std::string title = problem.problem;
    std::ranges::replace(title, '_', ' ');
    return title;
}

std::string marks_title(const MarkedProblem& marked) {
    if (!marked.problem.edges.empty()) {
        return number_of(std::ssize(marked.marks), "edge", "edges");
    }
    const std::string& kind = marked.problem.element_kind;
    return marked.marks.empty() ? ""
                                : number_of(std::ssize(marked.marks), kind,
                                            kind == "vertex" ? "vertices" : kind + "s");
}

std::string mark_title(const MeshMark& mark) {
    constexpr std::array<const char*, 4> kKinds{"vertex ", "edge ", "face ", "tet "};
    const std::string kind = kKinds[static_cast<std::size_t>(mark.corners) - 1];
    return kind + (mark.element >= 0
                       ? std::to_string(mark.element)
                       : std::to_string(mark.at[0]) + ", " + std::to_string(mark.at[1]));
}

std::vector<Vec3> mark_corners(const InspectedMesh& mesh, const MeshMark& mark) {
    std::vector<Vec3> corners;
    for (int i = 0; i < mark.corners; ++i) {
        corners.push_back(mesh.file.vertices[mark.at[i]]);
    }
    return corners;
}

}  // namespace touchstone::viewer
