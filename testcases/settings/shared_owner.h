#pragma once

#include <string_view>

namespace touchstone {

inline constexpr std::string_view kStudyOwner = "study";
inline constexpr std::string_view kSolverOwner = "solver";

/// Returns true for the owners of settings that all methods share: the study and the solver. Every
/// other owner is the id of a method.
bool is_shared_owner(std::string_view owner);

}  // namespace touchstone
