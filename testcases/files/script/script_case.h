#pragma once

#include <string_view>

#include "testcases/files/script/scene_script.h"
#include "testcases/files/script/script_words.h"

// What a scene script asks for, as a case. Private to scene_script.cpp.

namespace touchstone {

/// Makes the case of the words of a script; `file_name` is for messages and names the case. Throws
/// FileError for what the barrier solver cannot do, and for meshes that cannot be had.
TestCase make_script_case(ScriptWords words, std::string_view file_name,
                          const LoadScriptMesh& load);

}  // namespace touchstone
