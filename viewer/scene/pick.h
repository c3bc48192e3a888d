#pragma once

#include <optional>
#include <span>

#include "viewer/scene/camera.h"
#include "viewer/scene/scene_view.h"

namespace touchstone::viewer {

/// A point of the picture at which to search.
struct PickPlace {
    double x = 0.0;      ///< distance from the left [pixels]
    double y = 0.0;      ///< distance from the top [pixels]
    double reach = 0.0;  ///< largest distance of a hit [pixels]
};

/// Returns the glyph whose sphere is drawn within reach: of several the nearest on the picture, and
/// of those within one pixel of each other the nearest to the eye.
std::optional<int> pick_glyph(std::span<const Glyph> glyphs, const Camera& camera,
                              const ViewSize& size, const PickPlace& place);

/// Picks one of a view's contacts likewise; returns its index in the moment.
std::optional<int> pick_contact(const SceneView& view, const Camera& camera, const ViewSize& size,
                                double x, double y, double reach);

/// A visible body at the pointer, and the point on its surface.
struct BodyHit {
    int body = -1;
    Vec3 point;  ///< world frame [m]
};
/// Returns the nearest visible body that the ray hits.
std::optional<BodyHit> pick_body(const SceneView& view, const SceneGeometry& geometry,
                                 const Ray& ray);

}  // namespace touchstone::viewer
