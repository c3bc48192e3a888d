#pragma once

#include <string_view>

namespace touchstone::testing {

/// Has the bytes read as a scene in a folder with a mesh, links that lead out of it, and what they
/// lead to. Only a FileError on one line may come of it, or a scene that survives being written.
/// Its small bodies are asked for the truth between them. Nothing is meshed. Throws
/// std::logic_error when a promise is broken, above all when a mesh outside the folder was read.
void check_scene(std::string_view bytes);

/// Has the bytes read as a scene script in the same folder, and as the only line of one that names
/// another. Throws std::logic_error in the same way.
void check_script(std::string_view bytes);

}  // namespace touchstone::testing
