#pragma once

#include <stdexcept>
#include <string>

namespace touchstone::testing {

/// Throws std::logic_error, which no reader of files does, when a promise tested by a fuzzer is
/// broken.
inline void require(bool holds, const char* promise) {
    if (!holds) {
        throw std::logic_error(promise);
    }
}

}  // namespace touchstone::testing
