#pragma once

namespace touchstone::testing {

/// Returns the number of allocations by this program so far. Available only in programs that link
/// counted_new.cpp, which replaces the global operator new.
long allocation_count();

}  // namespace touchstone::testing
