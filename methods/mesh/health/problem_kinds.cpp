#include "methods/mesh/health/problem_kinds.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <span>

#include "methods/base/join.h"
#include "methods/mesh/describe.h"

namespace touchstone {

namespace {

constexpr const char* kOneSolid = "a solid has two faces at each edge; remove or separate the rest";
constexpr std::array<ProblemKind, 18> kProblems{
    {{"empty", Severity::Error, "", "there is nothing in it",
      "there is no face and no tetrahedron: save the mesh again"},
     {"non_finite", Severity::Error, "vertex", "a coordinate is infinite or no number",
      "correct these coordinates"},
     {"index_out_of_range", Severity::Error, "face",
      "an element names a vertex that does not exist",
      "correct the indices or remove the elements"},
     {"unreferenced_vertex", Severity::Warning, "vertex", "no face uses it",
      "remove them; they are left out here"},
     {"duplicate_vertex", Severity::Error, "vertex",
      "several vertices have exactly the same coordinates", "weld them (inspect --repair does)"},
     {"degenerate_face", Severity::Error, "face", "a face has no area",
      "remove them and close the mesh over them"},
     {"duplicate_face", Severity::Error, "face", "two faces have the same three vertices",
      "keep one of each (inspect --repair does)"},
     {"open_boundary", Severity::Error, "vertex", "an edge has one face only",
      "add the faces that are missing between them"},
     {"non_manifold_edge", Severity::Error, "vertex", "an edge has three faces or more", kOneSolid},
     {"non_manifold_vertex", Severity::Warning, "vertex",
      "the faces at a vertex form more than one fan",
      "parts of the mesh touch in a point; split the vertex if they should not"},
     {"inconsistent_winding", Severity::Error, "face",
      "neighbours disagree about which side is outside", "turn them over (inspect --repair does)"},
     {"inward_winding", Severity::Error, "face", "a closed shell has its outside within",
      "turn them over (inspect --repair does)"},
     {"self_intersection", Severity::Error, "face", "faces go through each other",
      "move or remove what crosses"},
     {"undecided", Severity::Error, "face", "there is too much to compare it all",
      "split the mesh"},
     {"inverted_tet", Severity::Error, "tet", "the volume of a tet is negative",
      "exchange two corners, or move a vertex back"},
     {"flat_tet", Severity::Error, "tet", "a tet has no volume",
      "remove them and join their neighbours"},
     {"sliver_face", Severity::Note, "face", "a face is thinner than 1 % of its longest edge",
      "no fault; contact normals may be less accurate"},
     {"sliver_tet", Severity::Note, "tet", "a tet is thinner than 1 % of its longest edge",
      "no fault; contact normals may be less accurate"}}};

}  // namespace

const ProblemKind& find_problem_kind(std::string_view id) {
    const auto* const kind = std::find_if(kProblems.begin(), kProblems.end(),
                                          [&](const ProblemKind& k) { return k.id == id; });
    assert(kind != kProblems.end());
    return *kind;
}

const char* problem_meaning(std::string_view id) { return find_problem_kind(id).meaning; }

const char* severity_name(Severity severity) {
    switch (severity) {
        case Severity::Note:
            return "note";
        case Severity::Warning:
            return "warning";
        case Severity::Error:
            return "error";
    }
    return "";
}

std::string describe(const MeshProblem& problem) {
    constexpr int kShown = 10;
    std::string text = problem.problem + " (" + severity_name(problem.severity) + ")";
    const int count = static_cast<int>(std::ssize(problem.elements));
    if (count > 0) {
        const std::string plural =
            problem.element_kind == "vertex" ? "vertices" : problem.element_kind + "s";
        text += ": " + (count == 1 ? problem.element_kind : plural) + " ";
        text += join(std::span(problem.elements).first(std::min(count, kShown)), ", ",
                     [](int element) { return std::to_string(element); });
        text += count > kShown ? ", … (" + std::to_string(count) + " in all)" : "";
    }
    if (problem.position.allFinite()) {
        text += " at " + describe(problem.position);
    }
    return text + ": " + problem.remedy;
}

}  // namespace touchstone
