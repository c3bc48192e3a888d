#pragma once

namespace touchstone::testing {

/// Returns the number of allocations by this program so far. Available only in programs that link
/// counted_new.cpp, which replaces the global operator new.
long allocation_count();

/// Returns the most memory that was allocated at a time since the last call of forget_most, beyond
/// what was then [bytes].
long most_allocated();
/// Begins to look for the most again.
void forget_most();

}  // namespace touchstone::testing
