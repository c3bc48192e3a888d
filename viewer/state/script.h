#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "viewer/state/application.h"

namespace touchstone::viewer {

/// A line of a script with its number. Scripts hold one command per line, blank lines and lines
/// that begin with '#'. In addition to the commands of the table there are
///     wait                      until nothing is under way
///     pointer X Y               moves it to a place in the window [pixels]
///     pointer-to CONTACT        moves it to where that contact is drawn
///     pointer-to-offer N        the same of a normal that Semi-local weighed
///     press|release left|right  its buttons
///     control down|up           the Ctrl key
///     wheel CLICKS
///     key NAME                  as in the help: "Ctrl+Z"
///     drop FILE                 as if it was dropped on the window
///     expect WHAT VALUE         ends the program with status 1 unless it is so; see value_of;
///                               also "uploads", buffers filled since the last other line
struct ScriptLine {
    int number = 0;
    std::string text;
};

/// Reads a script. Throws FileError when the file cannot be read.
std::deque<ScriptLine> read_script(const std::filesystem::path& path);

/// Returns a value that scripts can query: contacts, shown, selected, hovered, step, steps,
/// generator, case, compared, message, verdict (of the selected contact), bodies, exploded,
/// dragged, copied (text copied last), recent (number of files opened last), impulses (number
/// drawn), playing (yes or no), offered (number of normals that Semi-local considered), decision
/// (on the one at the pointer), plots (number of visible ones), left-width (of the left panel).
/// `steps` is for recordings. Throws UnknownName.
std::string value_of(const Application& application, const std::string& what);

}  // namespace touchstone::viewer
