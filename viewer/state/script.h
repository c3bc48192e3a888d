#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "viewer/state/application.h"

namespace touchstone::viewer {

/// A line of a script and where it stands. Scripts hold one command per line, blank lines and lines
/// that begin with '#'. Beside the commands of the table there are
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

/// Throws FileError when the file cannot be read.
std::deque<ScriptLine> read_script(const std::filesystem::path& path);

/// What scripts can ask for: contacts, shown, selected, hovered, step, steps, generator, case,
/// compared, message, verdict (of the selected contact), bodies, exploded, dragged, offered (how
/// many normals Semi-local weighed), decision (of the one below the pointer), plots (how many are
/// shown), left-width (of the left panel). `steps` are a recording's. Throws UnknownName.
std::string value_of(const Application& application, const std::string& what);

}  // namespace touchstone::viewer
