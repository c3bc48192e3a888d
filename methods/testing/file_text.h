#pragma once

#include <filesystem>
#include <string>

#include "methods/base/files/text_file.h"

namespace touchstone::testing {

/// Reads a file of moderate size. Throws FileError.
inline std::string file_text(const std::filesystem::path& path) {
    constexpr std::size_t kMostBytes = std::size_t{64} << 20;
    return read_text_file(path, kMostBytes);
}

}  // namespace touchstone::testing
