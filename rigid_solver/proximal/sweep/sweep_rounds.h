#pragma once

#include <functional>
#include <span>

namespace touchstone {

/// Calls `work(round, part)` for all parts of each round, of which there are `parts[round]`.
/// Threads share the parts of a round, and begin the next when all of them have ended. For rounds
/// of some microseconds, which are too short for a loop of their own: threads that have nothing
/// left to do in a round wait without sleeping. `work` must not throw.
void for_rounds(std::span<const int> parts, const std::function<void(int round, int part)>& work);

}  // namespace touchstone
