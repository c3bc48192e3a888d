#pragma once

namespace touchstone {

/// A part of a time step.
struct TimeSpan {
    double first = 0.0;  ///< [s]
    double last = 0.0;   ///< ≥ first [s]
};

}  // namespace touchstone
