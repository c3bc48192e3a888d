#pragma once

#include <span>
#include <string>
#include <string_view>

#include "reports/exports/recording_frames.h"

namespace touchstone::reports {

/// What a recording can be turned into.
struct ExportFormat {
    std::string_view id;      ///< "gltf"
    std::string_view title;   ///< what it is for: "an animation for Blender"
    std::string_view ending;  ///< of its file: ".glb"; empty: a folder of several files
    /// Writes it and returns the exit status. Throws UsageError and FileError.
    int (*write)(const ExportTask& task);
};
std::span<const ExportFormat> all_export_formats();

/// Throws UnknownName, which lists the known ones.
const ExportFormat& find_export_format(std::string_view id);

}  // namespace touchstone::reports
