#pragma once

#include <numbers>
#include <string>
#include <vector>

#include "methods/contact/contact_point.h"
#include "methods/mesh/mass_properties.h"
#include "testcases/scenes/test_case.h"

namespace touchstone::testing {

constexpr double kTurnedRounding = 1e-13;  // rounding error of rotated coordinates of size 10 [m]

/// Returns a case with its bodies in the order in which it makes them.
TestCase load(const std::string& name);

constexpr double degrees(double angle) { return angle * std::numbers::pi / 180.0; }

/// Returns mass properties for a density of 1, body frame.
MassProperties body_mass(const BodySetup& body);

/// Returns the centre of mass [m, world].
Vec3 center_of_mass(const BodySetup& body);

/// Returns the distance of the point outside the convex body; negative inside [m].
double distance_outside(const BodySetup& body, const Vec3& point);

/// Returns the answer for two bodies, or nullptr.
const PairReference* find_pair(const TestCase& test_case, int a, int b);

/// Returns the area of all regions [m²].
double total_area(const TestCase& test_case);

/// Returns the fewest contacts that span all regions.
int total_contacts(const TestCase& test_case);

/// Returns the contacts of a perfect generator: one at each corner of each region.
std::vector<ContactPoint> perfect_contacts(const TestCase& test_case);

}  // namespace touchstone::testing
