#include "methods/mesh/health/repair.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "methods/mesh/health/edge_sides.h"
#include "methods/mesh/health/exact_orientation.h"
#include "methods/mesh/health/shells.h"
#include "methods/mesh/health/welding.h"
#include "methods/mesh/scaled_vertices.h"

namespace touchstone {

namespace {

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// Per element, whether its vertices exist and differ: only such ones are compared or turned.
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

void weld(Repair& repair) {
    MeshFile& mesh = repair.mesh;
    const std::vector<int> first = find_first_equal(mesh.vertices);
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
    repair.actions.push_back("welded " + counted(gone, "vertex", "vertices") +
                             " onto others at exactly the same place");
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
                                 " within another as it was: cavities are not supported");
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

Repair repair(const MeshFile& mesh, const MeshProgress& progress) {
    Repair result{mesh, {}};
    std::vector<Vec3> scaled;
    const std::array<std::function<void()>, 6> steps{
        [&] { weld(result); },
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

}  // namespace touchstone
