#pragma once

#include <cstdint>
#include <random>

#include "methods/base/random_share.h"

namespace touchstone {

/// Random numbers that are the same with every standard library, as its distributions are not.
class QueryRandom {
 public:
    explicit QueryRandom(std::uint64_t seed) : engine_(seed) {}

    int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
    int between(int lowest, int highest) { return lowest + below(highest - lowest + 1); }
    double uniform(double low, double high) { return low + (high - low) * random_share(engine_); }

 private:
    std::mt19937_64 engine_;
};

}  // namespace touchstone
