#include "methods/mesh/filling/mesh_cache.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>

#include "methods/base/error.h"
#include "methods/base/files/atomic_file.h"
#include "methods/base/files/temporary_file.h"
#include "methods/base/sha256.h"
#include "methods/mesh/filling/tetgen_protocol.h"

namespace touchstone {

namespace {

namespace fs = std::filesystem;

fs::path cache_file(const fs::path& folder, std::string_view key) {
    return folder / (hex(sha256(key)) + ".tets");
}

std::optional<std::string> read_file(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) {
        return std::nullopt;
    }
    std::ifstream stream(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (!stream) {
        return std::nullopt;
    }
    return bytes;
}

}  // namespace

std::optional<std::string> read_cache(const fs::path& folder, std::string_view key) {
    if (folder.empty()) {
        return std::nullopt;
    }
    const std::optional<std::string> bytes = read_file(cache_file(folder, key));
    if (!bytes) {
        return std::nullopt;
    }
    tetgen_protocol::Reader reader(*bytes);
    const std::string_view stored_key = reader.take_text();
    const std::string_view value = reader.take_text();
    const auto digest = reader.take<Sha256>();
    const std::size_t body_size = bytes->size() - std::min(bytes->size(), sizeof digest);
    if (!reader.is_complete() || stored_key != key ||
        digest != sha256(std::string_view(*bytes).substr(0, body_size))) {
        return std::nullopt;
    }
    return std::string(value);
}

void write_cache(const fs::path& folder, std::string_view key, std::string_view value) {
    if (folder.empty()) {
        return;
    }
    std::error_code error;
    fs::create_directories(folder, error);
    std::string bytes;
    tetgen_protocol::append_text(bytes, key);
    tetgen_protocol::append_text(bytes, value);
    tetgen_protocol::append(bytes, sha256(bytes));
    try {
        sweep_temporary_files(folder);
        write_file_atomically(cache_file(folder, key), bytes);
    } catch (const FileError&) {
        // Full, read-only or missing: the next run meshes again.
    }
}

}  // namespace touchstone
