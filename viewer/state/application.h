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
#include "viewer/tables/contact_table.h"
#include "viewer/tables/plots.h"

namespace touchstone::viewer {

/// Which parts of the interface are shown.
struct PanelsShown {
    bool display = true;
    bool contacts = true;
    bool selection = true;
    bool legend = true;
    bool playback = true;
    bool plots = false;
    bool help = false;
    bool gallery = false;
};

/// How large the panels are, at scale 1 [pixels].
struct PanelSizes {
    double left = 272.0;
    double right = 440.0;
    double selection = 250.0;  ///< height, below the table
    double plots = 230.0;      ///< height

    bool operator==(const PanelSizes&) const = default;
};

/// What a person has typed into the run panel and not yet confirmed.
struct RunFields {
    double time_step = 0.0;  ///< [s]
    double friction = 0.0;
    int sweeps = 0;
    bool editing = false;  ///< else they follow the settings
};

/// One of the two sides of the picture; the second one only when two are compared.
struct Side {
    std::map<int, Moment> moments;       ///< by step: those that are kept, see kKeptContacts
    std::map<int, StepSummary> history;  ///< by step, of every one that was ever known
    SceneView view;
};

/// The oldest steps beside the first are forgotten while all together hold more contacts than this.
inline constexpr std::size_t kKeptContacts = 2'000'000;

/// What the picture has to be told again.
struct Changes {
    bool geometry = true;
    bool view = true;
    bool highlight = true;
    bool plots = true;
};

/// The state of the program, without any window or graphics library. Commands change it (see
/// commands.h); `update` brings what follows from it up to date; the window and the pictures read
/// it. Panels may change `display`, `camera`, `shown` and `filters` and then set `changes`.
struct Application {
    OpenRequest wanted;                        ///< what was asked for last
    std::shared_ptr<const LoadedScene> scene;  ///< null: none is open yet
    std::array<Side, 2> sides;
    int step = 0;  ///< the moment that is looked at
    bool playing = false;
    int play_until = 0;  ///< stops there; 0: never
    int asked_step = 0;  ///< the last one that the player was asked for

    DisplaySettings display;
    Camera camera;
    ViewSize view_size{1280, 800};                                 ///< of one side [pixels]
    std::optional<StandardView> pending_view = StandardView::Iso;  ///< once the scene is there
    bool pending_frame = false;           ///< moves to where all is seen, once the view is made
    std::optional<Camera> framed_camera;  ///< as the last framing left it
    ViewSize framed_size;                 ///< for which it was made
    FilterHistory filters;
    bool filter_is_held = false;  ///< the pointer is still on the slider that has set the last one
    std::vector<int> passing;     ///< contacts of the first side that no filter hides
    ContactColumn sort_column = ContactColumn::Index;
    bool sort_descending = false;
    std::vector<int> table;       ///< `passing`, sorted
    std::optional<int> selected;  ///< contact of the first side
    std::optional<int> hovered;   ///< the same, below the pointer
    std::array<Highlight, 2> highlights;
    int held_body = -1;                  ///< the pointer drags it; -1: none
    std::optional<int> scrolled_to;      ///< the contact that the table was last scrolled to
    std::vector<OfferedNormal> offered;  ///< of the first side; only when they are shown
    std::optional<int> hovered_offer;    ///< one of these, below the pointer
    std::array<bool, kPlotKinds> plots_shown{true, false, true};  ///< by PlotKind
    std::vector<Plot> plots;                                      ///< those shown, in order
    PanelsShown shown;
    PanelSizes sizes;
    RunFields run_fields;
    std::map<std::string, std::uintptr_t> thumbnails;  ///< of cases, by id; for the gallery
    std::string message;  ///< for the person: what went wrong or was done
    bool message_is_error = false;
    std::optional<std::string> screenshot;  ///< a file that the next frame is to be saved in
    bool quit = false;
    Changes changes;
    Player player;

    bool comparing() const { return scene && scene->sides.size() > 1; }
    /// The moment that is looked at; null while there is none.
    const Moment* moment(int side = 0) const;
};

/// Opens what `wanted` says, from the start.
void open_wanted(Application& application);

/// The same with other settings while a scene runs: goes on from the step that is looked at.
void reopen_here(Application& application);

/// Looks at a step, and has it made or read when it is not known yet. The message
/// says so when it is a simulated one that has been forgotten.
void go_to_step(Application& application, int step);

/// The plot of the moment that is looked at, whether it is shown or not. There must be a moment.
Plot make_plot_of(const Application& application, PlotKind kind);

/// Takes the player's news, asks for more while playing, and makes views, table and highlight of
/// what has changed. Never waits.
void update(Application& application);

/// `update` until the player has nothing more to do.
void update_until_idle(Application& application);

/// Who found the contacts of a side: "Growth". Steps from before a change say so. A scene must be
/// open.
std::string side_title(const Application& application, int side);

/// What is looked at, for messages and titles: "Pillar, Growth, step 12".
std::string describe(const Application& application);

}  // namespace touchstone::viewer
