#pragma once

#include <optional>
#include <span>

#include "viewer/model/inspected_mesh.h"
#include "viewer/scene/highlight.h"
#include "viewer/scene/scene_view.h"

// What is wrong with a mesh, as colored elements of it.

namespace touchstone::viewer {

/// Returns the color of a kind of problem by its place in the list.
Color problem_color(int index);

/// Adds the elements that have problems to the view, and the key to their colors in place of that
/// of contacts. Without `chosen` all but notes are drawn; otherwise that kind alone. The bodies of
/// the view must be made.
void add_mesh_marks(SceneView& view, const InspectedMesh& mesh, std::optional<int> chosen);

/// Highlights an element. One that cannot be drawn gives nothing.
Highlight highlight_mark(const SceneView& view, const InspectedMesh& mesh, const MeshMark& mark,
                         const Color& color);

}  // namespace touchstone::viewer
