#include "viewer/model/inspected_mesh.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <tuple>
#include <vector>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/base/join.h"
#include "methods/mesh/files/bent_mesh.h"
#include "methods/mesh/tet_mesh.h"

namespace touchstone::viewer {
namespace {

/// Largest coordinate whose square graphics cards can still hold [m].
constexpr double kFarthest = 1e15;
/// Smallest diagonal of a mesh whose square they can still hold [m].
constexpr double kLeastDiagonal = 1e-18;
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

/// Returns the bounds of all faces that can be drawn, those between tets too; an empty box where
/// there are none.
BoundingBox drawable_bounds(const MeshFile& file) {
    BoundingBox bounds;
    const auto add = [&](const std::array<int, 3>& face) {
        if (is_drawable(file, face)) {
            for (const int v : face) {
                extend(bounds, {file.vertices[v], file.vertices[v]});
            }
        }
    };
    if (file.tets.empty()) {
        std::ranges::for_each(file.faces, add);
    }
    for (const std::array<int, 4>& tet : file.tets) {
        for (const auto& [i, j, k] : kTetFaces) {
            add({tet[i], tet[j], tet[k]});
        }
    }
    return bounds;
}

/// Returns each face of the tets that can be drawn once: of those that one tet has, or of all.
std::vector<std::array<int, 3>> faces_of_tets(const MeshFile& file, bool outer_only) {
    struct Side {
        std::array<int, 3> sorted;   ///< its corners, ascending
        std::array<int, 3> corners;  ///< its corners as the tet has them
    };
    std::vector<Side> sides;
    sides.reserve(4 * file.tets.size());
    for (const std::array<int, 4>& tet : file.tets) {
        for (const auto& [i, j, k] : kTetFaces) {
            Side side{{tet[i], tet[j], tet[k]}, {tet[i], tet[j], tet[k]}};
            std::ranges::sort(side.sorted);
            sides.push_back(side);
        }
    }
    std::ranges::sort(sides, [](const Side& a, const Side& b) {
        return std::tie(a.sorted, a.corners) < std::tie(b.sorted, b.corners);
    });
    std::vector<std::array<int, 3>> faces;
    for (auto first = sides.begin(); first != sides.end();) {
        const auto last = std::find_if(
            first, sides.end(), [&](const Side& side) { return side.sorted != first->sorted; });
        if ((!outer_only || last - first == 1) && is_drawable(file, first->corners)) {
            faces.push_back(first->corners);
        }
        first = last;
    }
    return faces;
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
    const BoundingBox bounds = drawable_bounds(mesh.file);
    if (!(bounds.lower.array() <= bounds.upper.array()).all()) {
        throw FileError(path + ": " +
                        (errors.empty() ? "nothing of it can be drawn: its vertices are more than "
                                          "1e15 m away; scale the mesh"
                                        : errors));
    }
    if (!((bounds.upper - bounds.lower).norm() >= kLeastDiagonal)) {
        append_item(errors,
                    "what can be drawn of it is smaller than 1e-18 m, too small for a picture; "
                    "scale the mesh, or mend its faces",
                    "; ");
        throw FileError(path + ": " + errors);
    }
    return mesh;
}

SurfaceMesh drawn_surface(const MeshFile& file) {
    SurfaceMesh surface;
    if (file.tets.empty()) {
        std::ranges::copy_if(file.faces, std::back_inserter(surface.triangles),
                             [&](const Triangle& face) { return is_drawable(file, face); });
    } else {
        surface.triangles = faces_of_tets(file, true);
        if (surface.triangles.empty()) {  // tets that overlap have no face alone
            surface.triangles = faces_of_tets(file, false);
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
    corners.reserve(mark.corners);
    for (int i = 0; i < mark.corners; ++i) {
        corners.push_back(mesh.file.vertices[mark.at[i]]);
    }
    return corners;
}

}  // namespace touchstone::viewer
