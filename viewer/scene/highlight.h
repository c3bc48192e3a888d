#pragma once

#include <string>

#include "testcases/query/study_scene.h"
#include "viewer/scene/scene_view.h"

namespace touchstone::viewer {

/// The selected elements, as lines and spheres drawn over everything else.
struct Highlight {
    /// Lines, in the shape frames of their bodies, or of the world, which comes after all bodies
    /// [m].
    std::vector<GeometryLine> lines;
    std::vector<Glyph> points;  ///< spheres, world frame [m]
};

/// Highlights a contact and the mesh elements that produced it; around one of exact curved shapes
/// its ellipse, see contact_ellipse. `shapes` are those of its
/// generator; the barrier's elements of elastic bodies are taken from the `geometry` that is drawn.
Highlight highlight_contact(const SceneView& view, const BodyShapes& shapes,
                            const SceneGeometry& geometry, const Moment& moment, int contact);

}  // namespace touchstone::viewer
