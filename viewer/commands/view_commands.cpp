#include <algorithm>
#include <array>
#include <optional>

#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"

namespace touchstone::viewer {
namespace {

void set_view(Application& application, Words words) {
    application.pending_view = find_view(word(words, 0));
}

/// Returns where the selected contact or element of a mesh is [m]; nothing where there is none, or
/// it cannot be drawn.
std::optional<BoundingBox> selected_place(const Application& application) {
    if (application.selected) {
        const Vec3 place = shown_moment(application).contacts[*application.selected].position;
        return BoundingBox{place, place};
    }
    if (!application.mark) {
        return std::nullopt;
    }
    const InspectedMesh& mesh = *application.mesh();
    const MeshMark& mark = mesh.problems[*application.problem].marks[*application.mark];
    if (!mark.can_be_drawn) {
        return std::nullopt;
    }
    BoundingBox bounds;
    for (const Vec3& corner : mark_corners(mesh, mark)) {
        const Vec3 place = application.sides[0].view.bodies[0].world_from_shape * corner;
        extend(bounds, {place, place});
    }
    return bounds;
}

void frame(Application& application, Words words) {
    const std::array<std::string_view, 2> kinds{"all", "selection"};
    const bool all = one_of<int>(words, 0, kinds) == 0;
    const std::optional<BoundingBox> place = all ? std::nullopt : selected_place(application);
    if (!place) {
        application.pending_frame = true;
        return;
    }
    // What is around it matters, and an element of a mesh may be large.
    const double radius = application.sides[0].view.glyph_radius;
    const double around = std::max(2.0 * (place->upper - place->lower).norm(), 25.0 * radius);
    application.camera =
        framed(application.camera, application.view_size, inflated(*place, around));
}

void orbit(Application& application, Words words) {
    application.camera = orbited(application.camera, number(words, 0), number(words, 1));
}

void pan(Application& application, Words words) {
    application.camera =
        panned(application.camera, application.view_size, number(words, 0), number(words, 1));
}

void zoom(Application& application, Words words) {
    const ViewSize& size = application.view_size;
    application.camera =
        zoomed(application.camera, size, 0.5 * size.width, 0.5 * size.height, number(words, 0));
}

void perspective(Application& application, Words words) {
    application.camera.perspective = flag(words, 0, application.camera.perspective);
}

constexpr std::array kViewCommands{
    Command{"view", "front|back|left|right|top|bottom|iso",
            "1: front, 3: right, 7: top, 0: iso, Ctrl+1: back, Ctrl+3: left, Ctrl+7: bottom",
            "View", "looks from a side at all of the scene", &set_view},
    Command{"frame", "all|selection", "A: all, F: selection", "View", "moves to where it is seen",
            &frame},
    Command{"orbit", "DX DY", "", "View", "turns as if the pointer was moved [pixels]", &orbit},
    Command{"pan", "DX DY", "", "View", "moves as if the pointer was moved [pixels]", &pan},
    Command{"zoom", "CLICKS", "+: 1, -: -1", "View", "nearer, or farther when negative", &zoom},
    Command{"perspective", "[on|off]", "5", "View", "perspective or parallel rays", &perspective}};

}  // namespace

std::span<const Command> view_commands() { return kViewCommands; }

}  // namespace touchstone::viewer
