#pragma once

#include <string>
#include <vector>

namespace touchstone::viewer {

/// The visible parts of the interface.
struct PanelsShown {
    bool display = true;
    bool contacts = true;
    bool selection = true;
    bool legend = true;
    bool playback = true;
    bool plots = false;
    bool help = false;
    bool gallery = false;
    bool open = false;    ///< the path of a file to open
    bool prompt = false;  ///< the line for commands
};

/// The sizes of the panels, at scale 1 [pixels].
struct PanelSizes {
    double left = 272.0;
    double right = 440.0;
    double selection = 250.0;  ///< height, below the table
    double plots = 230.0;      ///< height

    bool operator==(const PanelSizes&) const = default;
};

/// The contents of the run panel until they are confirmed.
struct RunFields {
    double time_step = 0.0;  ///< [s]
    double friction = 0.0;
    int sweeps = 0;
    bool editing = false;  ///< false: the fields follow the settings
};

/// The things that the path in the open panel can become.
struct OfferedPaths {
    std::string text;                ///< path as it was typed
    std::vector<std::string> paths;  ///< see path_completions
};

/// The subject of the context menu.
struct ContextTarget {
    int contact = -1;     ///< contact of the first side; -1: none
    int body = -1;        ///< body; -1: none
    int side = 0;         ///< side of the picture
    bool wanted = false;  ///< true: the menu is to open
};

}  // namespace touchstone::viewer
