#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace touchstone::viewer {

/// A picture, top row first, three bytes per pixel: red, green, blue.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> pixels;
};

/// Returns the bytes of a PNG file. The same picture gives the same bytes. Throws Error for a
/// picture that is none.
std::string png_bytes(const Image& image);

/// Writes a PNG file, completely or not at all. The same picture gives the same bytes. Throws
/// FileError.
void write_png(const std::filesystem::path& path, const Image& image);

/// Reads a PNG file. Throws FileError.
Image read_png(const std::filesystem::path& path);

}  // namespace touchstone::viewer
