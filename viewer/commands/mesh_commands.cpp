#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"

namespace touchstone::viewer {
namespace {

/// A faulty element: a kind of problem, and its place among those that have it.
struct FaultPlace {
    int problem = 0;
    int mark = 0;

    bool operator==(const FaultPlace&) const = default;
};

const InspectedMesh& open_mesh(const Application& application) {
    if (application.mesh() == nullptr) {
        throw UsageError("no mesh file is open");
    }
    return *application.mesh();
}

/// Says that no element has the problem.
std::string no_elements(const MarkedProblem& marked) {
    return problem_title(marked.problem) +
           ": no single element has this problem, the mesh as a whole has it";
}

void choose(Application& application, std::optional<int> problem, std::optional<int> mark) {
    application.changes.view = application.changes.view || application.problem != problem;
    application.changes.highlight = true;
    application.problem = problem;
    application.mark = mark;
}

/// Returns all elements to go through, in the order of the list: of what is no more than a note
/// only those of the kind that is shown.
std::vector<FaultPlace> fault_places(const Application& application, const InspectedMesh& mesh) {
    std::vector<FaultPlace> places;
    for (int i = 0; i < std::ssize(mesh.problems); ++i) {
        const MarkedProblem& marked = mesh.problems[i];
        if (marked.problem.severity == Severity::Note && application.problem != i) {
            continue;
        }
        for (int k = 0; k < std::ssize(marked.marks); ++k) {
            places.push_back({i, k});
        }
    }
    return places;
}

/// Chooses the next or previous element; of those of the kind that is shown where `same` is set.
void go(Application& application, bool backwards, bool same) {
    std::vector<FaultPlace> places = fault_places(application, open_mesh(application));
    const std::optional<int> kind = application.problem;
    if (same && kind) {
        std::erase_if(places, [&](const FaultPlace& place) { return place.problem != *kind; });
    }
    if (places.empty()) {
        say(application, same && kind ? no_elements(open_mesh(application).problems[*kind])
                                      : "no element of this mesh has a problem");
        return;
    }
    const auto count = static_cast<int>(std::ssize(places));
    int next = backwards ? count - 1 : 0;
    if (kind && application.mark) {
        const FaultPlace now{*kind, *application.mark};
        const auto at = static_cast<int>(std::ranges::find(places, now) - places.begin());
        next = at + (backwards ? -1 : 1);
        next = same ? std::clamp(next, 0, count - 1) : (next + count) % count;
    } else if (kind) {
        const auto first = std::ranges::find(places, *kind, &FaultPlace::problem);
        next = first == places.end() ? next : static_cast<int>(first - places.begin());
    }
    choose(application, places[next].problem, places[next].mark);
}

void show_problem(Application& application, Words words) {
    const auto count = static_cast<int>(std::ssize(open_mesh(application).problems));
    if (word(words, 0) == "all") {
        choose(application, std::nullopt, std::nullopt);
        return;
    }
    if (count == 0) {
        throw UsageError("this mesh has no problems");
    }
    choose(application, whole(words, 0, 0, count - 1), std::nullopt);
}

void pick_element(Application& application, Words words) {
    const InspectedMesh& mesh = open_mesh(application);
    const std::string& what = word(words, 0);
    if (what == "next" || what == "previous") {
        go(application, what == "previous", true);
    } else if (what == "none") {
        choose(application, application.problem, std::nullopt);
    } else if (application.problem) {
        const MarkedProblem& marked = mesh.problems[*application.problem];
        const auto count = static_cast<int>(std::ssize(marked.marks));
        if (count == 0) {
            throw UsageError(no_elements(marked));
        }
        choose(application, application.problem, whole(words, 0, 0, count - 1));
    } else {
        throw UsageError("no kind of problem is chosen");
    }
}

constexpr std::array kMeshCommands{
    Command{"problem", "NUMBER|all", "", "Meshes", "shows one kind of what is wrong with a mesh",
            &show_problem},
    Command{"element", "NUMBER|next|previous|none", "", "Meshes",
            "picks out an element that has the problem", &pick_element}};

}  // namespace

bool next_fault(Application& application, bool backwards) {
    if (application.mesh() == nullptr) {
        return false;
    }
    go(application, backwards, false);
    return true;
}

bool step_through_faults(Application& application, int step) {
    if (application.mesh() == nullptr) {
        return false;
    }
    go(application, step < 0, true);
    return true;
}

bool drop_fault(Application& application) {
    if (application.mesh() == nullptr) {
        return false;
    }
    choose(application, application.mark ? application.problem : std::nullopt, std::nullopt);
    return true;
}

std::span<const Command> mesh_commands() { return kMeshCommands; }

}  // namespace touchstone::viewer
