#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viewer/state/application.h"

namespace touchstone::viewer {

/// Returns what the last word of a line can become, sorted: commands, and the words, names and
/// paths that a command expects in that place. A line that ends in a blank begins a new word.
std::vector<std::string> completions(const Application& application, std::string_view line);

/// Returns the line with its last word as long as all completions agree; with a blank after the
/// only one. The same line when there are none.
std::string completed(const Application& application, std::string_view line);

/// Carries out a line that was typed in the prompt, and remembers it. An error becomes the message.
void run_prompt(Application& application);

}  // namespace touchstone::viewer
