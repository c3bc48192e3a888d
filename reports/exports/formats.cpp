#include "reports/exports/formats.h"

#include <array>

#include "methods/base/find_by_id.h"
#include "reports/exports/gltf_writer.h"
#include "reports/exports/recording_copy.h"
#include "reports/exports/recording_csv.h"
#include "reports/exports/svg_writer.h"
#include "reports/exports/vtk_writer.h"

namespace touchstone::reports {
namespace {

constexpr std::array kExportFormats{
    ExportFormat{"gltf", "an animation for Blender", ".glb", &export_gltf},
    ExportFormat{"vtk", "series for ParaView", "", &export_vtk},
    ExportFormat{"csv", "tables", "", &export_csv},
    ExportFormat{"svg", "drawings side by side", ".svg", &export_svg},
    ExportFormat{"h5", "the recording again, compressed", ".h5", &export_packed},
};

}  // namespace

std::span<const ExportFormat> all_export_formats() { return kExportFormats; }

const ExportFormat& find_export_format(std::string_view id) {
    return find_by_id(kExportFormats, id, "format");
}

}  // namespace touchstone::reports
