#pragma once

#include <string_view>

#include "viewer/state/application.h"

// The interface, made with Dear ImGui. Panels read the application and change it by commands; they
// make no OpenGL call. A panel describes its contents only: where it stands is layout.cpp's.

namespace touchstone::viewer {

/// A part of the window, from its upper left corner [pixels].
struct Area {
    int x = 0;
    int y = 0;
    int width = 1;
    int height = 1;

    bool operator==(const Area&) const = default;
};

/// Describes the menu and all panels that are shown. What is left is for the scene.
Area draw_panels(Application& application, const ViewSize& window, double scale);

/// Turns, moves, picks and drags as the pointer says, unless it is over a panel.
void follow_pointer(Application& application, const Area& area, double scale);

/// Carries out a command; what goes wrong becomes the application's message.
void act(Application& application, std::string_view line);

// The contents of each panel.
void draw_menu(Application& application);
void draw_run_panel(Application& application);
void draw_display_panel(Application& application);
void draw_filter_panel(Application& application);
void draw_contacts_panel(Application& application);
void draw_selection_panel(Application& application);
void draw_playback_panel(Application& application);
void draw_plots_panel(Application& application);
void draw_legend_panel(const Application& application, int side);
void draw_help_panel();
void draw_gallery_panel(Application& application);

}  // namespace touchstone::viewer
