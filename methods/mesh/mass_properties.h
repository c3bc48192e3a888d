#pragma once

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// Of a solid of unit density, in the mesh's frame. Multiply by the density [kg/m³].
struct MassProperties {
    double volume = kUnset;                        ///< [m³]
    Vec3 center_of_mass = Vec3::Constant(kUnset);  ///< [m]
    Mat3 inertia = Mat3::Constant(kUnset);         ///< about the centre of mass [m⁵]
};

/// Exact (up to rounding) integrals over the polyhedron, wherever it lies in its frame. Throws
/// MeshError when the volume is not > 0.
MassProperties mass_properties(const SurfaceMesh& surface);

}  // namespace touchstone
