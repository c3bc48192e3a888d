#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "viewer/state/application.h"

// What persists from one run to the next: how scenes are shown, which panels and plots are open and
// how large the panels are, schema "touchstone-viewer-settings-2".

namespace touchstone::viewer {

/// $XDG_CONFIG_HOME/touchstone/viewer.json, else in $HOME/.config; empty when neither is set.
std::filesystem::path settings_path();

std::string write_settings(const Application& application);

/// Takes over what the text says. Throws FileError for anything but such a text; then nothing has
/// changed.
void read_settings(Application& application, std::string_view text, std::string_view file_name);

/// Reads the file, if there is one. A broken one is ignored, and the application's message says so.
void load_settings(Application& application, const std::filesystem::path& path);

/// A file that cannot be written is no reason to fail: nothing is saved then.
void save_settings(const Application& application, const std::filesystem::path& path);

}  // namespace touchstone::viewer
