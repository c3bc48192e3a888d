#include "testcases/scenes/kept_digits.h"

#include <algorithm>
#include <utility>

#include "methods/base/boxes/bounding_box.h"
#include "methods/base/error.h"
#include "methods/mesh/describe.h"

namespace touchstone {
namespace {

constexpr double kFarthestWay = 0x1p32;  // sizes of the body, and radians

/// Throws UsageError, for a distance [m] of more than 2³² sizes: "…: it is 1 m wide and <what> …
/// coordinates hold too few digits for its shape; <remedy>".
void require_digits(const SizedBody& body, double distance, const std::string& what,
                    const std::string& remedy) {
    if (!(distance <= kFarthestWay * body.size)) {
        throw UsageError(body.name + ": it is " + describe(body.size) + " m wide and " + what +
                         " coordinates hold too few digits for its shape; " + remedy);
    }
}

}  // namespace

SizedBody make_sized_body(std::string name, std::span<const Vec3> vertices) {
    const BoundingBox box = bounds_of(vertices);
    return {std::move(name), (box.upper - box.lower).maxCoeff()};
}

void check_place(const SizedBody& body, std::span<const Vec3> vertices, const Vec3& position) {
    double distance = position.cwiseAbs().maxCoeff();
    for (const Vec3& vertex : vertices) {
        distance = std::max(distance, vertex.cwiseAbs().maxCoeff());
    }
    require_digits(body, distance, "stands at " + describe(distance) + " m, where",
                   "move the scene to the origin");
}

void check_speed(const SizedBody& body, const Vec3& velocity, double time_step,
                 const std::string& key) {
    const double speed = velocity.cwiseAbs().maxCoeff();
    require_digits(body, time_step * speed,
                   "moves at " + describe(speed) + " m/s, after a step of which",
                   "give it a smaller " + key);
}

void check_spin(const SizedBody& body, const Vec3& angular_velocity, double time_step) {
    const double spin = angular_velocity.cwiseAbs().maxCoeff();
    if (!(time_step * spin <= kFarthestWay)) {
        throw UsageError(body.name + ": it turns at " + describe(spin) +
                         " rad/s, after a step of which its rotation holds too few digits; give "
                         "it a smaller angular_velocity");
    }
}

void check_pivot(const SizedBody& body, double distance) {
    require_digits(body, distance,
                   "its pivot is " + describe(distance) + " m from its middle, where",
                   "give a nearer pivot");
}

}  // namespace touchstone
