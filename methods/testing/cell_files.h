#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace touchstone::testing {

/// Returns the finished cells that a command has kept below `folder`, sorted: not the list of all
/// of them, nor how long they took, nor who makes which. None where there is no such folder.
inline std::vector<std::filesystem::path> cell_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder / "cells", error)) {
        const std::string name = entry.path().filename().string();
        if (name.ends_with(".json") && !name.starts_with("choice-")) {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

}  // namespace touchstone::testing
