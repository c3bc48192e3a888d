#include "methods/mesh/files/polygons.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "methods/base/error.h"

namespace touchstone {

namespace {

constexpr double kFlatPolygon =
    1e-3;  // distance of a corner from the plane, as a share of the polygon's size
constexpr int kMostCorners =
    1000;  // corners of a face that is not convex, or whose fans are compared

struct FlatCorner {
    double x;
    double y;
};

/// Returns twice the signed area.
double corner_turn(const FlatCorner& a, const FlatCorner& b, const FlatCorner& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// A polygon in its plane, counter-clockwise.
struct FlatPolygon {
    std::vector<FlatCorner> corners;
    double size = 0.0;        ///< [m]
    double off_plane = 0.0;   ///< the farthest of a corner [m]
    bool has_normal = false;  ///< false: all on a line
};

/// Newell's: twice the area of what the outline looks like.
Vec3 mean_normal(std::span<const int> corners, std::span<const Vec3> vertices) {
    const Vec3& origin = vertices[corners[0]];
    Vec3 normal = Vec3::Zero();
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 here = vertices[corners[i]] - origin;
        const Vec3 next = vertices[corners[(i + 1) % corners.size()]] - origin;
        normal += here.cross(next);
    }
    return normal;
}

/// Normal to the plane of three corners that are far apart; of next to nothing where all are on a
/// line.
Vec3 wide_normal(std::span<const int> corners, std::span<const Vec3> vertices) {
    const Vec3& origin = vertices[corners[0]];
    const auto farthest = [&](const auto& distance) {
        Vec3 best = Vec3::Zero();
        for (const int corner : corners) {
            const Vec3 here = vertices[corner] - origin;
            best = distance(here) > distance(best) ? here : best;
        }
        return best;
    };
    const Vec3 along = farthest([](const Vec3& p) { return p.norm(); });
    const Vec3 aside = farthest([&](const Vec3& p) { return along.cross(p).norm(); });
    return along.cross(aside);
}

FlatPolygon project(std::span<const int> corners, std::span<const Vec3> vertices, Vec3 normal) {
    const Vec3& origin = vertices[corners[0]];
    FlatPolygon flat;
    for (const int corner : corners) {
        flat.size = std::max(flat.size, (vertices[corner] - origin).norm());
    }
    const double length = normal.norm();
    flat.has_normal = std::isfinite(length) && length > 0.0;
    if (!flat.has_normal) {
        return flat;
    }
    normal /= length;
    int axis = 0;
    normal.cwiseAbs().minCoeff(&axis);
    const Vec3 u = Vec3::Unit(axis).cross(normal).normalized();
    const Vec3 v = normal.cross(u);
    double middle = 0.0;
    for (const int corner : corners) {
        middle += normal.dot(vertices[corner] - origin) / static_cast<double>(corners.size());
    }
    for (const int corner : corners) {
        const Vec3 here = vertices[corner] - origin;
        flat.corners.push_back({u.dot(here), v.dot(here)});
        flat.off_plane = std::max(flat.off_plane, std::abs(normal.dot(here) - middle));
    }
    return flat;
}

bool is_bent(const FlatPolygon& flat) {
    return flat.has_normal && flat.off_plane > kFlatPolygon * flat.size;
}

/// Looks along the mean normal, or, where the turns of an outline that crosses itself cancel out
/// and leave none or one of rounding errors, along that of three corners.
FlatPolygon flatten(std::span<const int> corners, std::span<const Vec3> vertices) {
    const Vec3 mean = mean_normal(corners, vertices);
    FlatPolygon flat = project(corners, vertices, mean);
    if (flat.has_normal && !is_bent(flat)) {
        return flat;
    }
    const Vec3 wide = wide_normal(corners, vertices);
    FlatPolygon other = project(corners, vertices, wide.dot(mean) < 0.0 ? Vec3(-wide) : wide);
    return flat.has_normal && is_bent(other) ? flat : other;
}

bool is_convex(const FlatPolygon& flat) {
    const std::vector<FlatCorner>& corners = flat.corners;
    const std::size_t count = corners.size();
    double turned = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        const FlatCorner& a = corners[i];
        const FlatCorner& b = corners[(i + 1) % count];
        const FlatCorner& c = corners[(i + 2) % count];
        if (corner_turn(a, b, c) <= 0.0) {
            return false;
        }
        turned +=
            std::atan2(corner_turn(a, b, c), (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y));
    }
    return turned < 7.0;  // once around, not twice, as a star does
}

/// Returns true when the triangle turns the right way and no other corner lies in it.
bool is_ear(const FlatPolygon& flat, std::span<const int> left, std::size_t at) {
    const std::size_t count = left.size();
    const FlatCorner& a = flat.corners[left[(at + count - 1) % count]];
    const FlatCorner& b = flat.corners[left[at]];
    const FlatCorner& c = flat.corners[left[(at + 1) % count]];
    if (corner_turn(a, b, c) <= 0.0) {
        return false;
    }
    for (std::size_t i = 2; i + 1 < count; ++i) {
        const FlatCorner& p = flat.corners[left[(at + i) % count]];
        const bool is_corner = (p.x == a.x && p.y == a.y) || (p.x == c.x && p.y == c.y);
        if (!is_corner && corner_turn(a, b, p) >= 0.0 && corner_turn(b, c, p) >= 0.0 &&
            corner_turn(c, a, p) >= 0.0) {
            return false;
        }
    }
    return true;
}

/// Returns triangles as places in the polygon.
std::vector<std::array<int, 3>> cut_ears(const FlatPolygon& flat) {
    std::vector<int> left(flat.corners.size());
    for (int i = 0; i < std::ssize(left); ++i) {
        left[i] = i;
    }
    std::vector<std::array<int, 3>> triangles;
    std::size_t start = 0;
    while (left.size() > 3) {
        std::size_t ear = left.size();
        for (std::size_t i = 0; i < left.size() && ear == left.size(); ++i) {
            const std::size_t at = (start + i) % left.size();
            ear = is_ear(flat, left, at) ? at : ear;
        }
        // None where the outline crosses itself; then any does, and the inspection tells.
        ear = ear == left.size() ? start % left.size() : ear;
        const std::size_t count = left.size();
        triangles.push_back({left[(ear + count - 1) % count], left[ear], left[(ear + 1) % count]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
        start = ear % left.size();  // behind the cut: the corners left share the triangles evenly
    }
    triangles.push_back({left[0], left[1], left[2]});
    return triangles;
}

/// Triangles as places in the polygon, all with the corner `apex`.
std::vector<std::array<int, 3>> fan(int count, int apex = 0) {
    std::vector<std::array<int, 3>> triangles;
    for (int i = 1; i + 1 < count; ++i) {
        triangles.push_back({apex, (apex + i) % count, (apex + i + 1) % count});
    }
    return triangles;
}

/// The sum of the angles between neighbours in a fan [rad].
double bend_of(const std::vector<std::array<int, 3>>& triangles, std::span<const int> corners,
               std::span<const Vec3> vertices) {
    double bend = 0.0;
    Vec3 before = Vec3::Zero();
    for (const auto& [i, j, k] : triangles) {
        const Vec3& origin = vertices[corners[i]];
        const Vec3 normal = (vertices[corners[j]] - origin).cross(vertices[corners[k]] - origin);
        bend += std::atan2(before.cross(normal).norm(), before.dot(normal));
        before = normal;
    }
    return bend;
}

std::vector<std::array<int, 3>> flattest_fan(std::span<const int> corners,
                                             std::span<const Vec3> vertices) {
    constexpr double kSame = 1e-9;  // [rad]; below, rounding would choose
    const int count = static_cast<int>(std::ssize(corners));
    std::vector<std::array<int, 3>> best = fan(count);
    double least = bend_of(best, corners, vertices);
    for (int apex = 1; apex < count && count <= kMostCorners; ++apex) {
        std::vector<std::array<int, 3>> other = fan(count, apex);
        const double bend = bend_of(other, corners, vertices);
        if (bend < least - kSame) {
            least = bend;
            best = std::move(other);
        }
    }
    return best;
}

/// Counts the face; fails where none may be.
void note_bent(const WordReader& reader, const SourcePlace& place, const Element& face,
               std::size_t corners) {
    const auto message = [&](const char* remedy) {
        return reader.message(place, face,
                              "has " + std::to_string(corners) +
                                  " corners that are not in one plane, so that its triangles are "
                                  "anybody's guess" +
                                  remedy);
    };
    if (reader.bent() == nullptr) {
        throw FileError(
            message(": triangulate the mesh before saving it, or cut such faces where they bend "
                    "least with touchstone inspect MESH --repair FILE"));
    }
    if (reader.bent()->count++ == 0) {
        reader.bent()->first = message("");
    }
}

std::vector<std::array<int, 3>> cut_face(const WordReader& reader, const SourcePlace& place,
                                         const Element& face, std::span<const int> corners,
                                         std::span<const Vec3> vertices) {
    const bool exist = std::ranges::all_of(corners, [&](int corner) {
        return corner >= 0 && corner < std::ssize(vertices) && vertices[corner].allFinite();
    });
    if (!exist) {
        return fan(static_cast<int>(std::ssize(corners)));
    }
    const FlatPolygon flat = flatten(corners, vertices);
    if (!flat.has_normal) {
        return fan(static_cast<int>(std::ssize(corners)));
    }
    const bool bent = is_bent(flat);
    if (bent) {
        note_bent(reader, place, face, corners.size());
    }
    if (is_convex(flat)) {
        return bent ? flattest_fan(corners, vertices) : fan(static_cast<int>(std::ssize(corners)));
    }
    // Ears are sought in up to cubic time.
    if (std::ssize(corners) > kMostCorners) {
        throw FileError(reader.message(place, face,
                                       "is not convex and has " + std::to_string(corners.size()) +
                                           " corners, more than " + std::to_string(kMostCorners) +
                                           ": triangulate the mesh before saving it"));
    }
    return cut_ears(flat);
}

}  // namespace

void Polygons::close_face(const SourcePlace& place) {
    const std::ptrdiff_t begin = ends.empty() ? 0 : ends.back();
    if (std::ssize(corners) - begin != 3) {
        places.push_back(place);
    }
    ends.push_back(static_cast<int>(std::ssize(corners)));
}

void add_polygons(const WordReader& reader, const Polygons& polygons, MeshFile& mesh) {
    if (!mesh.tets.empty()) {
        return;
    }
    mesh.faces.reserve(polygons.ends.size());
    int begin = 0;
    int cut = 0;
    auto next_place = polygons.places.begin();
    for (int f = 0; f < std::ssize(polygons.ends); ++f) {
        const Element face{"face", f};
        const int end = polygons.ends[f];
        const std::span<const int> corners =
            std::span(polygons.corners).subspan(begin, end - begin);
        const SourcePlace place = corners.size() == 3 ? SourcePlace{} : *next_place++;
        if (std::ssize(corners) < 3) {
            throw FileError(reader.message(
                place, face, "has fewer than three corners: remove it or add the missing ones"));
        }
        if (corners.size() == 3) {
            mesh.faces.push_back({corners[0], corners[1], corners[2]});
        } else {
            for (const auto& [i, j, k] : cut_face(reader, place, face, corners, mesh.vertices)) {
                mesh.faces.push_back({corners[i], corners[j], corners[k]});
            }
        }
        cut += corners.size() > 3 ? 1 : 0;
        begin = end;
    }
    if (cut > 0) {
        mesh.format += ", " + std::to_string(cut) + (cut == 1 ? " polygon" : " polygons") +
                       " cut into triangles";
    }
}

}  // namespace touchstone
