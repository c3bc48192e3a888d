#pragma once

#include <string_view>

// The sources of the GLSL 3.30 programs: the files of viewer/gl/shaders. Private to viewer/gl.

namespace touchstone::viewer {

/// The source of a program.
struct ShaderSource {
    std::string_view title;  ///< name for messages
    std::string_view vertex;
    std::string_view fragment;
};

/// Finds the files TITLE_vertex.glsl and TITLE_fragment.glsl. Throws UnknownName when one is
/// missing.
ShaderSource find_shader(std::string_view title);

}  // namespace touchstone::viewer
