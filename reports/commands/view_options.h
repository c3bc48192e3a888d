#pragma once

#include <array>

namespace touchstone::reports {

/// An option of `touchstone view`, which hands all its words on to the viewer.
struct ViewOption {
    const char* name;     ///< "--step"
    const char* value;    ///< "N"; empty: a flag
    const char* meaning;  ///< a phrase
};

/// The viewer's options, for completion and the manual page: this program does not have the
/// viewer's own table, and it may not be built. A test of the viewer compares the two.
inline constexpr std::array kViewOptions{
    ViewOption{"--generator", "ID", "which generator finds the contacts"},
    ViewOption{"--generators", "ID", "the same"},
    ViewOption{"--compare", "ID", "a second generator beside the first"},
    ViewOption{"--compare-profile", "NAME", "the second one with this profile's settings"},
    ViewOption{"--profile", "NAME", "corrected (default) or published"},
    ViewOption{"--set", "OWNER.OPTION=VALUE", "a setting, as report takes it"},
    ViewOption{"--step", "N", "the step to look at"},
    ViewOption{"--time", "T", "of a query: the time to look at, in 0…1"},
    ViewOption{"--level", "N", "of a query: the level of the search whose boxes are shown"},
    ViewOption{"--view", "NAME", "front, back, left, right, top, bottom or iso"},
    ViewOption{"--do", "COMMAND", "a command, as in scripts"},
    ViewOption{"--script", "FILE", "carries out the commands of a file, then ends"},
    ViewOption{"--screenshot", "FILE", "saves a picture as PNG and ends"},
    ViewOption{"--frames", "FOLDER", "saves a numbered picture of each step and ends"},
    ViewOption{"--no-key", "", "pictures without the key of colors"},
    ViewOption{"--generator-command", "CMD", "a program that answers queries, as a generator"},
    ViewOption{"--generator-time-limit", "S", "for each reply of such a program, in seconds"},
    ViewOption{"--size", "WIDTHxHEIGHT", "of the picture or window"},
    ViewOption{"--panels", "", "the screenshot shows the interface as well"},
    ViewOption{"--scale", "FACTOR", "enlarges the interface, as for dense screens"},
    ViewOption{"--benchmark", "", "prints what drawing costs, and ends"},
    ViewOption{"--frame-times", "", "prints at the end what each frame took"},
    ViewOption{"--help", "", "all of it, from the viewer"},
};

}  // namespace touchstone::reports
