#pragma once

#include <span>
#include <string>
#include <string_view>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// A scene of Li et al. [2020] that is built into the program.
struct ScriptCase {
    std::string id;
    std::string title;
    std::string file;  ///< script in testcases/data/ipc/scenes
};

/// Returns them, in the order of the paper's benchmark.
std::span<const ScriptCase> all_script_cases();

/// Makes the case of that id; throws UnknownName.
TestCase make_script_case(std::string_view id);

}  // namespace touchstone
