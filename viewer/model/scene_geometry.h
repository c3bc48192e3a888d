#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "methods/base/bounding_box.h"
#include "testcases/query/study_scene.h"

// What of a scene does not change while it moves, in the layout that drawing wants: all bodies in
// one list, each vertex in the frame of its body's shape.

namespace touchstone::viewer {

struct GeometryVertex {
    std::array<float, 3> position{};  ///< shape frame [m]
    std::uint32_t body = 0;
};

struct GeometryLine {
    std::array<float, 3> start{};  ///< shape frame [m]
    std::array<float, 3> end{};    ///< shape frame [m]
    std::uint32_t body = 0;
};

enum class LineKind {
    Feature,   ///< edges between faces that lie in different planes
    Surface,   ///< all edges of the surface mesh: the paper's wireframe
    Interior,  ///< edges of tets inside the solid
    Eroded,    ///< the surface of the eroded solid, where a generator wants one
    Facet      ///< edges and corners of the facets, where a generator looks at these
};
inline constexpr int kLineKinds = 5;

struct SceneGeometry {
    std::vector<GeometryVertex> vertices;
    std::vector<std::uint32_t> triangles;  ///< three indices each, counter-clockwise from outside
    std::array<std::vector<GeometryLine>, kLineKinds> lines;
    std::vector<BoundingBox> body_bounds;  ///< per body, shape frame [m]
};
SceneGeometry make_scene_geometry(const StudyScene& scene);

/// Two faces of a surface, seen from the edge between them, that bend by more than this are two
/// faces to the eye.
inline constexpr double kFeatureAngle = 2.0;  ///< [degrees]

/// The bounds of all bodies at these poses, world frame [m]: of the corners of their boxes.
BoundingBox scene_bounds(const SceneGeometry& geometry, std::span<const Pose> world_from_shape);

}  // namespace touchstone::viewer
