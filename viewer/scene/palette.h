#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "methods/quality/judge.h"
#include "viewer/model/contact_match.h"

namespace touchstone::viewer {

/// A color as the screen shows it (sRGB), each part in [0, 255].
struct Color {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    std::uint8_t alpha = 255;

    bool operator==(const Color&) const = default;
};

enum class Theme { Light, Dark };

/// The colors that depend on whether the background is light or dark.
struct ThemeColors {
    Color sky;         ///< top of the background
    Color ground;      ///< bottom of the background
    Color body;        ///< a body that can move
    Color fixed_body;  ///< one that cannot
    Color edge;        ///< edges of the shapes
    Color mesh_edge;   ///< all edges of the meshes: the paper's red
    Color interior;    ///< edges inside the solids
    Color eroded;      ///< edges of the eroded solids
    Color facet;       ///< edges and corners of facets
    Color region;      ///< true contact regions
    Color selection;
};
const ThemeColors& theme_colors(Theme theme);

/// Tells the kinds apart also for eyes that do not tell red from green; readable on both themes.
Color verdict_color(VerdictKind kind);
const char* verdict_title(VerdictKind kind);  ///< "right", "wrong length"

/// The same of what two generators have in common and what not.
Color match_color(MatchKind kind);
const char* match_title(MatchKind kind);  ///< "in both"

/// An expected normal that no contact has.
Color missing_color();

/// Color `index` of a series without order; after twelve they come again, a little darker.
Color series_color(int index);

/// From blue (`share` = 0) through grey to red (1).
Color ramp_color(double share);

}  // namespace touchstone::viewer
