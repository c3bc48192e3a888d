#pragma once

#include <iosfwd>

namespace touchstone::viewer {

/// Draws 1,000 bodies with 100,000 contacts off-screen in several ways and prints how long each
/// takes as a share of the first, with the calls and uploads it needs. Needs no display.
void run_benchmark(std::ostream& out);

}  // namespace touchstone::viewer
