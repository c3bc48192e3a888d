#include "viewer/gl/shaders.h"

#include <string>

#include "methods/base/files/embedded_file.h"

namespace touchstone::viewer {

/// Returns the embedded files of viewer/gl/shaders. The build generates its definition.
std::span<const EmbeddedFile> shader_files();

ShaderSource find_shader(std::string_view title) {
    const auto bytes_of = [&](const char* stage) {
        return find_embedded(shader_files(), std::string(title) + stage).bytes;
    };
    return {title, bytes_of("_vertex.glsl"), bytes_of("_fragment.glsl")};
}

}  // namespace touchstone::viewer
