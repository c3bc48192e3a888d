#pragma once

#include <string_view>

// The sources of the programs, GLSL 3.30. Private to viewer/gl.

namespace touchstone::viewer {

struct ShaderSource {
    std::string_view title;  ///< for messages
    std::string_view vertex;
    std::string_view fragment;
};

extern const ShaderSource kBackgroundShader;
extern const ShaderSource kBodyShader;
extern const ShaderSource kLineShader;
extern const ShaderSource kRegionShader;
extern const ShaderSource kSphereShader;
extern const ShaderSource kArrowShader;

}  // namespace touchstone::viewer
