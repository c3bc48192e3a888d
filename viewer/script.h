#pragma once

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

#include "viewer/application.h"

namespace touchstone {

/// A line of a script and where it stands. Scripts hold one command per line, blank lines and lines
/// that begin with '#'. Beside the commands of the table there are
///     wait                      until nothing is under way
///     pointer X Y               moves it to a place in the window [pixels]
///     pointer-to CONTACT        moves it to where that contact is drawn
///     press|release left|right  its buttons
///     control down|up           the Ctrl key
///     wheel CLICKS
///     key NAME                  as in the help: "Ctrl+Z"
///     drop FILE                 as if it was dropped on the window
///     expect WHAT VALUE         ends the program with status 1 unless it is so; see value_of
struct ScriptLine {
    int number = 0;
    std::string text;
};

/// Throws FileError when the file cannot be read.
std::deque<ScriptLine> read_script(const std::filesystem::path& path);

/// What scripts can ask for: contacts, shown, selected, hovered, step, steps, generator, case,
/// message, verdict (of the selected contact), bodies, hidden, exploded, dragged. Throws
/// UnknownName.
std::string value_of(const Application& application, const std::string& what);

}  // namespace touchstone
