#pragma once

#include <span>
#include <string_view>

namespace touchstone::testing {

/// The readers by the names that their fuzzers and folders of samples have: "obj", "off", …
std::span<const std::string_view> all_reader_names();

/// Has the reader read the bytes, and what it read inspected and repaired. Whatever the bytes are,
/// only a FileError may come of it; throws std::logic_error when a promise is broken. TetGen's two
/// files stand one behind the other, with a zero byte between them.
void check_reader(std::string_view name, std::string_view bytes);

}  // namespace touchstone::testing
