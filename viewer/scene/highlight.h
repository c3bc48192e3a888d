#pragma once

#include <string>

#include "testcases/query/study_scene.h"
#include "viewer/scene/scene_view.h"

namespace touchstone::viewer {

/// The selected elements, as lines and spheres drawn over everything else.
struct Highlight {
    std::vector<GeometryLine> lines;  ///< lines, in the shape frames of their bodies [m]
    std::vector<Glyph> points;        ///< spheres, world frame [m]
};

/// Highlights a contact and the mesh elements that produced it. `shapes` are those of its
/// generator; the barrier's elements of elastic bodies are taken from the `geometry` that is drawn.
Highlight highlight_contact(const SceneView& view, const BodyShapes& shapes,
                            const SceneGeometry& geometry, const Moment& moment, int contact);

}  // namespace touchstone::viewer
