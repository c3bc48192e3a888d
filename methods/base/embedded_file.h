#pragma once

#include <span>
#include <string_view>

namespace touchstone {

/// A file that is built into the program, so that it is found wherever the program is run.
struct EmbeddedFile {
    std::string_view name;  ///< relative to its folder: "meshes/ball_sub2.off"
    std::string_view bytes;
};

/// The files of testcases/data/field. The source is written by the build, see
/// cmake/EmbedFiles.cmake.
std::span<const EmbeddedFile> field_files();

/// The files of testcases/data/queries.
std::span<const EmbeddedFile> query_files();

}  // namespace touchstone
