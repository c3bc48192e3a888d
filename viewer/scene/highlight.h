#pragma once

#include <string>

#include "testcases/query/study_scene.h"
#include "viewer/scene/scene_view.h"

namespace touchstone::viewer {

/// What a person has picked out: lines and spheres drawn over everything else.
struct Highlight {
    std::vector<GeometryLine> lines;  ///< shape frame of their bodies [m]
    std::vector<Glyph> points;        ///< world frame [m]
};

/// A contact and the mesh elements that made it. `shapes`: the bodies as its generator saw them.
Highlight highlight_contact(const SceneView& view, const BodyShapes& shapes, const Moment& moment,
                            int contact, const Color& color);

}  // namespace touchstone::viewer
