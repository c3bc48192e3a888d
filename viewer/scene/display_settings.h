#pragma once

#include <vector>

#include "methods/base/types.h"
#include "viewer/model/scene_geometry.h"
#include "viewer/scene/palette.h"

namespace touchstone::viewer {

enum class ColorBy {
    Verdict,
    Generator,
    BodyPair,
    Separation,
    Difference  ///< from the other side's contacts, when two generators are compared
};
enum class ExplodeAxis { X, Y, Z, All };

/// A plane that hides what lies in front of it.
struct ClipPlane {
    bool on = false;
    int axis = 0;           ///< of its normal: 0 x, 1 y, 2 z
    double position = 0.5;  ///< from the lower (0) to the upper end (1) of the scene along the axis
    bool flipped = false;   ///< hides what lies behind it instead

    bool operator==(const ClipPlane&) const = default;
};

/// How a person wants to see a scene. Nothing of it changes a contact.
struct DisplaySettings {
    Theme theme = Theme::Light;
    ColorBy color_by = ColorBy::Verdict;
    double body_opacity = 0.28;                ///< 1: solid; 0: bodies are not filled
    std::array<bool, kLineKinds> lines{true};  ///< by LineKind
    bool points = true;
    bool arrows = true;
    bool regions = true;       ///< true contact regions
    bool missing = true;       ///< expected normals that no contact has
    bool met = false;          ///< expected normals that a contact has
    bool decisions = false;    ///< normals that the semi-local method weighed, instead of contacts
    double glyph_scale = 1.0;  ///< of spheres and arrows, relative to what suits the scene
    double explode = 0.0;      ///< each body moves this share of its distance from the middle
    ExplodeAxis explode_axis = ExplodeAxis::Y;
    ClipPlane clip;
    std::vector<bool> hidden;   ///< per body; missing ones are shown
    std::vector<Vec3> dragged;  ///< per body: how far it was put aside; missing: not [m]

    bool operator==(const DisplaySettings&) const = default;
};

}  // namespace touchstone::viewer
