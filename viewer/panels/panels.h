#pragma once

#include <string_view>

#include "viewer/state/application.h"

// The interface, made with Dear ImGui. Panels read the application and change it by commands; they
// make no OpenGL call. A panel describes only its contents; layout.cpp places it.

namespace touchstone::viewer {

/// A rectangle of the window, from its upper left corner [pixels].
struct Area {
    int x = 0;
    int y = 0;
    int width = 1;
    int height = 1;

    bool operator==(const Area&) const = default;
};

/// Describes the menu and all visible panels, and returns the area left for the scene.
Area draw_panels(Application& application, const ViewSize& window, double scale);

/// Describes the color keys of all sides and what they show, for pictures without panels.
void draw_key(Application& application, const Area& area);

/// Turns, moves, picks and drags by the pointer, unless it is over a panel.
void follow_pointer(Application& application, const Area& area, double scale);

/// Opens the menu of a contact, a body or a side at the pointer.
void open_context_menu(Application& application, const ContextTarget& target);

/// Carries out a command; an error becomes the application's message.
void act(Application& application, std::string_view line);

// The contents of each panel.
/// Describes the menu bar.
void draw_menu(Application& application);
/// Describes the generator, its settings, and the solver's fields.
void draw_run_panel(Application& application);
/// Describes the appearance of the scene.
void draw_display_panel(Application& application);
/// Describes the filter of contacts.
void draw_filter_panel(Application& application);
/// Describes the table of contacts.
void draw_contacts_panel(Application& application);
/// Describes the facts about the selected contact.
void draw_selection_panel(Application& application);
/// Describes what is wrong with the open mesh.
void draw_mesh_panel(Application& application);
/// Describes the elements that have the chosen problem.
void draw_elements_panel(Application& application);
/// Describes the controls of time.
void draw_playback_panel(Application& application);
/// Describes the visible plots.
void draw_plots_panel(Application& application);
/// Describes the legend of one side, on the scene.
void draw_legend_panel(const Application& application, int side);
/// Describes the commands and their keys.
void draw_help_panel();
/// Describes the built-in cases as pictures.
void draw_gallery_panel(Application& application);
/// Describes the field for the path of a file, with what it can become.
void draw_open_panel(Application& application);
/// Describes the line for commands, with what it can become.
void draw_prompt_panel(Application& application);
/// Describes the menu of what was clicked with the right button, while it is open.
void draw_context_menu(Application& application);

}  // namespace touchstone::viewer
