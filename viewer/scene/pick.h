#pragma once

#include <optional>
#include <span>

#include "viewer/scene/camera.h"
#include "viewer/scene/scene_view.h"

namespace touchstone::viewer {

/// Where on the picture something is looked for.
struct PickPlace {
    double x = 0.0;      ///< from the left [pixels]
    double y = 0.0;      ///< from the top [pixels]
    double reach = 0.0;  ///< farther away nothing is hit [pixels]
};

/// The glyph whose sphere is drawn within reach: of several the nearest on the picture, and of
/// those within one pixel of each other the nearest to the eye.
std::optional<int> pick_glyph(std::span<const Glyph> glyphs, const Camera& camera,
                              const ViewSize& size, const PickPlace& place);

/// The same of a view's contacts, as a contact of the moment.
std::optional<int> pick_contact(const SceneView& view, const Camera& camera, const ViewSize& size,
                                double x, double y, double reach);

/// The shown body whose surface the pointer is on, and where.
struct BodyHit {
    int body = -1;
    Vec3 point;  ///< world frame [m]
};
std::optional<BodyHit> pick_body(const SceneView& view, const SceneGeometry& geometry,
                                 const Ray& ray);

}  // namespace touchstone::viewer
