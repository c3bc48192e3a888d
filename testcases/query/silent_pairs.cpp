#include "testcases/query/silent_pairs.h"

#include <algorithm>
#include <array>
#include <optional>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/boxes/box_sweep.h"
#include "methods/base/boxes/ray_triangle.h"
#include "testcases/query/surface_depth.h"

namespace touchstone {
namespace {

using BodyPair = std::pair<int, int>;

/// Distance below the surface at which it is looked for what two bodies share, in the smallest
/// overlaps that count.
constexpr double kBelow = 2.0;

/// A body's surface in the world.
struct PlacedSurface {
    const SurfaceMesh* mesh = nullptr;
    std::vector<Vec3> vertices;
    BoundingBox bounds;
    bool fixed = false;
    std::optional<SurfaceDepth> asked;  ///< the surface as points ask it; nothing before the first

    double extent() const { return (bounds.upper - bounds.lower).maxCoeff(); }
    /// Must not be called before the surface has the place where it stays.
    SurfaceDepth& depth() {
        if (!asked) {
            asked.emplace(vertices, mesh->triangles);
        }
        return *asked;
    }
};

std::vector<PlacedSurface> place_surfaces(const StudyScene& scene, std::span<const Pose> poses) {
    std::vector<PlacedSurface> surfaces(scene.surfaces.size());
    for (int i = 0; i < std::ssize(surfaces); ++i) {
        PlacedSurface& surface = surfaces[i];
        surface.mesh = &scene.surfaces[i];
        surface.fixed = scene.test_case.bodies[i].fixed;
        surface.vertices.reserve(surface.mesh->vertices.size());
        for (const Vec3& vertex : surface.mesh->vertices) {
            surface.vertices.push_back(poses[i] * vertex);
        }
        surface.bounds = bounds_of(surface.vertices);
    }
    return surfaces;
}

BodyPair pair_of(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

/// Returns the pairs that are excused: those with contacts, and those that may be without.
std::vector<BodyPair> excused_pairs(const Reference& reference,
                                    std::span<const ContactPoint> contacts) {
    std::vector<BodyPair> pairs;
    pairs.reserve(contacts.size());
    for (const ContactPoint& contact : contacts) {
        pairs.push_back(pair_of(contact.body_a, contact.body_b));
    }
    for (const PairReference& pair : reference) {
        if (pair.none || pair.none_is_right || pair.not_judged) {
            pairs.push_back(pair_of(pair.body_a, pair.body_b));
        }
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

BoundingBox box_of(std::span<const Vec3> vertices, const Triangle& triangle) {
    BoundingBox box;
    for (const int i : triangle) {
        extend(box, {vertices[i], vertices[i]});
    }
    return box;
}

/// Appends the middles of the pieces into which a surface cuts an edge. One that it does not cut
/// may have both ends on the surface.
void append_middles(const Vec3& from, const Vec3& to, PlacedSurface& surface,
                    std::vector<double>& crossings, std::vector<Vec3>& points) {
    crossings.assign({0.0, 1.0});
    const BoundingBox edge{from.cwiseMin(to), from.cwiseMax(to)};
    surface.depth().visit_near(edge, [&](const Triangle& triangle) {
        const auto& [i, j, k] = triangle;
        const std::optional<double> along = line_meets_triangle(
            from, to - from, surface.vertices[i], surface.vertices[j], surface.vertices[k]);
        if (along && *along > 0.0 && *along < 1.0) {
            crossings.push_back(*along);
        }
    });
    std::sort(crossings.begin(), crossings.end());
    for (std::size_t m = 1; m < crossings.size(); ++m) {
        const double middle = 0.5 * (crossings[m - 1] + crossings[m]);
        points.emplace_back(from + middle * (to - from));
    }
}

/// Returns the triangles of a surface that reach into a box.
std::vector<Triangle> triangles_in(const PlacedSurface& surface, const BoundingBox& box) {
    std::vector<Triangle> triangles;
    for (const Triangle& triangle : surface.mesh->triangles) {
        if (overlap(box_of(surface.vertices, triangle), box)) {
            triangles.push_back(triangle);
        }
    }
    return triangles;
}

Vec3 middle_of(std::span<const Vec3> vertices, const Triangle& triangle) {
    return (vertices[triangle[0]] + vertices[triangle[1]] + vertices[triangle[2]]) / 3.0;
}

/// Returns points of `body` that may lie in `other`: vertices, middles of the pieces into which
/// other's surface cuts its edges, and of triangles: of a prism that is sunk into its like along
/// the axis, all edges at the sunk end lie on the other's sides. When bodies overlap one of these
/// is inside, unless each surface lies on the other: see share_points_below.
std::vector<Vec3> points_in(const PlacedSurface& body, PlacedSurface& other,
                            const BoundingBox& common) {
    std::vector<Vec3> points;
    for (const Vec3& vertex : body.vertices) {
        if (overlap({vertex, vertex}, common)) {
            points.push_back(vertex);
        }
    }
    std::vector<double> crossings;
    for (const Triangle& triangle : triangles_in(body, common)) {
        points.push_back(middle_of(body.vertices, triangle));
        for (int e = 0; e < 3; ++e) {
            const int i = triangle[e];
            const int j = triangle[(e + 1) % 3];
            if (i < j) {  // each edge once: its other triangle runs along it the other way
                append_middles(body.vertices[i], body.vertices[j], other, crossings, points);
            }
        }
    }
    return points;
}

/// Returns true when a point just below the surface of `body` lies in both bodies: of two in one
/// place no vertex, edge or triangle is inside the other.
bool share_points_below(PlacedSurface& body, PlacedSurface& other, const BoundingBox& common,
                        double least) {
    return std::ranges::any_of(triangles_in(body, common), [&](const Triangle& triangle) {
        const Vec3& start = body.vertices[triangle[0]];
        const Vec3 normal = (body.vertices[triangle[1]] - start)
                                .cross(body.vertices[triangle[2]] - start)
                                .normalized();
        const Vec3 below = middle_of(body.vertices, triangle) - kBelow * least * normal;
        return other.depth().has_deeper(below, least) && body.depth().has_deeper(below, least);
    });
}

/// Returns true when some of these points lie deep in the body.
bool has_deep_point(PlacedSurface& body, std::span<const Vec3> points, double least) {
    return std::ranges::any_of(
        points, [&](const Vec3& point) { return body.depth().has_deeper(point, least); });
}

bool overlaps(PlacedSurface& a, PlacedSurface& b) {
    const double least = kSilentShare * std::min(a.extent(), b.extent());
    const BoundingBox common{a.bounds.lower.cwiseMax(b.bounds.lower),
                             a.bounds.upper.cwiseMin(b.bounds.upper)};
    if (((common.upper - common.lower).array() <= least).any()) {
        return false;  // of flush neighbours, which are most, the boxes share no more than a side
    }
    return has_deep_point(b, points_in(a, b, common), least) ||
           has_deep_point(a, points_in(b, a, common), least) ||
           share_points_below(a, b, common, least);
}

}  // namespace

std::vector<std::pair<int, int>> silent_pairs(const StudyScene& scene, std::span<const Pose> poses,
                                              std::span<const ContactPoint> contacts,
                                              bool deformed) {
    std::vector<PlacedSurface> surfaces = place_surfaces(scene, poses);
    const std::vector<BodyPair> excused = excused_pairs(scene.test_case.reference, contacts);
    std::vector<BodyBox> boxes;
    boxes.reserve(surfaces.size());
    for (const PlacedSurface& surface : surfaces) {
        boxes.push_back({surface.bounds, surface.fixed});
    }
    const auto is_elastic = [&](int body) {
        return !scene.elastic.empty() && !scene.elastic[body].tets.empty();
    };
    const auto is_thin = [&](int body) {
        return thin_shape(scene.test_case.bodies[body].shape) != nullptr;
    };
    std::vector<BodyPair> silent;
    for (const auto& [a, b] : overlapping_bodies(boxes)) {
        if (deformed && (is_elastic(a) || is_elastic(b) || is_thin(a) || is_thin(b))) {
            continue;  // their surfaces are not where their poses put them, or too thick
        }
        if (!std::binary_search(excused.begin(), excused.end(), BodyPair{a, b}) &&
            overlaps(surfaces[a], surfaces[b])) {
            silent.emplace_back(a, b);
        }
    }
    return silent;
}

int count_silent_pairs(const StudyScene& scene, std::span<const Pose> poses,
                       std::span<const ContactPoint> contacts, bool deformed) {
    return static_cast<int>(silent_pairs(scene, poses, contacts, deformed).size());
}

}  // namespace touchstone
