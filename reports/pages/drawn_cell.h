#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "testcases/cells/track.h"

namespace touchstone::reports {

/// The bytes that a PNG file begins with.
inline constexpr std::string_view kPngStart = "\x89PNG\r\n\x1a\n";

/// A finished drawing, or why there is none. Processes that fill one folder share them.
struct DrawnCell : Cell {
    std::string image;  ///< bytes of the file; empty: there is none
};

/// Returns the track of PNG files, taken by the viewer.
const Track<DrawnCell>& picture_track();
/// Returns the track of SVG files, drawn by gnuplot.
const Track<DrawnCell>& plot_track();

/// Returns the digest of the program that draws, as another build of it may draw differently. Empty
/// when its file cannot be read: then what it draws is not kept.
std::string drawing_program_digest(const std::filesystem::path& program);

}  // namespace touchstone::reports
