#pragma once

// In place of the header of that name of the public tight inclusion, whose logger needs a library
// that nothing else here does. What it would tell goes nowhere.

namespace ticcd {

struct SilentLogger {
    template <typename... Values>
    void error(const Values&... /*values*/) const {}
    template <typename... Values>
    void trace(const Values&... /*values*/) const {}
};
inline SilentLogger logger() { return {}; }

}  // namespace ticcd
