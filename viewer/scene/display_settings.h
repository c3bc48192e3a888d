#pragma once

#include <vector>

#include "methods/base/types.h"
#include "viewer/model/scene_geometry.h"
#include "viewer/scene/palette.h"

namespace touchstone::viewer {

/// The properties that contacts can be colored by.
enum class ColorBy {
    Verdict,
    Generator,
    BodyPair,
    Separation,
    Difference  ///< difference from the other side's contacts, in a comparison
};
/// The directions in which bodies can be moved apart.
enum class ExplodeAxis { X, Y, Z, All };

/// A plane that hides everything in front of it.
struct ClipPlane {
    bool on = false;
    int axis = 0;           ///< axis of its normal: 0 x, 1 y, 2 z
    double position = 0.5;  ///< position from the lower (0) to the upper
                            ///< end (1) of the scene along the axis
    bool flipped = false;   ///< true: hides everything behind it instead

    bool operator==(const ClipPlane&) const = default;
};

/// The appearance of a scene. Nothing here changes a contact.
struct DisplaySettings {
    Theme theme = Theme::Light;
    ColorBy color_by = ColorBy::Verdict;
    ElasticColors elastic_colors = ElasticColors::Strain;
    double body_opacity = 0.28;                ///< opacity, 1: solid; 0: bodies are not filled
    std::array<bool, kLineKinds> lines{true};  ///< visibility by LineKind
    bool points = true;
    bool arrows = true;
    bool regions = true;       ///< true contact regions
    bool missing = true;       ///< expected normals without a contact
    bool met = false;          ///< expected normals with a contact
    bool impulses = true;      ///< impulses at contacts, once there are any
    bool cones = false;        ///< friction cones, likewise
    bool planes = false;       ///< planes between boxes and exact shapes that are near each other
    bool decisions = false;    ///< normals that the semi-local method
                               ///< considered, instead of contacts
    double glyph_scale = 1.0;  ///< size of spheres and arrows, relative to what suits the scene
    double explode = 0.0;      ///< displacement of each body as a share
                               ///< of its distance from the middle
    ExplodeAxis explode_axis = ExplodeAxis::Y;
    ClipPlane clip;
    std::vector<bool> hidden;   ///< by body; missing entries are false
    std::vector<Vec3> dragged;  ///< by body: displacement by dragging; missing entries are zero [m]

    bool operator==(const DisplaySettings&) const = default;
};

}  // namespace touchstone::viewer
