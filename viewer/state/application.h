#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/model/player.h"
#include "viewer/scene/camera.h"
#include "viewer/scene/display_settings.h"
#include "viewer/scene/highlight.h"
#include "viewer/scene/scene_view.h"
#include "viewer/state/pace.h"
#include "viewer/state/panel_state.h"
#include "viewer/state/prompt.h"
#include "viewer/state/recent_files.h"
#include "viewer/tables/contact_table.h"
#include "viewer/tables/plots.h"

namespace touchstone::viewer {

/// One of the two sides of the picture; the second one exists only in a comparison.
struct Side {
    std::map<int, Moment> moments;          ///< by step: those that are kept, see kKeptContacts
    std::map<int, StepSummary> history;     ///< by step: summaries of all steps seen
    std::optional<SceneGeometry> deformed;  ///< geometry of `view` where it is not that of the
                                            ///< scene: with elastic bodies
    SceneView view;
};

/// Number of contacts, and of vertices of elastic bodies, in memory above which the oldest steps,
/// except the first, are dropped.
inline constexpr std::size_t kKeptContacts = 2'000'000;

/// The parts of the picture that must be renewed.
struct Changes {
    bool geometry = true;
    bool view = true;
    bool highlight = true;
    bool plots = true;
    bool copied = false;  ///< true: `copied` is to go to the clipboard
};

/// The state of the program, without any window or graphics library. Commands change it (see
/// commands.h); `update` derives the rest; the window and the pictures read it. Panels may change
/// `display`, `camera`, `shown` and `filters`, and must then set `changes`.
struct Application {
    OpenRequest wanted;                        ///< the latest request
    std::shared_ptr<const LoadedScene> scene;  ///< open scene; null: none
    std::array<Side, 2> sides;
    int step = 0;  ///< step on display
    bool playing = false;
    int play_from = 0;   ///< step at which playing began
    int play_until = 0;  ///< last step to play; 0: no end
    Pace pace;
    int asked_step = 0;  ///< last step requested from the player

    DisplaySettings display;
    Camera camera;
    ViewSize view_size{1280, 800};                                 ///< size of one side [pixels]
    std::optional<StandardView> pending_view = StandardView::Iso;  ///< direction to take once
                                                                   ///< the scene is open
    bool pending_frame = false;           ///< true: frame everything once the view is made
    std::optional<Camera> framed_camera;  ///< camera after the last framing
    ViewSize framed_size;                 ///< picture size at that framing
    FilterHistory filters;
    bool filter_is_held = false;  ///< true: the slider that set the last filter is still held
    std::vector<int> passing;     ///< contacts of the first side that no filter hides
    ContactColumn sort_column = ContactColumn::Index;
    bool sort_descending = false;
    std::vector<int> table;       ///< `passing`, sorted
    std::optional<int> selected;  ///< contact of the first side
    std::optional<int> hovered;   ///< contact of the first side at the pointer
    std::optional<int> problem;   ///< kind of problem of the mesh that is shown alone
    std::optional<int> mark;      ///< element that has it, by its place among those
    std::array<Highlight, 2> highlights;
    int held_body = -1;                  ///< body that the pointer drags; -1: none
    std::optional<int> scrolled_to;      ///< contact that the table was last scrolled to
    std::vector<OfferedNormal> offered;  ///< normals of the first side; empty unless shown
    std::optional<int> hovered_offer;    ///< index of one of them, at the pointer
    std::array<bool, kPlotKinds> plots_shown{true, false, true};  ///< visibility by PlotKind
    std::vector<Plot> plots;                                      ///< visible plots, in order
    PanelsShown shown;
    PanelSizes sizes;
    RunFields run_fields;
    std::map<std::string, std::uintptr_t> thumbnails;  ///< textures of cases, by
                                                       ///< id; for the gallery
    std::string copied;                                ///< text copied last
    std::string gallery_search;                        ///< words that the cases in the gallery have
    std::string open_path;                             ///< path typed in the open panel
    OfferedPaths offered_paths;
    Prompt prompt;
    RecentFiles recent;
    std::string message;  ///< message to the user: an error or a result
    bool message_is_error = false;
    std::optional<std::string> screenshot;  ///< file to save the next frame in
    ContextTarget context;
    bool quit = false;
    Changes changes;
    Player player;

    /// Returns the mesh file that is open; null: something else is.
    const InspectedMesh* mesh() const { return scene ? scene->mesh.get() : nullptr; }
    bool comparing() const { return scene && scene->sides.size() > 1; }
    /// Returns the moment on display; null while there is none.
    const Moment* moment(int side = 0) const;
    /// Returns the geometry that a side draws. A scene must be open.
    const SceneGeometry& geometry(int side = 0) const {
        return sides[side].deformed ? *sides[side].deformed : scene->geometry;
    }
};

/// Opens the request in `wanted`, from the start.
void open_wanted(Application& application);

/// Opens it with other settings while a scene runs, and continues from the step on display.
void reopen_here(Application& application);

/// Shows a step, and requests it when it is not in memory. The message says so when it is a
/// simulated one that was dropped.
void go_to_step(Application& application, int step);

/// Makes a plot of the moment on display, visible or not. There must be a moment.
Plot make_plot_of(const Application& application, PlotKind kind);

/// Takes the player's results, requests more while playing, and renews views, table and highlight
/// where something has changed. Never waits.
void update(Application& application);

/// Runs `update` until the player is idle.
void update_until_idle(Application& application);

/// Returns the title of a side: "Growth". Steps from before a change of settings say so. A scene
/// must be open.
std::string side_title(const Application& application, int side);

/// Returns the title of the open scene; its name where it has none.
std::string scene_title(const LoadedScene& loaded);

/// Describes what is on display, for messages and titles: "Pillar, Growth, step 12".
std::string describe(const Application& application);

}  // namespace touchstone::viewer
