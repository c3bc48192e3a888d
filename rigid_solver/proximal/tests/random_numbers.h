#pragma once

#include <random>

#include "methods/base/random_share.h"
#include "methods/base/types.h"

namespace touchstone::testing {

/// Random numbers and vectors, the same on every machine.
class Random {
 public:
    explicit Random(int seed) : engine_(static_cast<unsigned>(seed)) {}

    /// Returns a number between two.
    double uniform(double low, double high) {
        const double share = random_share(engine_);
        return low + (high - low) * share;
    }
    /// Returns a vector whose components are at most `size`.
    Vec3 vector(double size) {
        const double x = uniform(-size, size);
        const double y = uniform(-size, size);
        const double z = uniform(-size, size);
        return {x, y, z};
    }

 private:
    std::mt19937_64 engine_;
};

}  // namespace touchstone::testing
