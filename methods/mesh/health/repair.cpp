#include "methods/mesh/health/repair.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <utility>

#include "methods/mesh/describe.h"
#include "methods/mesh/equal_places.h"
#include "methods/mesh/health/crossings/exact_orientation.h"
#include "methods/mesh/health/edge_sides.h"
#include "methods/mesh/health/seams.h"
#include "methods/mesh/health/shells.h"
#include "methods/mesh/health/welding.h"
#include "methods/mesh/scaled_vertices.h"

namespace touchstone {

namespace {

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// Returns for each element whether its vertices exist and differ: only such ones are compared or
/// turned.
template <std::size_t N>
std::vector<bool> find_sound(const std::vector<std::array<int, N>>& elements,
                             std::size_t vertex_count) {
    std::vector<bool> sound;
    sound.reserve(elements.size());
    for (std::array<int, N> corners : elements) {
        std::sort(corners.begin(), corners.end());
        sound.push_back(corners.front() >= 0 && corners.back() < static_cast<int>(vertex_count) &&
                        std::adjacent_find(corners.begin(), corners.end()) == corners.end());
    }
    return sound;
}

void weld(Repair& repair, const std::vector<int>& first, const std::string& where) {
    MeshFile& mesh = repair.mesh;
    std::vector<int> new_index(mesh.vertices.size());
    std::vector<Vec3> kept;
    for (int v = 0; v < std::ssize(first); ++v) {
        new_index[v] = first[v] == v ? static_cast<int>(std::ssize(kept)) : new_index[first[v]];
        if (first[v] == v) {
            kept.push_back(mesh.vertices[v]);
        }
    }
    const std::size_t gone = mesh.vertices.size() - kept.size();
    if (gone == 0) {
        return;
    }
    const auto renumber = [&](auto& elements) {
        for (auto& element : elements) {
            for (int& v : element) {
                // What was out of range must not come into it.
                const bool exists = v >= 0 && v < std::ssize(new_index);
                v = exists ? new_index[v] : -1;
            }
        }
    };
    renumber(mesh.faces);
    renumber(mesh.tets);
    mesh.vertices = std::move(kept);
    repair.actions.push_back("welded " + counted(gone, "vertex", "vertices") + " onto others " +
                             where);
}

/// Makes vertices that are near one; faces that lose a corner thereby close up.
void weld_near(Repair& repair, double tolerance) {
    if (!(tolerance > 0.0)) {
        return;
    }
    const std::size_t before = repair.mesh.vertices.size();
    weld(repair, find_first_near(repair.mesh.vertices, tolerance), "within " + describe(tolerance));
    if (repair.mesh.vertices.size() == before) {
        return;
    }
    const std::size_t gone = std::erase_if(repair.mesh.faces, [](const auto& face) {
        return face[0] == face[1] || face[1] == face[2] || face[2] == face[0];
    });
    if (gone > 0) {
        repair.actions.push_back("dropped " + counted(gone, "face", "faces") +
                                 " that this left without area");
    }
}

/// Returns true when an even number of swaps makes one of the other.
bool run_alike(const std::array<int, 3>& a, const std::array<int, 3>& b) {
    const auto at = std::ranges::find(b, a[0]) - b.begin();
    return b[(at + 1) % 3] == a[1];
}

/// Pairs of faces that look at each other across nothing, hanging together across their edges.
struct Wall {
    std::vector<std::array<int, 2>> pairs;
};

std::vector<Wall> find_walls(const MeshFile& mesh) {
    const std::vector<bool> sound = find_sound(mesh.faces, mesh.vertices.size());
    const std::vector<int> first = find_first_duplicate<3>(mesh.faces, sound);
    std::vector<int> copies(mesh.faces.size(), 0);
    for (const int f : first) {
        ++copies[f];
    }
    std::vector<int> other(mesh.faces.size(), -1);  // the second of a pair, at the first
    std::vector<bool> in_wall(mesh.faces.size(), false);
    for (int f = 0; f < std::ssize(mesh.faces); ++f) {
        if (first[f] != f && copies[first[f]] == 2 &&
            !run_alike(mesh.faces[first[f]], mesh.faces[f])) {
            other[first[f]] = f;
            in_wall[first[f]] = true;
        }
    }
    std::vector<int> parent(mesh.faces.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int f) {
        while (parent[f] != f) {
            f = parent[f] = parent[parent[f]];
        }
        return f;
    };
    visit_edges(sorted_edge_sides(mesh.faces, in_wall), [&](std::span<const EdgeSide> edge) {
        for (const EdgeSide& side : edge.subspan(1)) {
            const int a = root(edge[0].face);
            const int b = root(side.face);
            parent[std::max(a, b)] = std::min(a, b);
        }
    });
    std::vector<int> wall_of(mesh.faces.size(), -1);
    std::vector<Wall> walls;
    for (int f = 0; f < std::ssize(mesh.faces); ++f) {
        if (in_wall[f]) {
            int& wall = wall_of[root(f)];
            if (wall < 0) {
                wall = static_cast<int>(std::ssize(walls));
                walls.emplace_back();
            }
            walls[wall].pairs.push_back({f, other[f]});
        }
    }
    return walls;
}

/// Drops walls: two parts that share one are one solid without it. A wall goes where then more of
/// its edges have two faces than when one of each two is kept, as duplicates are.
void drop_walls(Repair& repair) {
    MeshFile& mesh = repair.mesh;
    const std::vector<Wall> walls = find_walls(mesh);
    if (walls.empty()) {
        return;
    }
    const std::vector<bool> sound = find_sound(mesh.faces, mesh.vertices.size());
    std::vector<int> wall_of(mesh.faces.size(), -1);
    for (int w = 0; w < std::ssize(walls); ++w) {
        for (const auto& [a, b] : walls[w].pairs) {
            wall_of[a] = wall_of[b] = w;
        }
    }
    std::vector<int> better(walls.size(), 0);  // sound edges without the wall, less those with it
    visit_edges(sorted_edge_sides(mesh.faces, sound), [&](std::span<const EdgeSide> edge) {
        for (std::size_t i = 0; i < edge.size(); ++i) {
            const int w = wall_of[edge[i].face];
            const auto is_of_wall = [&](const EdgeSide& side) { return wall_of[side.face] == w; };
            if (w < 0 || std::ranges::any_of(edge.first(i), is_of_wall)) {
                continue;
            }
            const auto own = std::ranges::count_if(edge, is_of_wall);
            const std::ptrdiff_t rest = std::ssize(edge) - own;
            const auto is_sound = [](std::ptrdiff_t faces) { return faces == 2 || faces == 0; };
            better[w] += int{is_sound(rest)} - int{is_sound(rest + own / 2)};
        }
    });
    std::vector<bool> drop(mesh.faces.size(), false);
    std::size_t gone = 0;
    for (int f = 0; f < std::ssize(mesh.faces); ++f) {
        drop[f] = wall_of[f] >= 0 && better[wall_of[f]] > 0;
        gone += drop[f] ? 1 : 0;
    }
    if (gone == 0 || gone == mesh.faces.size()) {
        return;
    }
    int f = 0;
    std::erase_if(mesh.faces, [&](const auto&) { return drop[f++]; });
    repair.actions.push_back("dropped " + counted(gone, "face", "faces") +
                             " of walls between parts, where two look at each other");
}

template <std::size_t N>
void drop_duplicates(Repair& repair, std::vector<std::array<int, N>>& elements,
                     const std::string& one, const std::string& many) {
    const std::vector<bool> sound = find_sound(elements, repair.mesh.vertices.size());
    const std::vector<int> first = find_first_duplicate<N>(elements, sound);
    std::vector<std::array<int, N>> kept;
    for (int i = 0; i < std::ssize(elements); ++i) {
        if (first[i] == i) {
            kept.push_back(elements[i]);
        }
    }
    const std::size_t gone = elements.size() - kept.size();
    if (gone > 0) {
        elements = std::move(kept);
        repair.actions.push_back("dropped " + counted(gone, one, many) +
                                 " with the same vertices as an earlier one");
    }
}

std::vector<Shell> find_shells_of(const MeshFile& mesh, const std::vector<Vec3>& scaled) {
    const std::vector<bool> sound = find_sound(mesh.faces, mesh.vertices.size());
    return find_shells(scaled, mesh.faces, sorted_edge_sides(mesh.faces, sound), sound);
}

void turn(MeshFile& mesh, const std::vector<int>& faces) {
    for (const int f : faces) {
        std::swap(mesh.faces[f][1], mesh.faces[f][2]);
    }
}

void make_neighbors_agree(Repair& repair, const std::vector<Vec3>& scaled) {
    std::size_t turned = 0;
    int one_sided = 0;
    for (const Shell& shell : find_shells_of(repair.mesh, scaled)) {
        if (shell.orientable) {
            turn(repair.mesh, shell.turned);
            turned += shell.turned.size();
        } else {
            ++one_sided;
        }
    }
    if (turned > 0) {
        repair.actions.push_back("turned " + counted(turned, "face", "faces") +
                                 " over that disagreed with most of their shell");
    }
    if (one_sided > 0) {
        repair.actions.push_back("left " + counted(one_sided, "shell", "shells") +
                                 " as it was that has one side only");
    }
}

void turn_outward(Repair& repair, const std::vector<Vec3>& scaled) {
    const std::vector<Shell> shells = find_shells_of(repair.mesh, scaled);
    const std::vector<int> around = find_shells_around(scaled, repair.mesh.faces, shells);
    std::size_t turned = 0;
    std::size_t left = 0;
    for (std::size_t i = 0; i < shells.size(); ++i) {
        if (!shells[i].turned.empty() || shells[i].volume_sign >= 0) {
            continue;
        }
        if (around[i] == -1) {
            turn(repair.mesh, shells[i].faces);
            turned += shells[i].faces.size();
        } else {
            ++left;
        }
    }
    if (turned > 0) {
        repair.actions.push_back("turned " + counted(turned, "face", "faces") +
                                 " of inward shells outward");
    }
    if (left > 0) {
        repair.actions.push_back("left " + counted(left, "inward shell", "inward shells") +
                                 " within another as it was: it bounds a cavity");
    }
}

void turn_tets(Repair& repair, const std::vector<Vec3>& scaled) {
    MeshFile& mesh = repair.mesh;
    const std::vector<bool> sound = find_sound(mesh.tets, mesh.vertices.size());
    const auto is_inverted = [&](std::size_t t) {
        const auto& [a, b, c, d] = mesh.tets[t];
        return sound[t] && scaled[a].allFinite() && scaled[b].allFinite() &&
               scaled[c].allFinite() && scaled[d].allFinite() &&
               orientation(scaled[a], scaled[b], scaled[c], scaled[d]) < 0;
    };
    std::size_t inverted = 0;
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        inverted += is_inverted(t) ? 1 : 0;
    }
    if (inverted == 0) {
        return;
    }
    if (inverted < mesh.tets.size()) {
        repair.actions.push_back("left " + counted(inverted, "inverted tet", "inverted tets") +
                                 " as it was: not all are, so they overlap their neighbours");
        return;
    }
    for (auto& tet : mesh.tets) {
        std::swap(tet[2], tet[3]);
    }
    repair.actions.push_back("turned all " + counted(inverted, "tet", "tets") + " over");
}

}  // namespace

Repair repair(const MeshFile& mesh, const RepairOptions& options, const MeshProgress& progress) {
    Repair result{mesh, {}};
    std::vector<Vec3> scaled;
    const std::array<std::function<void()>, 8> steps{
        [&] { weld(result, find_first_equal(result.mesh.vertices), "at exactly the same place"); },
        [&] { weld_near(result, options.weld); },
        [&] { drop_walls(result); },
        [&] { drop_duplicates(result, result.mesh.faces, "face", "faces"); },
        [&] {
            drop_duplicates(result, result.mesh.tets, "tet", "tets");
            scaled = scaled_vertices(result.mesh.vertices);
        },
        [&] { make_neighbors_agree(result, scaled); },
        [&] { turn_outward(result, scaled); },
        [&] { turn_tets(result, scaled); }};
    for (std::size_t i = 0; i < steps.size(); ++i) {
        steps[i]();
        if (progress && !progress(static_cast<double>(i + 1) / static_cast<double>(steps.size()))) {
            return {};
        }
    }
    return result;
}

std::vector<std::string> find_worsened(std::span<const MeshProblem> before,
                                       std::span<const MeshProblem> after) {
    const auto count_of = [](std::span<const MeshProblem> problems, const std::string& id) {
        std::size_t count = 0;
        for (const MeshProblem& problem : problems) {
            count += problem.problem == id ? problem.elements.size() : 0;
        }
        return count;
    };
    std::vector<std::string> worsened;
    for (const MeshProblem& problem : after) {
        const std::size_t was = count_of(before, problem.problem);
        const std::size_t is = count_of(after, problem.problem);
        if (problem.severity != Severity::Note && is > was) {
            worsened.push_back(problem.problem + ": " + std::to_string(was) + " → " +
                               std::to_string(is) + " elements");
        }
    }
    return worsened;
}

}  // namespace touchstone
