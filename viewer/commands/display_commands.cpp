#include <algorithm>
#include <array>
#include <string>

#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"
#include "viewer/scene/impulse_glyphs.h"

namespace touchstone::viewer {
namespace {

constexpr std::array<std::string_view, 2> kThemes{"light", "dark"};
constexpr std::array<std::string_view, 5> kColorings{"verdict", "generator", "pair", "separation",
                                                     "difference"};
constexpr std::array<std::string_view, kLineKinds> kLines{"feature", "surface", "interior",
                                                          "eroded", "facet"};
constexpr std::array<std::string_view, 4> kExplodeAxes{"x", "y", "z", "all"};
constexpr std::array<std::string_view, 3> kAxes{"x", "y", "z"};

void set_theme(Application& application, Words words) {
    Theme& theme = application.display.theme;
    theme = words.empty() ? (theme == Theme::Light ? Theme::Dark : Theme::Light)
                          : one_of<Theme>(words, 0, kThemes);
    view_changed(application);
}

void color_by(Application& application, Words words) {
    application.display.color_by = one_of<ColorBy>(words, 0, kColorings);
    view_changed(application);
}

void set_lines(Application& application, Words words) {
    bool& on = application.display.lines[one_of<std::size_t>(words, 0, kLines)];
    on = flag(words, 1, on);
}

void set_points(Application& application, Words words) {
    application.display.points = flag(words, 0, application.display.points);
}

void set_arrows(Application& application, Words words) {
    application.display.arrows = flag(words, 0, application.display.arrows);
}

void set_impulses(Application& application, Words words) {
    application.display.impulses = flag(words, 0, application.display.impulses);
    view_changed(application);
}

void set_cones(Application& application, Words words) {
    application.display.cones = flag(words, 0, application.display.cones);
    view_changed(application);
    if (application.display.cones && application.sides[0].view.contacts.size() > kMostCones) {
        application.message = "with more than " + std::to_string(kMostCones) +
                              " contacts the cone of the selected one alone is drawn; select one, "
                              "or filter them";
        application.message_is_error = false;
    }
}

void set_regions(Application& application, Words words) {
    application.display.regions = flag(words, 0, application.display.regions);
    view_changed(application);
}

void set_expected(Application& application, Words words) {
    const std::array<std::string_view, 2> kinds{"missing", "met"};
    bool& on =
        one_of<int>(words, 0, kinds) == 0 ? application.display.missing : application.display.met;
    on = flag(words, 1, on);
    view_changed(application);
}

/// Colors elastic bodies by a property, or no longer by it.
void set_elastic_colors(Application& application, Words words, ElasticColors property) {
    ElasticColors& colors = application.display.elastic_colors;
    if (flag(words, 0, colors == property)) {
        colors = property;
    } else if (colors == property) {
        colors = ElasticColors::None;
    }
    view_changed(application);
}

void set_strain(Application& application, Words words) {
    set_elastic_colors(application, words, ElasticColors::Strain);
}

void set_pressure(Application& application, Words words) {
    set_elastic_colors(application, words, ElasticColors::Pressure);
}

void set_planes(Application& application, Words words) {
    application.display.planes = flag(words, 0, application.display.planes);
    view_changed(application);
}

void set_decisions(Application& application, Words words) {
    application.display.decisions = flag(words, 0, application.display.decisions);
    view_changed(application);
}

void opacity(Application& application, Words words) {
    application.display.body_opacity = std::clamp(number(words, 0), 0.0, 1.0);
}

void glyph_scale(Application& application, Words words) {
    application.display.glyph_scale = std::clamp(number(words, 0), 0.05, 20.0);
    view_changed(application);
}

void explode(Application& application, Words words) {
    application.display.explode = std::clamp(number(words, 0), 0.0, 10.0);
    if (words.size() > 1) {
        application.display.explode_axis = one_of<ExplodeAxis>(words, 1, kExplodeAxes);
    }
    application.pending_frame = true;  // otherwise what moved is out of sight
    view_changed(application);
}

void hide(Application& application, Words words) {
    const int body = find_body(application, word(words, 0));
    std::vector<bool>& hidden = application.display.hidden;
    hidden.resize(open_scene(application).scene.test_case.bodies.size());
    hidden[body] = flag(words, 1, hidden[body]);
    view_changed(application);
}

void drag(Application& application, Words words) {
    const int body = find_body(application, word(words, 0));
    std::vector<Vec3>& dragged = application.display.dragged;
    dragged.resize(open_scene(application).scene.test_case.bodies.size(), Vec3::Zero());
    dragged[body] += Vec3(number(words, 1), number(words, 2), number(words, 3));
    view_changed(application);
}

void put_back(Application& application, Words) {
    application.display.dragged.clear();
    application.display.hidden.clear();
    application.display.explode = 0.0;
    view_changed(application);
}

void clip(Application& application, Words words) {
    ClipPlane& plane = application.display.clip;
    if (word(words, 0) == "off") {
        plane.on = false;
        return;
    }
    plane.axis = one_of<int>(words, 0, kAxes);
    plane.position = std::clamp(number(words, 1), 0.0, 1.0);
    plane.flipped = words.size() > 2 && flag(words, 2, false);
    plane.on = true;
}

constexpr std::array kDisplayCommands{
    Command{"theme", "[light|dark]", "T", "Display", "light or dark background", &set_theme},
    Command{"color-by", "verdict|generator|pair|separation|difference", "", "Display",
            "what the colors of contacts tell", &color_by},
    Command{"lines", "feature|surface|interior|eroded|facet [on|off]",
            "E: feature, W: surface, I: interior, C: facet", "Display",
            "which edges of the bodies are drawn", &set_lines},
    Command{"points", "[on|off]", "P", "Display", "spheres at the contacts", &set_points},
    Command{"arrows", "[on|off]", "V", "Display", "arrows along the normals", &set_arrows},
    Command{"impulses", "[on|off]", "J", "Display", "what contacts give to B in a step",
            &set_impulses},
    Command{"cones", "[on|off]", "K", "Display", "impulses that friction allows", &set_cones},
    Command{"regions", "[on|off]", "", "Display", "true contact regions", &set_regions},
    Command{"planes", "[on|off]", "", "Display",
            "planes between boxes and exact shapes that are near each other", &set_planes},
    Command{"expected", "missing|met [on|off]", "M: missing", "Display",
            "normals that are right and missing, or right and there", &set_expected},
    Command{"strain", "[on|off]", "", "Display", "colors of elastic bodies by their strain",
            &set_strain},
    Command{"pressure", "[on|off]", "", "Display", "colors of elastic bodies by their pressure",
            &set_pressure},
    Command{"decisions", "[on|off]", "D", "Display",
            "what Semi-local weighed, and why it took or rejected it", &set_decisions},
    Command{"opacity", "0…1", "", "Display", "of the bodies; 1 is solid", &opacity},
    Command{"glyph-scale", "FACTOR", "", "Display", "size of spheres and arrows", &glyph_scale},
    Command{"explode", "SHARE [x|y|z|all]", "", "Display", "moves the bodies apart", &explode},
    Command{"hide", "BODY [on|off]", "", "Display", "hides a body", &hide},
    Command{"drag", "BODY X Y Z", "", "Display", "puts a body aside [m]; contacts stay", &drag},
    Command{"put-back", "", "B", "Display", "undoes explosion, dragging and hiding", &put_back},
    Command{"clip", "off | x|y|z POSITION [on|off]", "", "Display",
            "a plane that cuts the bodies open, at 0…1 of the scene", &clip}};

}  // namespace

std::span<const Command> display_commands() { return kDisplayCommands; }

}  // namespace touchstone::viewer
