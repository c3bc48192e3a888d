#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/semi_local/semi_local_settings.h"
#include "methods/base/random_share.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone::testing {

// Small scenes for the semi-local method, made of prisms.

/// A source of numbers that depend on the seed alone.
class Draws {
 public:
    explicit Draws(std::uint64_t seed) : random_(seed) {}
    double uniform(double low, double high) { return low + (high - low) * random_share(random_); }
    int below(int count) { return static_cast<int>(random_() % count); }
    /// Draws a vector in [-size, size]³.
    Vec3 vector(double size);
    Quat rotation();

 private:
    std::mt19937_64 random_;
};

/// Straight up from y = low to y = high over cells (x, z) of a unit grid; `cells[z][x]` is filled.
using Mask = std::vector<std::vector<bool>>;
SurfaceMesh make_prism_of_cells(const Mask& cells, double low, double high);

/// Returns true when no two cells touch only in a point, so that the prism's surface is a manifold.
bool is_manifold(const Mask& cells);
bool is_connected(const Mask& cells);
Mask random_mask(std::mt19937_64& random, int size);

/// Makes a prism along z from -depth/2 to depth/2 over a simple polygon (x, y), counter-clockwise.
/// Its caps are triangulated by ear clipping.
SurfaceMesh make_prism(const std::vector<std::array<double, 2>>& ring, double depth);

/// Makes an upside-down pyramid with its apex in the origin.
SurfaceMesh make_spike();

/// Makes a groove with 45° walls along z in a body 4 m wide and 2 m deep, with its bottom line
/// through the origin.
SurfaceMesh make_groove(double depth = 4.0);
/// Component of the normals of its walls.
inline const double kHalfRoot = std::sqrt(0.5);

/// Makes a saddle: four planes through the origin, valleys along ±x, ridges along ±z.
SurfaceMesh make_saddle();

/// Makes a pit of that many flat sides down to the origin, cut out of a cylinder of radius 2 m.
SurfaceMesh make_pit(int sides);

Pose at(double x, double y, double z);
Pose turned_about(const Vec3& axis, double degrees, const Vec3& place);

struct Placed {
    SurfaceMesh surface;
    Pose pose;
    Vec3 velocity = Vec3::Zero();  ///< velocity [m/s]
};

/// Returns the contacts of two bodies by semi_local, from a to b.
std::vector<ContactPoint> find_between(const Placed& a, const Placed& b,
                                       const semi_local::Settings& settings = {});

/// Counts the contacts with the normal, within 1°.
int count_normal(const std::vector<ContactPoint>& contacts, const Vec3& normal);

}  // namespace touchstone::testing
