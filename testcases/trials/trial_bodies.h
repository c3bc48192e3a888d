#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "methods/base/random_share.h"
#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"

// What random trials of motion draw from.

namespace touchstone {

/// A source of random numbers that are the same with every library, which the distributions of
/// <random> do not promise.
class Dice {
 public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}

    /// Returns a number in [low, high), all equally likely.
    double between(double low, double high) { return low + (high - low) * random_share(engine_); }
    /// Returns a number between `low` and `high`, both > 0, whose logarithm is uniformly
    /// distributed.
    double log_between(double low, double high) {
        return std::exp(between(std::log(low), std::log(high)));
    }
    /// Returns a whole number from 0 to `count` - 1.
    int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
    /// Returns a unit vector, all directions equally likely.
    Vec3 direction() {
        Vec3 v = Vec3::Zero();
        do {
            v = {between(-1.0, 1.0), between(-1.0, 1.0), between(-1.0, 1.0)};
        } while (!(v.norm() > 0.1 && v.norm() <= 1.0));
        return v.normalized();
    }

 private:
    std::mt19937_64 engine_;
};

/// Makes a box cut in half across its diagonal, with a right angle along z.
SurfaceMesh make_wedge(const Vec3& size);

/// Makes an L in the x-y plane, its arms as thick as a third of the size.
SurfaceMesh make_ell(const Vec3& size);

/// Returns the two boxes of which an L consists.
std::vector<SurfaceMesh> parts_of_ell(const Vec3& size);

/// Returns the height of the lowest vertex in a pose [m].
double lowest_height(const SurfaceMesh& surface, const Pose& pose);

}  // namespace touchstone
