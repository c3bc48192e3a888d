#pragma once

#include <iosfwd>

namespace touchstone::viewer {

/// Draws 1,000 bodies with 100,000 contacts off-screen in several ways and prints the duration of
/// each as a share of the first, with its calls and uploads. Needs no display.
void run_benchmark(std::ostream& out);

}  // namespace touchstone::viewer
