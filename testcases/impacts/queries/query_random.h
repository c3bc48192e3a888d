#pragma once

#include <cstdint>
#include <random>

#include "methods/base/random_share.h"

namespace touchstone {

/// A source of random numbers that are the same with every standard library, as its distributions
/// are not.
class QueryRandom {
 public:
    explicit QueryRandom(std::uint64_t seed) : engine_(seed) {}

    /// Returns a whole number from 0 to `count` - 1.
    int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
    /// Returns a whole number from `lowest` to `highest`.
    int between(int lowest, int highest) { return lowest + below(highest - lowest + 1); }
    /// Returns a number in [low, high), all equally likely.
    double uniform(double low, double high) { return low + (high - low) * random_share(engine_); }

 private:
    std::mt19937_64 engine_;
};

}  // namespace touchstone
