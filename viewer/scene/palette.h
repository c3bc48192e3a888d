#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "methods/elastic/strain_color.h"
#include "methods/quality/judge.h"
#include "viewer/model/contact_match.h"

namespace touchstone::viewer {

/// A color of the screen (sRGB), with parts in [0, 255].
struct Color {
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    std::uint8_t alpha = 255;

    bool operator==(const Color&) const = default;
};

/// The backgrounds.
enum class Theme { Light, Dark };

/// The colors that depend on the background.
struct ThemeColors {
    Color sky;               ///< top of the background
    Color ground;            ///< bottom of the background
    Color body;              ///< a body that can move
    Color fixed_body;        ///< a body that cannot move
    Color edge;              ///< edges of the shapes
    Color mesh_edge;         ///< all edges of the meshes: the paper's red
    Color interior;          ///< edges inside the solids
    Color eroded;            ///< edges of the eroded solids
    Color facet;             ///< edges and corners of facets
    Color region;            ///< true contact regions
    Color left_region;       ///< true contact regions that the bodies have left
    Color selection;         ///< elements of the selected contact, and the ring around it
    Color selection_casing;  ///< border of these, the opposite in brightness
    Color impulse;           ///< impulses at contacts
    Color cone;              ///< friction cones
};
/// Returns the colors of a theme.
const ThemeColors& theme_colors(Theme theme);

/// Returns the color of a verdict. Colors can be distinguished without telling red from green, and
/// are readable on both themes.
Color verdict_color(VerdictKind kind);
const char* verdict_title(VerdictKind kind);    ///< title of a verdict: "right", "wrong length"
const char* verdict_meaning(VerdictKind kind);  ///< definition of a verdict, one sentence

/// Returns the color of a kind of match, likewise.
Color match_color(MatchKind kind);
const char* match_title(MatchKind kind);    ///< title of a kind of match: "in both"
const char* match_meaning(MatchKind kind);  ///< definition of a kind of match, one sentence

/// Returns the color of expected normals without a contact.
Color missing_color();
/// Returns the color of planes between bodies that are near each other.
Color plane_color();

/// Returns color `index` of a series without order; after twelve they repeat, a little darker.
Color series_color(int index);

/// The properties that elastic bodies can be colored by.
enum class ElasticColors {
    None,      ///< none: they have the color of their body, as rigid ones
    Strain,    ///< how far they are deformed: from light to dark
    Pressure,  ///< how much they are pressed together: dark at both ends, light in the middle
};
/// Number of colors between which those of elastic bodies are mixed.
inline constexpr int kElasticColors = static_cast<int>(kStrainRamp.size());
/// Returns color `index` of the ramp of a property; no verdict has these colors.
Color elastic_ramp(ElasticColors property, int index);
/// Returns the color at a share of the way along the ramp, in [0, 1].
Color elastic_color(ElasticColors property, double share);

/// Returns a color between blue (`share` = 0), grey and red (1).
Color ramp_color(double share);

}  // namespace touchstone::viewer
