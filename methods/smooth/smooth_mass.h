#pragma once

#include "methods/mesh/mass_properties.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone {

/// Returns the mass properties of a shape of unit density: exact for a single solid. Those of a
/// union of several parts are of its finest tessellation, to about 1e-3 of the volume, and throw
/// MeshError where there is none.
MassProperties smooth_mass(const SmoothShape& shape);

/// Returns the same of one solid in its own frame.
MassProperties primitive_mass(const SmoothPrimitive& primitive);

}  // namespace touchstone
