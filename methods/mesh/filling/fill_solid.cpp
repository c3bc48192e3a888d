#include "methods/mesh/filling/fill_solid.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "methods/base/tolerances.h"
#include "methods/mesh/filling/filling_failure.h"
#include "methods/mesh/filling/tetgen_switches.h"
#include "methods/mesh/health/edge_sides.h"

namespace touchstone {

namespace {

constexpr int kLargeFlatPart = 500;  // corners; a cylinder of 400 sides takes 3 s, of 1000 a minute

/// Returns the switches without the letter and the number behind it.
std::string without(const std::string& switches, char letter) {
    const std::size_t at = switches.find(letter);
    if (at == std::string::npos) {
        return switches;
    }
    std::size_t end = at + 1;
    while (end < switches.size() &&
           std::string_view("0123456789.").find(switches[end]) != std::string_view::npos) {
        ++end;
    }
    return switches.substr(0, at) + switches.substr(end);
}

/// Returns the switches to try in turn, each once.
std::vector<std::string> ladder(const std::string& switches, bool keep_surface) {
    std::vector<std::string> result{switches};
    const std::string rough = without(switches, 'q');
    for (const std::string& next : {rough, keep_surface ? rough : without(rough, 'Y')}) {
        if (std::ranges::find(result, next) == result.end()) {
            result.push_back(next);
        }
    }
    return result;
}

std::string note_on(const std::string& used, const std::string& asked, const std::string& why) {
    return used == asked
               ? ""
               : "filled with TetGen's switches '" + used + "' instead of '" + asked + "': " + why;
}

}  // namespace

int largest_flat_part(const SurfaceMesh& surface) {
    const int count = static_cast<int>(std::ssize(surface.triangles));
    std::vector<Vec3> normals;
    normals.reserve(count);
    for (const auto& [i, j, k] : surface.triangles) {
        normals.push_back((surface.vertices[j] - surface.vertices[i])
                              .cross(surface.vertices[k] - surface.vertices[i])
                              .stableNormalized());
    }
    std::vector<int> parent(count);
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int t) {
        while (parent[t] != t) {
            t = parent[t] = parent[parent[t]];
        }
        return t;
    };
    const std::vector<bool> all(count, true);
    visit_edges(sorted_edge_sides(surface.triangles, all), [&](std::span<const EdgeSide> edge) {
        for (const EdgeSide& side : edge.subspan(1)) {
            if (normals[edge[0].face].cross(normals[side.face]).norm() <= kSamePlaneAngle &&
                normals[edge[0].face].dot(normals[side.face]) > 0.0) {
                const int a = root(edge[0].face);
                const int b = root(side.face);
                parent[std::max(a, b)] = std::min(a, b);
            }
        }
    });
    std::vector<int> triangles(count, 0);
    for (int t = 0; t < count; ++t) {
        ++triangles[root(t)];
    }
    return count == 0 ? 0 : std::ranges::max(triangles) + 2;
}

FilledSolid fill_solid(const SurfaceMesh& surface, const TetrahedralizeOptions& options,
                       bool keep_surface) {
    validate_tetgen_switches(options.switches);
    const std::vector<std::string> switches = ladder(options.switches, keep_surface);
    validate(surface);
    const int corners = largest_flat_part(surface);
    if (corners > kLargeFlatPart && switches.size() > 1) {
        TetrahedralizeOptions weak = options;
        weak.switches = switches.back();
        return {tetrahedralize(surface, weak),
                note_on(weak.switches, options.switches,
                        "a flat part has " + std::to_string(corners) +
                            " corners, with which those take minutes")};
    }
    std::optional<FillingFailed> failure;
    for (const std::string& attempt : switches) {
        TetrahedralizeOptions own = options;
        own.switches = attempt;
        try {
            return {tetrahedralize(surface, own),
                    note_on(attempt, options.switches, failure ? failure->what() : "")};
        } catch (const FillingFailed& error) {
            if (!failure) {
                failure = error;
            }
        }
    }
    throw *failure;
}

}  // namespace touchstone
