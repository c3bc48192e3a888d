#pragma once

#include <stdexcept>
#include <string>

namespace touchstone::testing {

/// What a fuzzer holds code to. Throws std::logic_error, which no reader of files does.
inline void require(bool holds, const char* promise) {
    if (!holds) {
        throw std::logic_error(promise);
    }
}

}  // namespace touchstone::testing
