#pragma once

#include <filesystem>

namespace touchstone::viewer {

/// Returns the name of a picture that no file has yet: the wanted one, otherwise with the lowest
/// free number before its ending, "view-2.png". Absolute, so that it can be told.
std::filesystem::path free_picture_name(const std::filesystem::path& wanted);

/// Returns the name of the next of a series in a folder: "touchstone-0001.png", one above the
/// highest number that is there.
std::filesystem::path next_picture_name(const std::filesystem::path& folder);

}  // namespace touchstone::viewer
