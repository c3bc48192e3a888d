#pragma once

#include <span>
#include <string>
#include <string_view>

#include "reports/exports/recording_frames.h"

namespace touchstone::reports {

/// A format that recordings can be exported to.
struct ExportFormat {
    std::string_view id;      ///< "gltf"
    std::string_view title;   ///< purpose: "an animation for Blender"
    std::string_view ending;  ///< ending of its file: ".glb"; empty: a folder of several files
    /// Writes the export and returns the exit status. Throws UsageError and FileError.
    int (*write)(const ExportTask& task);
};
/// Returns the table of formats.
std::span<const ExportFormat> all_export_formats();

/// Finds a format; throws UnknownName, listing the known ids.
const ExportFormat& find_export_format(std::string_view id);

}  // namespace touchstone::reports
