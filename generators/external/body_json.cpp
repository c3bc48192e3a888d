#include "generators/external/body_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "methods/base/join.h"
#include "methods/base/sha256.h"
#include "methods/mesh/topology.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 6> kForms{"box",       "curved", "hull",
                                            "triangles", "tets",   "convex_parts"};

template <typename Items, typename ToJson>
Json list_json(const Items& items, const ToJson& to_json) {
    Json list = Json::array();
    for (const auto& item : items) {
        list.push_back(to_json(item));
    }
    return list;
}

/// Returns true when no vertex lies in front of a face's plane by more than rounding.
bool is_convex(const SurfaceMesh& surface, double size) {
    const double slack = 1e-9 * size;
    return std::ranges::all_of(surface.triangles, [&](const Triangle& triangle) {
        const Vec3& corner = surface.vertices[triangle[0]];
        const Vec3 normal = (surface.vertices[triangle[1]] - corner)
                                .cross(surface.vertices[triangle[2]] - corner)
                                .normalized();
        return std::ranges::all_of(surface.vertices, [&](const Vec3& vertex) {
            return normal.dot(vertex - corner) <= slack;
        });
    });
}

/// Returns the edge lengths of a box that is centred and aligned with the axes of its frame.
std::optional<Vec3> find_box(const SurfaceMesh& surface) {
    if (surface.vertices.size() != 8) {
        return std::nullopt;
    }
    const Vec3 half = surface.vertices[0].cwiseAbs();
    std::set<int> octants;
    for (const Vec3& vertex : surface.vertices) {
        if (vertex.cwiseAbs() != half) {
            return std::nullopt;
        }
        octants.insert((vertex.x() > 0.0) + 2 * (vertex.y() > 0.0) + 4 * (vertex.z() > 0.0));
    }
    if (octants.size() != 8) {
        return std::nullopt;
    }
    return 2.0 * half;
}

/// Returns the surface's triangles, outward, by vertices of the tet mesh.
std::vector<Triangle> surface_faces(const CollisionShape& shape) {
    std::vector<Triangle> faces;
    for (std::size_t i = 0; i < shape.mesh.tets.size(); ++i) {
        const Tet& tet = shape.mesh.tets[i];
        for (std::size_t face = 0; face < kTetFaces.size(); ++face) {
            if ((shape.surface[i].faces >> face & 1) != 0) {
                const std::array<int, 3>& corners = kTetFaces[face];
                faces.push_back({tet[corners[0]], tet[corners[1]], tet[corners[2]]});
            }
        }
    }
    return faces;
}

/// Writes exact solids with the words of scene files, each with its place in the body's frame.
Json smooth_json(const SmoothShape& shape) {
    return list_json(shape.parts, [](const SmoothPart& part) {
        Json sizes;
        for (const SmoothSize& size : smooth_sizes(part.primitive)) {
            sizes[size.name] = size.values.size() == 1 ? Json(size.values[0]) : Json(size.values);
        }
        const Quat& turn = part.shape_from_part.rotation;
        return Json{{"shape", {{smooth_kind(part.primitive), sizes}}},
                    {"position", coordinates_json(part.shape_from_part.translation)},
                    {"orientation", {turn.w(), turn.x(), turn.y(), turn.z()}}};
    });
}

}  // namespace

Json coordinates_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

bool is_body_form(const std::string& word) { return std::ranges::count(kForms, word) > 0; }

std::string body_form_words() {
    std::string words;
    for (const char* const form : kForms) {
        append_item(words, form);
    }
    return words;
}

bool needs_tets(const std::set<std::string>& forms) {
    return std::ranges::any_of(
        forms, [](const std::string& form) { return form != "box" && form != "curved"; });
}

Json body_json(int body, const CollisionShape& shape, const std::set<std::string>& forms) {
    const SurfaceMesh surface =
        shape.facets ? SurfaceMesh{shape.mesh.vertices, shape.triangles} : boundary(shape.mesh);
    Json json{{"body", body}};
    const std::optional<Vec3> box = find_box(surface);
    if (box && forms.contains("box")) {
        json["box"] = {{"size", coordinates_json(*box)}};
    }
    if (shape.smooth && forms.contains("curved")) {
        json["curved"] = {{"parts", smooth_json(*shape.smooth)}};
    }
    if (forms.contains("hull") && is_convex(surface, shape.size)) {
        json["hull"] = list_json(surface.vertices, &coordinates_json);
    }
    if (forms.contains("triangles") || forms.contains("tets")) {
        json["vertices"] = list_json(shape.mesh.vertices, &coordinates_json);
    }
    if (forms.contains("triangles")) {
        json["faces"] = surface_faces(shape);
    }
    if (forms.contains("tets")) {
        json["tets"] = shape.mesh.tets;
    }
    if (forms.contains("convex_parts")) {
        json["convex_parts"] = list_json(shape.mesh.tets, [&](const Tet& tet) {
            return list_json(tet, [&](int v) { return coordinates_json(shape.mesh.vertices[v]); });
        });
    }
    return json;
}

std::string body_fingerprint(const CollisionShape& shape) {
    std::string bytes(reinterpret_cast<const char*>(shape.mesh.vertices.data()),
                      shape.mesh.vertices.size() * sizeof(Vec3));
    bytes.append(reinterpret_cast<const char*>(shape.mesh.tets.data()),
                 shape.mesh.tets.size() * sizeof(Tet));
    bytes.append(reinterpret_cast<const char*>(shape.triangles.data()),
                 shape.triangles.size() * sizeof(Triangle));
    if (shape.smooth) {
        const std::vector<double> numbers = smooth_numbers(*shape.smooth);
        bytes.append(reinterpret_cast<const char*>(numbers.data()),
                     numbers.size() * sizeof(double));
    }
    return hex(sha256(bytes));
}

}  // namespace touchstone
