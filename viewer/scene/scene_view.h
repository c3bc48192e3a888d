#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "viewer/model/moment.h"
#include "viewer/model/scene_geometry.h"
#include "viewer/scene/decisions.h"
#include "viewer/scene/display_settings.h"

// What to draw of a moment, as plain data: no graphics library is needed to make or to test it.

namespace touchstone::viewer {

/// One body in its place.
struct BodyInstance {
    Pose world_from_shape;  ///< with what explosion and dragging add
    Color color;
    bool shown = true;
};

/// A contact or an expected normal: a sphere at its position, an arrow along its normal.
struct Glyph {
    std::array<float, 3> position{};  ///< world frame, moved along with its bodies [m]
    std::array<float, 3> normal{};    ///< world frame, unit
    Color color;
};

enum class LegendSign { Sphere, Arrow, Area, Line, Ramp };
struct LegendEntry {
    LegendSign sign = LegendSign::Sphere;
    Color color;
    std::string text;  ///< "tilted", "brick_1, brick_2"
    int count = -1;    ///< how many of them are drawn; -1: nothing to count
};

struct SceneView {
    std::vector<BodyInstance> bodies;
    std::vector<Glyph> contacts;             ///< those that are drawn
    std::vector<int> contact_indices;        ///< which one of the moment each of these is
    std::vector<Glyph> expected;             ///< missing and met expected normals
    std::vector<Glyph> offered;              ///< one per ViewSource::offered
    std::vector<std::vector<Vec3>> regions;  ///< outlines of the true contact regions [m]
    std::vector<LegendEntry> legend;
    BoundingBox bounds;  ///< of the bodies as they are drawn, world frame [m]
    BoundingBox
        focus;  ///< what is worth looking at: the bodies that can move, and a little around them
    double glyph_radius = 0.01;  ///< of a contact's sphere [m]
};

/// What a view is made from; all of it must outlive the call only.
struct ViewSource {
    const StudyScene& scene;
    const SceneGeometry& geometry;
    const Moment& moment;
    std::string generator_title;
    int generator_index = 0;                      ///< among all, for its color
    bool mirror_expected_x = false;               ///< see JudgeOptions
    std::span<const int> shown;                   ///< contacts that no filter hides, by their index
    std::span<const MatchKind> matches = {};      ///< per contact, when two are compared
    std::span<const OfferedNormal> offered = {};  ///< of the semi-local method, to be shown
};
SceneView make_scene_view(const ViewSource& source, const DisplaySettings& display);

/// How far each body is drawn from where it is: explosion and dragging [m].
struct BodyOffsets {
    std::vector<Vec3> exploded;
    std::vector<Vec3> dragged;
};
BodyOffsets body_offsets(const SceneGeometry& geometry, std::span<const Pose> world_from_shape,
                         const DisplaySettings& display);

/// An expected normal, and where to show it.
struct ExpectedNormal {
    int body_a = -1;
    int body_b = -1;
    Vec3 position;  ///< in the middle of the true region; else of the pair's contacts [m]
    Vec3 normal;
    bool met = false;  ///< some contact has it
};
std::vector<ExpectedNormal> expected_normals(const ViewSource& source);

/// The radius that suits a scene [m].
double suitable_glyph_radius(const SceneGeometry& geometry, const BoundingBox& bounds);

}  // namespace touchstone::viewer
