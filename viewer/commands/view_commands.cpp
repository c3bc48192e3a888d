#include <array>

#include "viewer/commands/command_groups.h"
#include "viewer/commands/command_words.h"

namespace touchstone::viewer {
namespace {

void set_view(Application& application, Words words) {
    application.pending_view = find_view(word(words, 0));
}

void frame(Application& application, Words words) {
    const std::array<std::string_view, 2> kinds{"all", "selection"};
    if (one_of<int>(words, 0, kinds) == 0 || !application.selected) {
        application.pending_frame = true;
        return;
    }
    const Vec3 place = shown_moment(application).contacts[*application.selected].position;
    const double around = 25.0 * application.sides[0].view.glyph_radius;
    application.camera =
        framed(application.camera, application.view_size, inflated({place, place}, around));
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
