#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "methods/base/child_process.h"

namespace touchstone::testing {

using Arguments = std::vector<std::string>;

/// Runs `touchstone` to its end, with nothing on standard input. Fails the test when it is killed.
ChildResult run_touchstone(const Arguments& arguments);

/// Runs what must fail: with that status, one line of message that has all the words, and nothing
/// on standard output.
void check_refused(const Arguments& arguments, int status, const std::vector<std::string>& words);

/// The bytes of a file; empty when there is none.
std::string read_bytes(const std::filesystem::path& path);

}  // namespace touchstone::testing
