#pragma once

#include <iosfwd>

namespace touchstone {

/// Writes a table of what a sweep takes for each contact: in the order given, in colours, and in
/// colours on two threads. The latter is time by the clock, the others processor time; all are
/// medians of `rounds`, in turns.
void write_solver_times(std::ostream& out, int rounds);

}  // namespace touchstone
