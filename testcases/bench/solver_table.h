#pragma once

#include <iosfwd>

namespace touchstone {

/// Writes a table of what a sweep takes for each contact, in the order given and in colours, in
/// processor time of one thread; and of whole solves in colours on one thread and on two, by the
/// clock. All are medians of `rounds`, in turns.
void write_solver_times(std::ostream& out, int rounds);

}  // namespace touchstone
