#pragma once

#include <filesystem>
#include <system_error>

#include "methods/base/error.h"
#include "methods/base/printable.h"

namespace touchstone {

/// Throws FileError for a pipe and for a socket: their text may never end, nor even begin.
inline void refuse_endless(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::file_type type = std::filesystem::status(path, error).type();
    if (type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::socket) {
        throw FileError(printable(path.string()) +
                        ": is no file, and reading it may never end; name a file");
    }
}

}  // namespace touchstone
