#pragma once

#include <filesystem>
#include <string>

namespace touchstone::testing {

/// Simulates `steps` steps of a built-in case, and records them in a file. `name`: name of the
/// generator in the file; empty: its id.
void record_case(const std::filesystem::path& file, const std::string& case_id,
                 const std::string& generator, int steps, const std::string& name = "");

/// Records steps of a built-in case of elastic bodies, moved by the barrier solver.
void record_elastic_case(const std::filesystem::path& file, const std::string& case_id, int steps);

}  // namespace touchstone::testing
