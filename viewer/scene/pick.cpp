#include "viewer/scene/pick.h"

#include <cmath>
#include <limits>

#include "methods/base/boxes/ray_triangle.h"
#include "viewer/scene/projector.h"

namespace touchstone::viewer {
namespace {

Vec3 to_vec3(const std::array<float, 3>& point) { return {point[0], point[1], point[2]}; }

}  // namespace

std::optional<int> pick_glyph(std::span<const Glyph> glyphs, const Camera& camera,
                              const ViewSize& size, const PickPlace& place) {
    const Projector project(camera, size);
    std::optional<int> best;
    double best_distance = place.reach;
    double best_depth = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
        const std::optional<ScreenPoint> at = project(to_vec3(glyphs[i].position));
        if (!at || std::abs(at->x - place.x) > place.reach ||
            std::abs(at->y - place.y) > place.reach) {
            continue;
        }
        const double distance = std::hypot(at->x - place.x, at->y - place.y);
        const bool same_place = std::abs(distance - best_distance) < 1.0;
        if (distance > place.reach ||
            (same_place ? at->depth >= best_depth : distance >= best_distance)) {
            continue;
        }
        best = static_cast<int>(i);
        best_distance = distance;
        best_depth = at->depth;
    }
    return best;
}

std::optional<int> pick_contact(const SceneView& view, const Camera& camera, const ViewSize& size,
                                double x, double y, double reach) {
    const std::optional<int> glyph = pick_glyph(view.contacts, camera, size, {x, y, reach});
    return glyph ? std::optional(view.contact_indices[*glyph]) : std::nullopt;
}

std::optional<BodyHit> pick_body(const SceneView& view, const SceneGeometry& geometry,
                                 const Ray& ray) {
    std::optional<BodyHit> best;
    double nearest = std::numeric_limits<double>::infinity();
    const auto corner = [&](std::size_t index) {
        const GeometryVertex& vertex = geometry.vertices[geometry.triangles[index]];
        return view.bodies[vertex.body].world_from_shape * to_vec3(vertex.position);
    };
    for (std::size_t i = 0; i + 2 < geometry.triangles.size(); i += 3) {
        const auto body = static_cast<int>(geometry.vertices[geometry.triangles[i]].body);
        if (!view.bodies[body].shown) {
            continue;
        }
        const std::optional<double> along =
            line_meets_triangle(ray.origin, ray.direction, corner(i), corner(i + 1), corner(i + 2));
        if (along && *along >= 0.0 && *along < nearest) {
            nearest = *along;
            best = BodyHit{body, ray.origin + *along * ray.direction};
        }
    }
    return best;
}

}  // namespace touchstone::viewer
