#include "viewer/scene/impulse_glyphs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "viewer/model/to_floats.h"

namespace touchstone::viewer {
namespace {

constexpr int kConeSides = 16;
constexpr double kConeHeight = 5.0;  // height in radii of a contact's sphere

/// Returns the impulses of the step, as far as there is one for each contact.
std::span<const ContactImpulse> impulses_of(const Moment& moment) {
    if (!moment.record || moment.record->impulses.size() != moment.contacts.size()) {
        return {};
    }
    return moment.record->impulses;
}

/// Adds the rim of a cone, and every fourth of its sides.
void add_cone(SceneView& view, const Vec3& tip, const Vec3& normal, double friction) {
    const Vec3 side = std::abs(normal.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY();
    const Vec3 across = side.cross(normal).normalized();
    const Vec3 other = normal.cross(across);
    const double height = kConeHeight * view.glyph_radius;
    const auto rim = [&](int i) -> Vec3 {
        const double angle = 2.0 * std::numbers::pi * i / kConeSides;
        return tip +
               height * (normal + friction * (std::cos(angle) * across + std::sin(angle) * other));
    };
    const auto world = static_cast<std::uint32_t>(view.bodies.size());
    for (int i = 0; i < kConeSides; ++i) {
        view.cones.push_back({to_floats(rim(i)), to_floats(rim(i + 1)), world});
        if (i % 4 == 0) {
            view.cones.push_back({to_floats(tip), to_floats(rim(i)), world});
        }
    }
}

template <typename... Arguments>
std::string legend_text(const char* format, Arguments... arguments) {
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), format, arguments...);
    return text.data();
}

void add_arrows(SceneView& view, const ViewSource& source, const Color& color) {
    const double scale = impulse_scale(source.moment);
    const std::span<const ContactImpulse> impulses = impulses_of(source.moment);
    if (scale <= 0.0) {
        return;
    }
    for (std::size_t k = 0; k < view.contacts.size(); ++k) {
        const int contact = view.contact_indices[k];
        const Vec3 impulse = world_impulse(source.moment.contacts[contact], impulses[contact]);
        const double size = impulse.norm();
        if (std::isfinite(size) && size > 0.0) {
            const auto length = static_cast<float>(kImpulseLength * size / scale);
            view.impulses.push_back(
                {view.contacts[k].position, to_floats(impulse / size), color, length});
        }
    }
    view.legend.push_back(
        {LegendSign::Arrow, color, legend_text("impulse, full: %g N s", scale),
         static_cast<int>(std::ssize(view.impulses)),
         "What the contact gives to the second body in this step. A full arrow is "
         "2.5 times as long as that of a normal."});
}

void add_cones(SceneView& view, const ViewSource& source, const Color& color) {
    const bool all = view.contacts.size() <= kMostCones;
    for (std::size_t k = 0; k < view.contacts.size(); ++k) {
        const ContactPoint& contact = source.moment.contacts[view.contact_indices[k]];
        const double length = contact.normal.norm();
        const bool wanted = all || source.selected == view.contact_indices[k];
        if (wanted && std::isfinite(length) && length > 0.0) {
            const std::array<float, 3>& place = view.contacts[k].position;
            add_cone(view, {place[0], place[1], place[2]}, contact.normal / length,
                     source.friction);
        }
    }
    if (!view.cones.empty()) {
        Color solid = color;
        solid.alpha = 255;
        view.legend.push_back({LegendSign::Line, solid,
                               legend_text("friction cone, μ = %g", source.friction), -1,
                               "The impulses that friction allows at a contact: those within it."});
    }
}

}  // namespace

double impulse_scale(const Moment& moment) {
    double largest = 0.0;
    const std::span<const ContactImpulse> impulses = impulses_of(moment);
    for (std::size_t i = 0; i < impulses.size(); ++i) {
        const double size = world_impulse(moment.contacts[i], impulses[i]).norm();
        largest = std::isfinite(size) ? std::max(largest, size) : largest;
    }
    if (largest <= 0.0) {
        return 0.0;
    }
    const double decade = std::pow(10.0, std::floor(std::log10(largest)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (largest <= step * decade) {
            return step * decade;
        }
    }
    return 10.0 * decade;
}

void add_impulses(SceneView& view, const ViewSource& source, const DisplaySettings& display) {
    if (impulses_of(source.moment).empty()) {
        return;
    }
    const ThemeColors& colors = theme_colors(display.theme);
    if (display.impulses) {
        add_arrows(view, source, colors.impulse);
    }
    if (display.cones && source.friction > 0.0 && impulse_scale(source.moment) > 0.0) {
        add_cones(view, source, colors.cone);
    }
}

}  // namespace touchstone::viewer
