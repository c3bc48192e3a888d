#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone::viewer {

/// Returns the paths that begin with the text, sorted: folders, with a '/' at the end, and files
/// that can be opened. "~/" stands for the home folder. Hidden entries are left out unless the text
/// names them. Nothing for a folder that cannot be read; of very large ones only a part is looked
/// at.
std::vector<std::string> path_completions(std::string_view text);

/// Replaces "~/" at the beginning by the home folder, where there is one.
std::string without_tilde(std::string_view path);

/// Returns the longest beginning that all texts share; empty without any.
std::string common_beginning(const std::vector<std::string>& texts);

}  // namespace touchstone::viewer
