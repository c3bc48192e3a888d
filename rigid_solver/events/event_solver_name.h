#pragma once

namespace touchstone {

/// Name of the solver that goes from collision to collision, on command lines and in recordings.
inline constexpr const char* kEventSolver = "events";

}  // namespace touchstone
