#pragma once

#include <string_view>

// The sources of the programs, GLSL 3.30: the files of viewer/gl/shaders. Private to viewer/gl.

namespace touchstone::viewer {

struct ShaderSource {
    std::string_view title;  ///< for messages
    std::string_view vertex;
    std::string_view fragment;
};

/// The files TITLE_vertex.glsl and TITLE_fragment.glsl. Throws UnknownName when one is missing.
ShaderSource find_shader(std::string_view title);

}  // namespace touchstone::viewer
