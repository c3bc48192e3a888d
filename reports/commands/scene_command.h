#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

namespace touchstone::reports {

struct SceneExportOptions {
    std::string case_name;
    std::string profile = "corrected";
    std::optional<std::string> out;  ///< file; nothing: standard output
};

/// Adds `scene export`; returns that command.
CLI::App* add_scene_export_command(CLI::App& app, SceneExportOptions& options);
int run_scene_export(const SceneExportOptions& options);

}  // namespace touchstone::reports
