#pragma once

#include <functional>
#include <string_view>

// How our programs end: status 0 when done, and what stands here otherwise.

namespace touchstone {

inline constexpr int kBadInputStatus = 1;    ///< a bad file, mesh or output; or no memory is left
inline constexpr int kWrongUsageStatus = 2;  ///< on a UsageError

/// Calls `run` and returns the exit status: its own, or that of what it threw, which is told in one
/// line on standard error: "touchstone: error: …".
int run_program(std::string_view name, const std::function<int()>& run);

}  // namespace touchstone
