#pragma once

#include <filesystem>
#include <string>

namespace touchstone::testing {

/// Simulates so many steps of a built-in case and records them in the file. `name`: name of the
/// generator in the file; empty: its id.
void record_case(const std::filesystem::path& file, const std::string& case_id,
                 const std::string& generator, int steps, const std::string& name = "");

/// Records steps of a built-in case of elastic bodies under the barrier.
void record_elastic_case(const std::filesystem::path& file, const std::string& case_id, int steps);

}  // namespace touchstone::testing
