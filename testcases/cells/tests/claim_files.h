#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "testcases/cells/cell_claims.h"

namespace touchstone::testing {

/// The program that the processes of these tests are of.
inline const RunOrigin kProgram{"1", "a"};

void write_text(const std::filesystem::path& file, const std::string& text);

/// Returns a claim as the process would write it.
std::string claim_text(const ClaimOwner& owner);

/// Returns the names in the folder that have this part.
std::set<std::string> names_in(const std::filesystem::path& folder, const std::string& part);

}  // namespace touchstone::testing
