#pragma once

#include <string_view>

// The sources of the GLSL 3.30 programs: the files of viewer/gl/shaders. Private to viewer/gl.

namespace touchstone::viewer {

/// The source texts of a program.
struct ShaderSource {
    std::string_view title;     ///< name for messages
    std::string_view vertex;    ///< source of the vertex shader
    std::string_view fragment;  ///< source of the fragment shader
};

/// Returns the texts of the embedded files TITLE_vertex.glsl and TITLE_fragment.glsl. Throws
/// UnknownName when one is missing.
ShaderSource find_shader(std::string_view title);

}  // namespace touchstone::viewer
