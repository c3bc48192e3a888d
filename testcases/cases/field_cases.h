#pragma once

#include <span>
#include <string_view>

#include "testcases/scenes/test_case.h"

namespace touchstone {

/// A fault reported from the field, see testcases/data/field/README.md.
struct FieldCase {
    const char* id;  ///< name of its file without the ending, and of the scene
    const char* title;
};
/// Returns the table of field cases.
std::span<const FieldCase> all_field_cases();

/// Reads the case with that id from its file; throws UnknownName.
TestCase make_field_case(std::string_view id);

}  // namespace touchstone
