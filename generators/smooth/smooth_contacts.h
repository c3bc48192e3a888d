#pragma once

#include <vector>

#include "generators/generator.h"

namespace touchstone::smooth {

// Exact contacts of bodies with curved surfaces: of two exact shapes, or of one with a polyhedron.
// The extremal points of Baraff [1990], §4, by methods/smooth.

/// The answer for a pair of two polyhedra.
enum class Polyhedra {
    Cannot,    ///< an error with Outcome::Unsupported
    SemiLocal  ///< the contacts of the semi-local method
};

/// The settings of the method.
struct Settings {
    double reach = 1e-3;  ///< contacts with a wider gap are left out [m]
    /// True: from the centre line by undamped Newton steps alone, as published; a pair whose
    /// iteration does not end at its nearest points has no contact.
    bool published = false;
    Polyhedra polyhedra = Polyhedra::Cannot;
};

/// Returns what can be set.
MethodOptions options();

/// Returns one contact for each pair of extremal points within reach; several span a line or an
/// area of contact. Throws GeneratorFault, Unsupported, for a pair of polyhedra and for shapes that
/// fit each other too closely to have extremal points.
std::vector<ContactPoint> generate(const Collider& a, const Collider& b, const Query& query);

/// Returns true unless polyhedra are left to the semi-local method.
bool needs_exact_shape(const MethodSettings& settings);
/// Returns the rule for facets.
ShapeRule shape_rule(const MethodSettings& settings);
/// Returns the largest distance of the bodies' meshes at which they are asked about [m].
double reach(const MethodSettings& settings, const ShapeSizes& sizes);
/// Returns the largest distance of a contact from the meshes [m].
double slack(const MethodSettings& settings, const ShapeSizes& sizes);

}  // namespace touchstone::smooth
