#include "methods/mesh/health/inspection.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "methods/base/parallel/parallel.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/equal_places.h"
#include "methods/mesh/health/crossings/exact_orientation.h"
#include "methods/mesh/health/crossings/self_intersection.h"
#include "methods/mesh/health/edge_sides.h"
#include "methods/mesh/health/fans.h"
#include "methods/mesh/health/problem_kinds.h"
#include "methods/mesh/health/seams.h"
#include "methods/mesh/health/slivers.h"
#include "methods/mesh/health/welding.h"
#include "methods/mesh/health/winding.h"
#include "methods/mesh/scaled_vertices.h"

namespace touchstone {

namespace {

using Face = std::array<int, 3>;

/// The share of the time of an inspection that is over when crossings are looked for, roughly.
constexpr double kBeforeIntersection = 0.4;

/// One inspection: what is known so far, and the checks, in order.
class Inspector {
 public:
    Inspector(const MeshFile& mesh, const MeshProgress& progress)
        : mesh_(mesh),
          progress_(progress),
          vertices_(scaled_vertices(mesh.vertices)),
          readable_(mesh.faces.size() + mesh.tets.size(), true) {}

    std::vector<MeshProblem> run();

 private:
    bool go_on(double share) const { return !progress_ || progress_(share); }

    template <typename Predicate>
    std::vector<int> select_vertices(const Predicate& predicate) const {
        return select(std::ssize(mesh_.vertices), predicate);
    }
    template <typename Predicate>
    static std::vector<int> select(std::ptrdiff_t count, const Predicate& predicate) {
        std::vector<int> selected;
        for (int i = 0; i < count; ++i) {
            if (predicate(i)) {
                selected.push_back(i);
            }
        }
        return selected;
    }

    template <std::size_t N>
    bool is_readable(const std::array<int, N>& corners) const {
        return std::all_of(corners.begin(), corners.end(),
                           [&](int v) { return v >= 0 && v < std::ssize(mesh_.vertices); });
    }
    template <std::size_t N>
    bool is_finite(const std::array<int, N>& corners) const {
        return std::all_of(corners.begin(), corners.end(),
                           [&](int v) { return mesh_.vertices[v].allFinite(); });
    }
    /// Tells of each face whether the predicate holds; on several threads.
    template <typename Predicate>
    std::vector<char> tell_faces(const Predicate& predicate) const {
        constexpr int kBlock = 1 << 12;
        std::vector<char> told(mesh_.faces.size(), 0);
        for_blocks(0, static_cast<int>(std::ssize(told)), kBlock, [&](int begin, int end) {
            for (int f = begin; f < end; ++f) {
                told[f] = predicate(f) ? 1 : 0;
            }
        });
        return told;
    }

    bool is_degenerate(const Face& face) const;
    Vec3 position_of(const MeshProblem& problem) const;

    MeshProblem& add(std::string_view id, std::vector<int> elements = {});
    /// Adds the problem when there are elements that have it.
    MeshProblem* add_if_any(std::string_view id, std::vector<int> elements);
    MeshProblem* add_edges(std::string_view id, std::vector<std::array<int, 2>> edges);

    template <std::size_t N>
    void check_vertices(const std::vector<std::array<int, N>>& elements);
    void check_degenerate();
    void check_duplicate_faces();
    void check_edges();
    void describe_seam(MeshProblem& problem);
    void check_fans_and_winding();
    bool check_self_intersection();
    void check_tets();
    void note_slivers();

    const MeshFile& mesh_;
    const MeshProgress& progress_;
    std::vector<Vec3> vertices_;    ///< vertices, scaled by a power of two
    std::vector<int> first_equal_;  ///< first vertex in the place of each, as find_first_equal
    std::vector<bool> readable_;    ///< by face or tet: all its indices are in range
    std::vector<bool> distinct_;    ///< by face: readable, and its vertices differ
    std::vector<bool> has_area_;    ///< by face: distinct, finite and not on a line
    std::vector<EdgeSide> sides_;   ///< sides of the distinct faces
    double seam_ = 0.0;  ///< distance within which welding closes the surface; 0: nothing
                         ///< is open [m]
    std::vector<MeshProblem> problems_;
};

/// Returns true for corners on one line, exactly.
bool Inspector::is_degenerate(const Face& face) const {
    const Vec3& a = vertices_[face[0]];
    const Vec3& b = vertices_[face[1]];
    const Vec3& c = vertices_[face[2]];
    return orientation_in_plane(a, b, c, 0) == 0 && orientation_in_plane(a, b, c, 1) == 0 &&
           orientation_in_plane(a, b, c, 2) == 0;
}

Vec3 Inspector::position_of(const MeshProblem& problem) const {
    if (problem.elements.empty()) {
        return Vec3::Constant(kUnset);
    }
    const int first = problem.elements.front();
    const auto mean = [&](std::span<const int> corners) {
        Vec3 sum = Vec3::Zero();
        for (const int v : corners) {
            const bool exists = v >= 0 && v < std::ssize(mesh_.vertices);
            sum += exists ? Vec3(mesh_.vertices[v] / static_cast<double>(corners.size()))
                          : Vec3::Constant(kUnset);
        }
        return sum;
    };
    if (problem.element_kind == "vertex") {
        return mesh_.vertices[first];
    }
    return problem.element_kind == "tet" ? mean(mesh_.tets[first]) : mean(mesh_.faces[first]);
}

MeshProblem& Inspector::add(std::string_view id, std::vector<int> elements) {
    const ProblemKind& kind = find_problem_kind(id);
    MeshProblem problem;
    problem.problem = id;
    problem.severity = kind.severity;
    problem.element_kind = kind.element_kind;
    problem.elements = std::move(elements);
    problem.remedy = kind.remedy;
    if (id == "index_out_of_range" && !mesh_.tets.empty()) {
        problem.element_kind = "tet";
    }
    problem.position = position_of(problem);
    problems_.push_back(std::move(problem));
    return problems_.back();
}

MeshProblem* Inspector::add_if_any(std::string_view id, std::vector<int> elements) {
    return elements.empty() ? nullptr : &add(id, std::move(elements));
}

template <std::size_t N>
void Inspector::check_vertices(const std::vector<std::array<int, N>>& elements) {
    add_if_any("non_finite",
               select_vertices([&](int v) { return !mesh_.vertices[v].allFinite(); }));
    std::vector<bool> used(mesh_.vertices.size(), false);
    for (int i = 0; i < std::ssize(elements); ++i) {
        readable_[i] = is_readable(elements[i]);
        for (const int v : elements[i]) {
            if (readable_[i]) {
                used[v] = true;
            }
        }
    }
    add_if_any("index_out_of_range",
               select(std::ssize(elements), [&](int i) { return !readable_[i]; }));
    add_if_any("unreferenced_vertex", select_vertices([&](int v) { return !used[v]; }));
    first_equal_ = find_first_equal(mesh_.vertices);
    const std::vector<int>& weld = first_equal_;
    std::vector<bool> has_equal(mesh_.vertices.size(), false);
    for (int v = 0; v < std::ssize(weld); ++v) {
        if (weld[v] != v) {
            has_equal[v] = true;
            has_equal[weld[v]] = true;
        }
    }
    add_if_any("duplicate_vertex", select_vertices([&](int v) { return has_equal[v]; }));
}

void Inspector::check_degenerate() {
    distinct_.assign(mesh_.faces.size(), false);
    has_area_.assign(mesh_.faces.size(), false);
    const std::vector<char> has_area = tell_faces([&](int f) {
        const Face& face = mesh_.faces[f];
        return readable_[f] && is_finite(face) && !is_degenerate(face);
    });
    std::vector<int> degenerate;
    for (int f = 0; f < std::ssize(mesh_.faces); ++f) {
        const Face& face = mesh_.faces[f];
        if (!readable_[f]) {
            continue;
        }
        distinct_[f] = face[0] != face[1] && face[1] != face[2] && face[2] != face[0];
        has_area_[f] = distinct_[f] && has_area[f] != 0;
        if (!distinct_[f] || (is_finite(face) && !has_area_[f])) {
            degenerate.push_back(f);
        }
    }
    add_if_any("degenerate_face", std::move(degenerate));
}

void Inspector::check_duplicate_faces() {
    const std::vector<int> first = find_first_duplicate<3>(mesh_.faces, distinct_);
    std::vector<bool> has_duplicate(mesh_.faces.size(), false);
    for (int f = 0; f < std::ssize(first); ++f) {
        if (first[f] != f) {
            has_duplicate[f] = true;
            has_duplicate[first[f]] = true;
        }
    }
    add_if_any("duplicate_face",
               select(std::ssize(mesh_.faces), [&](int f) { return has_duplicate[f]; }));
}

void Inspector::check_edges() {
    std::vector<std::array<int, 2>> open;
    std::vector<std::array<int, 2>> crowded;
    visit_edges(sides_, [&](std::span<const EdgeSide> edge) {
        if (edge.size() != 2) {
            (edge.size() == 1 ? open : crowded).push_back({edge[0].low, edge[0].high});
        }
    });
    if (MeshProblem* const problem = add_edges("open_boundary", std::move(open))) {
        describe_seam(*problem);
    }
    add_edges("non_manifold_edge", std::move(crowded));
}

/// Adds the problem of these edges, whose elements are their ends, when there are any.
MeshProblem* Inspector::add_edges(std::string_view id, std::vector<std::array<int, 2>> edges) {
    std::vector<bool> is_end(mesh_.vertices.size(), false);
    for (const auto& [low, high] : edges) {
        is_end[low] = true;
        is_end[high] = true;
    }
    MeshProblem* const problem = add_if_any(id, select_vertices([&](int v) { return is_end[v]; }));
    if (problem != nullptr) {
        problem->edges = std::move(edges);
    }
    return problem;
}

/// Changes the remedy of an open boundary whose vertices nearly coincide two by two: it wants
/// welding, not faces.
void Inspector::describe_seam(MeshProblem& problem) {
    const std::optional<double> width = find_seam_width(mesh_.vertices, problem.edges);
    if (!width) {
        return;
    }
    if (*width == 0.0) {
        problem.remedy = "weld them: each lies where another does (inspect --repair does)";
        return;
    }
    seam_ = weld_tolerance(*width);
    problem.remedy = "weld them: each lies within " + describe(*width) +
                     " of another (inspect --repair FILE --weld " + describe(seam_) + " does)";
}

/// Two checks that need nothing of each other, and run on a thread each.
void Inspector::check_fans_and_winding() {
    std::vector<int> fans;
    WindingFaults faults;
    for_all(2, [&](int check) {
        if (check == 0) {
            faults = find_winding_faults(vertices_, mesh_.faces, sides_, distinct_);
        } else {
            fans =
                count_fans(mesh_.faces, sides_, distinct_, static_cast<int>(mesh_.vertices.size()));
        }
    });
    add_if_any("non_manifold_vertex", select_vertices([&](int v) { return fans[v] > 1; }));
    MeshProblem* problem = add_if_any("inconsistent_winding", std::move(faults.disagreeing));
    if (problem != nullptr && !faults.orientable) {
        problem->remedy = "some of the surface has one side only, so that no turning helps: cut it";
    }
    add_if_any("inward_winding", std::move(faults.inward));
    problem = add_if_any("undecided", std::move(faults.undecided));
    if (problem != nullptr) {
        problem->remedy = "of " + std::to_string(faults.shell_count) +
                          " shells so many lie behind or in each other that it would take too long "
                          "to tell which of these inward ones are cavities: split the mesh";
    }
}

/// Returns false when it was stopped.
bool Inspector::check_self_intersection() {
    constexpr int kShownPairs = 5;
    // What only crosses along an open seam is the seam's fault, and is mended with it.
    const std::vector<int> weld =
        seam_ > 0.0 ? find_first_near(mesh_.vertices, seam_) : std::move(first_equal_);
    SurfaceMesh surface;
    surface.vertices = vertices_;
    std::vector<int> face_of;
    for (int f = 0; f < std::ssize(mesh_.faces); ++f) {
        const auto [i, j, k] = mesh_.faces[f];
        if (has_area_[f] && weld[i] != weld[j] && weld[j] != weld[k] && weld[k] != weld[i]) {
            surface.triangles.push_back({weld[i], weld[j], weld[k]});
            face_of.push_back(f);
        }
    }
    bool stopped = false;
    SelfIntersections found = find_self_intersections(surface, kShownPairs, [&](double share) {
        stopped = !go_on(kBeforeIntersection + (1.0 - kBeforeIntersection) * share);
        return !stopped;
    });
    for (int& face : found.faces) {
        face = face_of[face];
    }
    MeshProblem* const problem = add_if_any("self_intersection", std::move(found.faces));
    if (problem != nullptr) {
        problem->remedy += ": faces ";
        for (std::size_t i = 0; i < found.pairs.size(); ++i) {
            const auto [a, b] = found.pairs[i];
            problem->remedy += (i == 0 ? "" : ", ") + std::to_string(face_of[a]) + " and " +
                               std::to_string(face_of[b]);
        }
        problem->remedy += problem->elements.size() > 2 ? " to begin with" : "";
    }
    if (!stopped && !found.is_complete) {
        add("undecided").remedy =
            "more than " + std::to_string(kMostCompared) +
            " pairs of faces lie so near each other that each would have to be compared, which "
            "would take too long: make long thin faces shorter, or split the mesh";
    }
    return !stopped;
}

void Inspector::check_tets() {
    std::vector<int> inverted;
    std::vector<int> flat;
    for (int t = 0; t < std::ssize(mesh_.tets); ++t) {
        const auto& tet = mesh_.tets[t];
        if (!readable_[t] || !is_finite(tet)) {
            continue;
        }
        const int sign =
            orientation(vertices_[tet[0]], vertices_[tet[1]], vertices_[tet[2]], vertices_[tet[3]]);
        if (sign <= 0) {
            (sign < 0 ? inverted : flat).push_back(t);
        }
    }
    add_if_any("inverted_tet", std::move(inverted));
    add_if_any("flat_tet", std::move(flat));
}

/// Notes each triangle and tet whose smallest height is below a share of its longest edge.
void Inspector::note_slivers() {
    if (mesh_.tets.empty()) {
        const std::vector<char> is_sliver = tell_faces(
            [&](int f) { return has_area_[f] && is_sliver_face(vertices_, mesh_.faces[f]); });
        add_if_any("sliver_face",
                   select(std::ssize(is_sliver), [&](int f) { return is_sliver[f] != 0; }));
    }
    std::vector<int> tets;
    for (int t = 0; t < std::ssize(mesh_.tets); ++t) {
        if (readable_[t] && is_finite(mesh_.tets[t]) && is_sliver_tet(vertices_, mesh_.tets[t])) {
            tets.push_back(t);
        }
    }
    add_if_any("sliver_tet", std::move(tets));
}

std::vector<MeshProblem> Inspector::run() {
    if (mesh_.faces.empty() && mesh_.tets.empty()) {
        add("empty");
    }
    if (!mesh_.tets.empty()) {
        check_vertices(mesh_.tets);
        if (!go_on(0.3)) {
            return {};
        }
        check_tets();
        if (!go_on(0.7)) {
            return {};
        }
        note_slivers();
        return std::move(problems_);
    }
    check_vertices(mesh_.faces);
    check_degenerate();
    if (!go_on(0.15)) {
        return {};
    }
    check_duplicate_faces();
    sides_ = sorted_edge_sides(mesh_.faces, distinct_);
    if (!go_on(0.25)) {
        return {};
    }
    check_edges();
    check_fans_and_winding();
    if (!go_on(kBeforeIntersection) || !check_self_intersection()) {
        return {};
    }
    note_slivers();
    return std::move(problems_);
}

}  // namespace

std::vector<MeshProblem> inspect(const MeshFile& mesh, const MeshProgress& progress) {
    return Inspector(mesh, progress).run();
}

}  // namespace touchstone
