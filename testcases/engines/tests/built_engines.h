#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace touchstone {

/// Whether `touchstone-engine-PROGRAM` can be asked. Those for Node are there once their packages
/// were fetched.
inline bool is_built(const std::string& program) {
    const auto is_among = [&](std::string_view names) {
        return (" " + std::string(names) + " ").find(" " + program + " ") != std::string::npos;
    };
    return is_among(TOUCHSTONE_ENGINE_NAMES) ||
           (is_among(TOUCHSTONE_NODE_ENGINE_NAMES) &&
            std::filesystem::exists(TOUCHSTONE_ENGINE_FOLDER "/touchstone-engine-" + program));
}

}  // namespace touchstone
