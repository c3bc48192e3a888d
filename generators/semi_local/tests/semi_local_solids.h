#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "generators/find_contacts.h"
#include "generators/semi_local/semi_local_settings.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone::testing {

// Small scenes for the semi-local method, made of prisms.

/// Numbers that depend on the seed alone.
class Draws {
 public:
    explicit Draws(std::uint64_t seed) : random_(seed) {}
    double uniform(double low, double high) {
        return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
    }
    int below(int count) { return static_cast<int>(random_() % count); }
    /// In [-size, size]³.
    Vec3 vector(double size);
    Quat rotation();

 private:
    std::mt19937_64 random_;
};

/// Straight up from y = low to y = high over cells (x, z) of a unit grid; `cells[z][x]` is filled.
using Mask = std::vector<std::vector<bool>>;
SurfaceMesh make_prism_of_cells(const Mask& cells, double low, double high);

/// No two cells that touch in a point only: the prism's surface is a manifold.
bool is_manifold(const Mask& cells);
bool is_connected(const Mask& cells);
Mask random_mask(std::mt19937_64& random, int size);

/// Straight along z from -depth/2 to depth/2 over a simple polygon (x, y), counter-clockwise. Its
/// caps are cut into ears.
SurfaceMesh make_prism(const std::vector<std::array<double, 2>>& ring, double depth);

/// An upside-down pyramid with its apex in the origin.
SurfaceMesh make_spike();

/// 4 m wide, 2 m deep; a groove of 45° walls along z, its bottom line in the origin.
SurfaceMesh make_groove(double depth = 4.0);
/// What the normals of its walls are made of.
inline const double s2 = std::sqrt(0.5);

/// A saddle: four planes through the origin, valleys along ±x, ridges along ±z.
SurfaceMesh make_saddle();

/// Cut out of a cylinder of radius 2 m: a pit of that many flat sides down to the origin.
SurfaceMesh make_pit(int sides);

Pose at(double x, double y, double z);
Pose turned_about(const Vec3& axis, double degrees, const Vec3& place);

struct Placed {
    SurfaceMesh surface;
    Pose pose;
    Vec3 velocity = Vec3::Zero();  ///< [m/s]
};

/// The contacts of two bodies by semi_local, from a to b.
std::vector<ContactPoint> find_between(const Placed& a, const Placed& b,
                                       const semi_local::Settings& settings = {});

/// How many contacts have the normal, within 1°.
int count_normal(const std::vector<ContactPoint>& contacts, const Vec3& normal);

}  // namespace touchstone::testing
