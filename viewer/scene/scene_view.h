#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "viewer/model/inspected_mesh.h"
#include "viewer/model/moment.h"
#include "viewer/model/scene_geometry.h"
#include "viewer/scene/decisions.h"
#include "viewer/scene/display_settings.h"

// The contents of a picture as plain data: no graphics library is needed to make or to test it.

namespace touchstone::viewer {

/// A body as drawn.
struct BodyInstance {
    Pose world_from_shape;  ///< pose including explosion and dragging
    Color color;
    bool shown = true;
};

/// A contact or an expected normal: a sphere at its position, an arrow along its normal.
struct Glyph {
    std::array<float, 3> position{};  ///< position in world frame, moved with its bodies [m]
    std::array<float, 3> normal{};    ///< unit, world frame
    Color color;
    float length = 1.0F;  ///< length of the arrow, relative to a contact's
};

/// A line of a body in a color of its own.
struct MarkedLine {
    GeometryLine line;
    Color color;
};

/// A corner of a triangle of a body in a color of its own.
struct MarkedCorner {
    std::array<float, 3> position{};  ///< position, shape frame [m]
    std::uint32_t body = 0;
    Color color;
};

/// The symbols of a legend.
enum class LegendSign { Sphere, Arrow, Area, Line, Ramp };
/// An entry of the legend.
struct LegendEntry {
    LegendSign sign = LegendSign::Sphere;
    Color color;
    std::string text;          ///< "tilted", "brick_1, brick_2"
    int count = -1;            ///< number drawn; -1: not countable
    std::string meaning = {};  ///< definition, one sentence
};

/// The key of the colors of elastic bodies.
struct ElasticKey {
    ElasticColors property = ElasticColors::None;
    double end = 0.0;  ///< strain [-] or pressure [Pa] of the last color; the first is that of
                       ///< strain 0, or of pressure −end

    bool operator==(const ElasticKey&) const = default;
};

/// The contents of one side of the picture.
struct SceneView {
    std::vector<BodyInstance> bodies;
    std::vector<Glyph> contacts;                  ///< contacts drawn
    std::vector<int> contact_indices;             ///< index in the moment of each contact drawn
    std::vector<Glyph> expected;                  ///< expected normals, missing and met
    std::vector<Glyph> offered;                   ///< one per ViewSource::offered
    std::vector<Glyph> impulses;                  ///< impulses on B; the spheres are not drawn
    std::vector<GeometryLine> cones;              ///< friction cones, world frame [m]
    std::vector<std::vector<Vec3>> regions;       ///< outlines of the true contact regions [m]
    std::vector<std::vector<Vec3>> left_regions;  ///< those that their bodies have left [m]
    std::vector<std::vector<Vec3>> planes;        ///< outlines of witness planes [m]
    std::vector<MarkedLine> marked_lines;         ///< edges of a mesh that have a problem
    std::vector<MarkedCorner> marked_faces;       ///< faces that have one, three corners each
    std::vector<Glyph> marked_points;             ///< vertices and tiny elements that have one
    std::vector<LegendEntry> legend;
    BoundingBox bounds;          ///< bounds of the bodies as drawn, world frame [m]
    BoundingBox marked_bounds;   ///< bounds of marked_points [m]; an empty box without any
    BoundingBox focus;           ///< area of interest: the bodies that can move, and a margin
    double glyph_radius = 0.01;  ///< radius of a contact's sphere [m]
    ElasticKey elastic_key;      ///< of the colors of elastic bodies
};

/// The input of a view, which must outlive only the call.
struct ViewSource {
    const StudyScene& scene;
    const SceneGeometry& geometry;
    const Moment& moment;
    std::string generator_title;
    int generator_index = 0;                      ///< index among all generators, for its color
    bool mirror_expected_x = false;               ///< see JudgeOptions
    std::span<const int> shown;                   ///< indices of the contacts that no filter hides
    std::span<const MatchKind> matches = {};      ///< match of each contact, in a comparison
    std::span<const OfferedNormal> offered = {};  ///< normals of the semi-local method to show
    std::span<const Pose> start =
        {};                 ///< poses that a fixed truth is for; empty: those of the case
    double friction = 0.0;  ///< coefficient of the friction cones; 0: none are drawn
    std::optional<int> selected = {};     ///< contact that has its friction cone drawn in any case
    const InspectedMesh* mesh = nullptr;  ///< mesh whose problems are drawn; null: no mesh is shown
    std::optional<int> problem = {};      ///< kind of problem that is drawn alone
};
/// Makes the view.
SceneView make_scene_view(const ViewSource& source, const DisplaySettings& display);

/// The displacements of bodies by explosion and dragging [m].
struct BodyOffsets {
    std::vector<Vec3> exploded;
    std::vector<Vec3> dragged;
};
/// Computes the displacements.
BodyOffsets body_offsets(const SceneGeometry& geometry, std::span<const Pose> world_from_shape,
                         const DisplaySettings& display);

/// An expected normal, with a position at which to show it.
struct ExpectedNormal {
    int body_a = -1;
    int body_b = -1;
    Vec3 position;  ///< middle of the true region, otherwise of the pair's contacts [m]
    Vec3 normal;
    bool met = false;      ///< true: some contact has it
    bool is_left = false;  ///< true: it is stated for places that the bodies have left
};
/// Returns the expected normals of all pairs.
std::vector<ExpectedNormal> expected_normals(const ViewSource& source);

/// Returns the radius of glyphs that suits a scene [m].
double suitable_glyph_radius(const SceneGeometry& geometry, const BoundingBox& bounds);

}  // namespace touchstone::viewer
