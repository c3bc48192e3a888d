#pragma once

#include <string>

#include "generators/outcome.h"

namespace touchstone {

/// A fault in one answer of a method that is asked one pair after the other: who knows the bodies
/// adds which pair it was. A method that is asked by several threads must not throw it, as it would
/// depend on chance which of several faults came first.
struct PairFault : GeneratorFault {
    explicit PairFault(const std::string& message) : GeneratorFault(Outcome::Failed, message) {}

    int body_a = -1;  ///< index in the scene; -1: not known yet
    int body_b = -1;
};

}  // namespace touchstone
