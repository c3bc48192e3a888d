#pragma once

#include <CLI/App.hpp>
#include <string>

#include "reports/exports/recording_frames.h"

namespace touchstone::reports {

struct ExportOptions {
    std::string recording;
    std::string format;
    std::string out;  ///< a file for gltf and svg, a folder for the others
    FrameSelection frames;
};

/// Adds `export`; returns that command.
CLI::App* add_export_command(CLI::App& app, ExportOptions& options);
int run_export(const ExportOptions& options);

}  // namespace touchstone::reports
