#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "methods/base/boxes/bounding_box.h"
#include "testcases/motion/deformed_bodies.h"
#include "testcases/query/study_scene.h"

// The part of a scene that is constant during motion, in the layout for drawing: all bodies in one
// list, each vertex in the frame of its body's shape.

namespace touchstone::viewer {

/// A vertex of a body.
struct GeometryVertex {
    std::array<float, 3> position{};  ///< position, shape frame [m]
    std::uint32_t body = 0;
    float strain = -1.0F;   ///< of an elastic body there, see vertex_strains [-]; -1: it is rigid
    float pressure = 0.0F;  ///< in an elastic body there, see tet_pressures [Pa]
    std::array<float, 3> normal{};  ///< unit, shape frame; zero: that of the triangle
};

/// A triangle of a curved surface, across which the outline of the body may run as it is seen.
struct CurvedTriangle {
    std::array<std::array<float, 3>, 3> corners{};  ///< shape frame [m]
    std::array<std::array<float, 3>, 3> normals{};  ///< unit, at the corners
    std::uint32_t body = 0;
};

/// A line on a body.
struct GeometryLine {
    std::array<float, 3> start{};  ///< start point, shape frame [m]
    std::array<float, 3> end{};    ///< end point, shape frame [m]
    std::uint32_t body = 0;
};

/// The kinds of line.
enum class LineKind {
    Feature,   ///< edges between faces in different planes; of exact curved shapes their own
    Surface,   ///< all edges of the surface mesh: the paper's wireframe
    Interior,  ///< edges of tets inside the solid
    Eroded,    ///< surface of the eroded solid, for generators that need one
    Facet      ///< edges and corners of the facets, for generators that use them
};
/// Number of kinds of line.
inline constexpr int kLineKinds = 5;

/// The geometry of all bodies.
struct SceneGeometry {
    std::vector<GeometryVertex> vertices;
    std::vector<std::uint32_t> triangles;  ///< three indices each, counter-clockwise from outside
    std::vector<CurvedTriangle> curved;    ///< triangles of exact curved shapes
    std::array<std::vector<GeometryLine>, kLineKinds> lines;
    std::vector<BoundingBox> body_bounds;  ///< bounds of each body, shape frame [m]
    double strain_key_end = 0.0;  ///< strain at which its key of colors ends; 0: no elastic bodies
    double pressure_key_end = 0.0;  ///< pressure at which its key of colors ends [Pa]; 0: likewise
};
/// Makes the geometry of a scene. Exact curved shapes are drawn by fine meshes of their own,
/// whatever mesh the methods are given; LineKind::Surface has the edges of the latter.
SceneGeometry make_scene_geometry(const StudyScene& scene);

/// Makes the geometry of a scene whose elastic bodies are deformed, from that of the scene,
/// `undeformed`, and from their surfaces, pressures and all. `frames`, one per body: the poses
/// whose frames their vertices are put in, and follow when they are drawn elsewhere. Lines inside
/// elastic bodies are left out.
SceneGeometry make_deformed_geometry(const SceneGeometry& undeformed,
                                     std::span<const DeformedSurface> surfaces,
                                     std::span<const Pose> frames);

/// Bend between two faces above which the edge between them is visible.
inline constexpr double kFeatureAngle = 2.0;  ///< [degrees]

/// Returns the bounds of all bodies at these poses, world frame [m], from the corners of their
/// boxes.
BoundingBox scene_bounds(const SceneGeometry& geometry, std::span<const Pose> world_from_shape);

}  // namespace touchstone::viewer
