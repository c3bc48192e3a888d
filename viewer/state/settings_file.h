#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "viewer/state/application.h"

// The state kept from one run to the next: the appearance of scenes, the open panels and plots, and
// the sizes of the panels, schema "touchstone-viewer-settings-2".

namespace touchstone::viewer {

/// Returns $XDG_CONFIG_HOME/touchstone/viewer.json, or the file in $HOME/.config; empty when
/// neither is set.
std::filesystem::path settings_path();

/// Writes the settings as text.
std::string write_settings(const Application& application);

/// Applies settings. Throws FileError for any other text, and then changes nothing.
void read_settings(Application& application, std::string_view text, std::string_view file_name);

/// Reads the file, if there is one. An invalid one is ignored, and the application's message says
/// so.
void load_settings(Application& application, const std::filesystem::path& path);

/// Writes the file. Failure to write is no error: nothing is saved then.
void save_settings(const Application& application, const std::filesystem::path& path);

}  // namespace touchstone::viewer
