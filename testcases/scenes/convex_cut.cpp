#include "testcases/scenes/convex_cut.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/geometry/facet_queries.h"
#include "methods/geometry/feature_distance.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/shapes.h"

namespace touchstone {
namespace {

constexpr double kCutTolerance = 1e-6;  // tolerance as a share of the solid's size [-]

/// A convex part with the planes of its faces.
struct CutPart {
    SurfaceMesh surface;          ///< surface of the part
    std::vector<Vec3> normals;    ///< unit normals of the faces, outward
    std::vector<double> offsets;  ///< normal · x of the faces' points [m]
    BoundingBox box;              ///< box around the part
    Vec3 middle = Vec3::Zero();   ///< mean of the vertices, which is inside
};

/// Throws MeshError that names the part.
[[noreturn]] void refuse_part(int part, const std::string& what) {
    throw MeshError("convex part " + std::to_string(part) + ": " + what);
}

/// Makes a part of its surface.
CutPart make_cut_part(SurfaceMesh surface) {
    CutPart part;
    part.surface = std::move(surface);
    part.normals.reserve(part.surface.triangles.size());
    part.offsets.reserve(part.surface.triangles.size());
    const std::vector<Vec3>& v = part.surface.vertices;
    for (const Triangle& face : part.surface.triangles) {
        const Vec3 normal =
            (v[face[1]] - v[face[0]]).cross(v[face[2]] - v[face[0]]).stableNormalized();
        part.normals.push_back(normal);
        part.offsets.push_back(normal.dot(v[face[0]]));
    }
    part.box = bounds_of(v);
    for (const Vec3& vertex : v) {
        part.middle += vertex / static_cast<double>(v.size());
    }
    return part;
}

/// Returns the distance of a point to the nearest plane of a face, negative outside [m].
double depth_in(const CutPart& part, const Vec3& point) {
    double depth = std::numeric_limits<double>::infinity();
    for (int i = 0; i < std::ssize(part.normals); ++i) {
        depth = std::min(depth, part.offsets[i] - part.normals[i].dot(point));
    }
    return depth;
}

/// Returns the part of a convex polygon below a plane. Sutherland and Hodgman [1974].
std::vector<Vec3> polygon_below(const std::vector<Vec3>& polygon, const Vec3& normal,
                                double offset) {
    std::vector<Vec3> kept;
    kept.reserve(polygon.size() + 1);
    for (int i = 0; i < std::ssize(polygon); ++i) {
        const Vec3& from = polygon[i];
        const Vec3& to = polygon[(i + 1) % static_cast<int>(polygon.size())];
        const double above_from = normal.dot(from) - offset;
        const double above_to = normal.dot(to) - offset;
        if (above_from <= 0.0) {
            kept.push_back(from);
        }
        if ((above_from <= 0.0) != (above_to <= 0.0)) {
            kept.push_back(from + (above_from / (above_from - above_to)) * (to - from));
        }
    }
    return kept;
}

/// Returns a face of the surface that reaches into the part by more than the tolerance [m]; -1:
/// none. Each face is clipped by the planes of the part, moved inward.
int face_inside(const SurfaceMesh& surface, const CutPart& part, double tolerance) {
    for (int f = 0; f < std::ssize(surface.triangles); ++f) {
        const Triangle& face = surface.triangles[f];
        std::vector<Vec3> polygon{surface.vertices[face[0]], surface.vertices[face[1]],
                                  surface.vertices[face[2]]};
        for (int i = 0; i < std::ssize(part.normals) && !polygon.empty(); ++i) {
            polygon = polygon_below(polygon, part.normals[i], part.offsets[i] - tolerance);
        }
        if (!polygon.empty()) {
            return f;
        }
    }
    return -1;
}

/// Throws MeshError for a part that is too thin.
void check_thickness(int number, const CutPart& part, double tolerance) {
    if (is_too_thin(part.surface, tolerance)) {
        refuse_part(number, "it is thinner than " + describe(4.0 * tolerance) +
                                " m, which the check of parts cannot tell from a surface; leave it "
                                "out, or join it to its neighbour");
    }
}

/// Returns true for a point within the tolerance of a surface [m].
bool is_on_surface(const SurfaceMesh& solid, const Vec3& point, double tolerance) {
    return std::ranges::any_of(solid.triangles, [&](const Triangle& face) {
        const std::array<Vec3, 3> corners{solid.vertices[face[0]], solid.vertices[face[1]],
                                          solid.vertices[face[2]]};
        const Vec3 lower = corners[0].cwiseMin(corners[1]).cwiseMin(corners[2]);
        const Vec3 upper = corners[0].cwiseMax(corners[1]).cwiseMax(corners[2]);
        return ((point - lower).array() >= -tolerance).all() &&
               ((upper - point).array() >= -tolerance).all() &&
               point_triangle_distance(point, corners) <= tolerance;
    });
}

/// Throws MeshError for a part with a point inside the hull of its others.
void check_corners(int number, const HullShape& shape, const CutPart& part, double tolerance) {
    for (int k = 0; k < std::ssize(shape.points); ++k) {
        if (depth_in(part, shape.points[k]) > tolerance) {
            refuse_part(number, "point " + std::to_string(k) +
                                    " lies inside the hull of the others, so the part is not "
                                    "convex; cut it into convex ones, or leave the point out");
        }
    }
}

/// Throws MeshError for a part that is not in the solid. A convex part into which no face of the
/// solid reaches is as a whole in the solid or outside of it, so one inner point decides.
void check_inside(int number, const SurfaceMesh& solid, const FacetModel& facets,
                  const CutPart& part, double tolerance) {
    const int face = face_inside(solid, part, tolerance);
    if (face >= 0) {
        refuse_part(number, "it sticks out of the body through face " + std::to_string(face) +
                                "; cut the body along its concave edges");
    }
    if (!contains_point(facets, part.middle)) {
        refuse_part(number, "it lies outside of the body; give its points in the shape's frame");
    }
    for (const Vec3& corner : part.surface.vertices) {
        if (!is_on_surface(solid, corner, tolerance) && !contains_point(facets, corner)) {
            refuse_part(number, "its corner at " + describe(corner) +
                                    " lies outside of the body; cut the body along its concave "
                                    "edges");
        }
    }
}

/// Throws MeshError for two parts that overlap by more than the tolerance [m].
void check_apart(std::span<const CutPart> parts, double tolerance) {
    for (int i = 0; i < std::ssize(parts); ++i) {
        for (int j = 0; j < i; ++j) {
            if (overlap(parts[i].box, parts[j].box) &&
                (face_inside(parts[i].surface, parts[j], tolerance) >= 0 ||
                 face_inside(parts[j].surface, parts[i], tolerance) >= 0 ||
                 depth_in(parts[j], parts[i].middle) > tolerance)) {
                refuse_part(i, "it overlaps with part " + std::to_string(j) +
                                   "; give parts that only touch");
            }
        }
    }
}

/// Throws MeshError for a vertex of the solid that is in no part. A missing part may be too small
/// for the volumes to tell, but seldom shares all its corners with other parts.
void check_vertices(const SurfaceMesh& solid, std::span<const CutPart> parts, double tolerance) {
    for (int i = 0; i < std::ssize(solid.vertices); ++i) {
        const Vec3& vertex = solid.vertices[i];
        const bool is_in_one = std::ranges::any_of(
            parts, [&](const CutPart& part) { return depth_in(part, vertex) >= -tolerance; });
        if (!is_in_one) {
            throw MeshError("the convex parts do not fill the body: vertex " + std::to_string(i) +
                            " at " + describe(vertex) +
                            " is in none of them; add the parts that are missing");
        }
    }
}

/// Throws MeshError unless the parts have the solid's volume, to within a layer over its surface as
/// thick as the tolerance.
void check_volume(const SurfaceMesh& solid, std::span<const CutPart> parts, double tolerance) {
    double filled = 0.0;
    for (const CutPart& part : parts) {
        filled += signed_volume(part.surface);
    }
    const double volume = signed_volume(solid);
    if (!(std::abs(filled - volume) <= tolerance * surface_area(solid))) {
        throw MeshError("the convex parts do not fill the body: they have " + describe(filled) +
                        " m³, the body has " + describe(volume) +
                        " m³; add the parts that are missing");
    }
}

}  // namespace

double cut_tolerance(const SurfaceMesh& solid) {
    const BoundingBox box = bounds_of(solid.vertices);
    return kCutTolerance * (box.upper - box.lower).norm();
}

double surface_area(const SurfaceMesh& surface) {
    double area = 0.0;
    const std::vector<Vec3>& v = surface.vertices;
    for (const Triangle& face : surface.triangles) {
        area += 0.5 * (v[face[1]] - v[face[0]]).cross(v[face[2]] - v[face[0]]).norm();
    }
    return area;
}

bool is_too_thin(const SurfaceMesh& part, double tolerance) {
    // A ball of radius V/A fits into every convex body of volume V and area A. If that were of the
    // size of the tolerance, no face could be found in the part moved inward.
    return !(signed_volume(part) >= 2.0 * tolerance * surface_area(part));
}

std::vector<SurfaceMesh> make_part_surfaces(std::span<const HullShape> parts) {
    std::vector<SurfaceMesh> surfaces;
    surfaces.reserve(parts.size());
    for (int i = 0; i < std::ssize(parts); ++i) {
        try {
            surfaces.push_back(make_convex_hull(parts[i].points));
        } catch (const MeshError& error) {
            refuse_part(i, error.what());
        }
    }
    return surfaces;
}

void check_convex_cut(const SurfaceMesh& solid, std::span<const HullShape> parts) {
    if (parts.empty()) {
        throw MeshError("a body has no convex parts; give at least one, or leave the key out");
    }
    if (std::ssize(parts) > kMostConvexParts) {
        throw MeshError("a body has more than " + std::to_string(kMostConvexParts) +
                        " convex parts; cut it into fewer");
    }
    const double tolerance = cut_tolerance(solid);
    const FacetModel facets = make_facet_model(solid.vertices, solid.triangles);
    std::vector<CutPart> cut;
    cut.reserve(parts.size());
    for (SurfaceMesh& surface : make_part_surfaces(parts)) {
        cut.push_back(make_cut_part(std::move(surface)));
    }
    for (int i = 0; i < std::ssize(parts); ++i) {
        check_corners(i, parts[i], cut[i], tolerance);
        check_thickness(i, cut[i], tolerance);
        check_inside(i, solid, facets, cut[i], tolerance);
    }
    check_apart(cut, tolerance);
    check_vertices(solid, cut, tolerance);
    check_volume(solid, cut, tolerance);
}

}  // namespace touchstone
