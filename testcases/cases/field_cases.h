#pragma once

#include <span>
#include <string_view>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// Faults from the field, see testcases/data/field/README.md.
struct FieldCase {
    const char* id;  ///< its file's name without the ending, and the scene's name
    const char* title;
};
std::span<const FieldCase> all_field_cases();

/// The case of that id, as its file has it; throws UnknownName.
TestCase make_field_case(std::string_view id);

}  // namespace touchstone
