#pragma once

#include <optional>

#include "viewer/camera.h"
#include "viewer/scene_view.h"

namespace touchstone {

/// The contact of the moment whose sphere is drawn within `reach` pixels of a place on the picture:
/// of several the nearest on the picture, and of those within one pixel of each other the nearest
/// to the eye.
std::optional<int> pick_contact(const SceneView& view, const Camera& camera, const ViewSize& size,
                                double x, double y, double reach);

/// The shown body whose surface the pointer is on, and where.
struct BodyHit {
    int body = -1;
    Vec3 point;  ///< world frame [m]
};
std::optional<BodyHit> pick_body(const SceneView& view, const SceneGeometry& geometry,
                                 const Ray& ray);

}  // namespace touchstone
