#pragma once

#include <span>
#include <string_view>

namespace touchstone {

/// A file compiled into the program, so that it is available wherever the program runs.
struct EmbeddedFile {
    std::string_view name;  ///< path relative to its folder: "meshes/ball_sub2.off"
    std::string_view bytes;
};

/// Finds a file by name; throws UnknownName when there is none.
const EmbeddedFile& find_embedded(std::span<const EmbeddedFile> files, std::string_view name);

/// Returns the files of testcases/data/field. The build writes their source, see
/// cmake/EmbedFiles.cmake.
std::span<const EmbeddedFile> field_files();

/// Returns the files of testcases/data/ipc.
std::span<const EmbeddedFile> ipc_files();

/// Returns the files of testcases/data/smooth that are cases.
std::span<const EmbeddedFile> smooth_files();

/// Returns the files of testcases/data/queries.
std::span<const EmbeddedFile> query_files();

}  // namespace touchstone
