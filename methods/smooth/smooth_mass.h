#pragma once

#include "methods/mesh/mass_properties.h"
#include "methods/smooth/smooth_shape.h"

namespace touchstone {

/// Returns the mass properties of a shape of unit density: exact for a single solid. For a union of
/// several parts they are those of its finest tessellation, right to about 1e-3 of the volume.
/// Throws MeshError for a union that has none.
MassProperties smooth_mass(const SmoothShape& shape);

/// Returns the mass properties of one solid of unit density in its own frame.
MassProperties primitive_mass(const SmoothPrimitive& primitive);

}  // namespace touchstone
