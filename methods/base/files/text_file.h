#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

namespace touchstone {

/// Returns the bytes of a file. Throws FileError when it cannot be read, is a folder, or is larger
/// than `most_bytes`; no more than that is ever held in memory.
std::string read_text_file(const std::filesystem::path& path, std::size_t most_bytes);

}  // namespace touchstone
