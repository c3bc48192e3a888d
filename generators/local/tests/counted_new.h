#pragma once

namespace touchstone::testing {

/// How often this program has allocated so far. Only programs that link counted_new.cpp, which
/// replaces the global operator new, have this.
long allocation_count();

}  // namespace touchstone::testing
