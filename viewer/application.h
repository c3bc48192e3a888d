#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "viewer/camera.h"
#include "viewer/contact_table.h"
#include "viewer/display_settings.h"
#include "viewer/highlight.h"
#include "viewer/player.h"
#include "viewer/scene_view.h"

namespace touchstone {

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

/// One of the two sides of the picture; the second one only when generators are compared.
struct Side {
    std::map<int, Moment> moments;  ///< those known, by step
    SceneView view;
};

/// What the picture has to be told again.
struct Changes {
    bool geometry = true;
    bool view = true;
    bool highlight = true;
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
    bool pending_frame = false;  ///< moves to where all is seen, once the view is made
    FilterHistory filters;
    std::vector<int> passing;  ///< contacts of the first side that no filter hides
    ContactColumn sort_column = ContactColumn::Index;
    bool sort_descending = false;
    std::vector<int> table;       ///< `passing`, sorted
    std::optional<int> selected;  ///< contact of the first side
    std::optional<int> hovered;   ///< the same, below the pointer
    std::array<Highlight, 2> highlights;
    int held_body = -1;              ///< the pointer drags it; -1: none
    std::optional<int> scrolled_to;  ///< the contact that the table was last scrolled to
    PanelsShown shown;
    std::map<std::string, std::uintptr_t> thumbnails;  ///< of cases, by id; for the gallery
    std::string message;  ///< for the person: what went wrong or was done
    bool message_is_error = false;
    std::optional<std::string> screenshot;  ///< a file that the next frame is to be saved in
    bool quit = false;
    Changes changes;
    Player player;

    bool comparing() const { return scene && !scene->request.compared.empty(); }
    /// The moment that is looked at; null while there is none.
    const Moment* moment(int side = 0) const;
};

/// Opens what `wanted` says, from the start.
void open_wanted(Application& application);

/// The same with other settings while a scene runs: goes on from the step that is looked at.
void reopen_here(Application& application);

/// Looks at a step, and has it made or read when it is not known yet.
void go_to_step(Application& application, int step);

/// Takes the player's news, asks for more while playing, and makes views, table and highlight of
/// what has changed. Never waits.
void update(Application& application);

/// `update` until the player has nothing more to do.
void update_until_idle(Application& application);

/// What is looked at, for messages and titles: "Pillar, Growth, step 12".
std::string describe(const Application& application);

}  // namespace touchstone
