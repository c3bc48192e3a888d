#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// Reads a result from a cache on disk: one file for each result, named after the digest of its
/// key. The file holds the whole key and a digest of itself: a collision, a torn or a changed file
/// counts as missing. Safe with any number of threads and processes. Never fails: a folder that
/// cannot be used is an empty cache.
std::optional<std::string> read_cache(const std::filesystem::path& folder, std::string_view key);
/// Writes a result to the cache. Never fails.
void write_cache(const std::filesystem::path& folder, std::string_view key, std::string_view value);

}  // namespace touchstone
