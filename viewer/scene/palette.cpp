#include "viewer/scene/palette.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace touchstone::viewer {
namespace {

// The first seven colors follow Okabe and Ito [2008].
constexpr std::array<Color, 12> kSeries{{{0, 114, 178},
                                         {230, 159, 0},
                                         {0, 158, 115},
                                         {204, 121, 167},
                                         {213, 94, 0},
                                         {86, 180, 233},
                                         {190, 178, 40},
                                         {120, 94, 240},
                                         {150, 110, 70},
                                         {20, 170, 190},
                                         {170, 60, 90},
                                         {110, 130, 60}}};

Color mix(const Color& from, const Color& to, double share) {
    const auto part = [share](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
    };
    return {part(from.red, to.red), part(from.green, to.green), part(from.blue, to.blue),
            part(from.alpha, to.alpha)};
}

struct VerdictLook {
    const char* title;
    Color color;
    const char* meaning;
};

// Titles and colors in the order of VerdictKind.
constexpr std::array<VerdictLook, kVerdictKinds> kVerdicts{
    {{"right", {0, 150, 110}, "The normal is a right one of its pair, within the tolerance."},
     {"wrong length",
      {190, 178, 40},
      "The direction is right, but the vector is not of length one, as published."},
     {"tilted",
      {238, 160, 10},
      "The normal is off the nearest right one by more than the tolerance, and by 10° at most."},
     {"flipped",
      {200, 90, 170},
      "The normal points from B to A: it is the opposite of a right one, within 10°."},
     {"sideways",
      {220, 50, 40},
      "The normal is perpendicular to every right one, within 1°: it pushes the bodies past each "
      "other."},
     {"oblique",
      {235, 105, 30},
      "The normal is off every right one by more than 10°, and neither flipped nor sideways."},
     {"invalid", {120, 70, 50}, "The normal or the position is no number, or has no direction."},
     {"unexpected", {125, 60, 220}, "The pair must have no contact."},
     {"unexpected pair", {90, 60, 140}, "The scene's answer does not name this pair of bodies."},
     {"not judged",
      {110, 125, 145},
      "Nothing says which normals are right here, so the contact is neither right nor wrong."},
     {"ahead",
      {40, 140, 190},
      "The bodies only come to this contact within the step, so it is neither right nor wrong."}}};

}  // namespace

Color elastic_ramp(ElasticColors property, int index) {
    // Pulled is green-blue, as no verdict is; pressed is as dark as the end of strain's ramp.
    static constexpr std::array<StrainColor, kElasticColors> kPressureRamp{
        {{0, 92, 104}, {112, 176, 184}, {232, 230, 224}, {190, 132, 178}, {112, 14, 132}}};
    const auto& [red, green, blue] =
        property == ElasticColors::Pressure ? kPressureRamp[index] : kStrainRamp[index];
    return {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
            static_cast<std::uint8_t>(blue)};
}

Color elastic_color(ElasticColors property, double share) {
    const auto [below, more] = find_strain_place(share);
    return mix(elastic_ramp(property, below), elastic_ramp(property, below + 1), more);
}

const ThemeColors& theme_colors(Theme theme) {
    static constexpr ThemeColors kLight{.sky = {252, 253, 255},
                                        .ground = {222, 228, 236},
                                        .body = {150, 176, 208},
                                        .fixed_body = {168, 166, 162},
                                        .edge = {52, 62, 78},
                                        .mesh_edge = {205, 45, 40},
                                        .interior = {140, 110, 60, 150},
                                        .eroded = {20, 130, 150},
                                        .facet = {90, 60, 170},
                                        .region = {0, 110, 200, 70},
                                        .left_region = {0, 110, 200, 18},
                                        .selection = {12, 12, 16},
                                        .selection_casing = {255, 255, 255},
                                        .impulse = {150, 0, 110},
                                        .cone = {70, 80, 95, 110}};
    static constexpr ThemeColors kDark{.sky = {34, 39, 48},
                                       .ground = {20, 23, 28},
                                       .body = {112, 142, 182},
                                       .fixed_body = {128, 127, 124},
                                       .edge = {196, 206, 220},
                                       .mesh_edge = {240, 92, 84},
                                       .interior = {205, 175, 115, 150},
                                       .eroded = {90, 205, 220},
                                       .facet = {175, 150, 250},
                                       .region = {70, 170, 255, 80},
                                       .left_region = {70, 170, 255, 20},
                                       .selection = {255, 255, 255},
                                       .selection_casing = {8, 8, 12},
                                       .impulse = {255, 150, 225},
                                       .cone = {200, 210, 225, 110}};
    return theme == Theme::Light ? kLight : kDark;
}

Color verdict_color(VerdictKind kind) { return kVerdicts[static_cast<std::size_t>(kind)].color; }

const char* verdict_title(VerdictKind kind) {
    return kVerdicts[static_cast<std::size_t>(kind)].title;
}

const char* verdict_meaning(VerdictKind kind) {
    return kVerdicts[static_cast<std::size_t>(kind)].meaning;
}

Color match_color(MatchKind kind) {
    constexpr std::array<Color, kMatchKinds> kColors{
        {{130, 140, 155}, {238, 160, 10}, {200, 40, 120}}};
    return kColors[static_cast<std::size_t>(kind)];
}

const char* match_title(MatchKind kind) {
    constexpr std::array<const char*, kMatchKinds> kTitles{"in both", "other normal there",
                                                           "only here"};
    return kTitles[static_cast<std::size_t>(kind)];
}

const char* match_meaning(MatchKind kind) {
    constexpr std::array<const char*, kMatchKinds> kMeanings{
        "The other side has a contact in the same place with the same normal.",
        "The other side has contacts in the same place, but none with this normal.",
        "The other side has no contact of this pair in this place."};
    return kMeanings[static_cast<std::size_t>(kind)];
}

Color missing_color() { return {0, 120, 240}; }
Color plane_color() { return {150, 90, 210, 80}; }

Color series_color(int index) {
    assert(index >= 0);
    constexpr int count = kSeries.size();
    const int rounds = index / count;
    const double darker = std::min(0.6, 0.25 * rounds);
    return mix(kSeries[index % count], {0, 0, 0}, darker);
}

Color ramp_color(double share) {
    constexpr Color kLow{30, 90, 200};
    constexpr Color kMiddle{165, 165, 165};
    constexpr Color kHigh{205, 35, 40};
    const double at = std::clamp(share, 0.0, 1.0);
    return at < 0.5 ? mix(kLow, kMiddle, 2.0 * at) : mix(kMiddle, kHigh, 2.0 * at - 1.0);
}

}  // namespace touchstone::viewer
