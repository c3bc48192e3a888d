#pragma once

#include "methods/base/types.h"
#include "methods/mesh/surface_mesh.h"

namespace touchstone {

/// The mass properties of a solid of unit density, in the mesh's frame; mass and inertia grow with
/// the density [kg/m³].
struct MassProperties {
    double volume = kUnset;                        ///< [m³]
    Vec3 center_of_mass = Vec3::Constant(kUnset);  ///< [m]
    Mat3 inertia = Mat3::Constant(kUnset);  ///< inertia tensor about the centre of mass [m⁵]
};

/// Integrates over the polyhedron, exactly up to rounding, wherever it lies in its frame. Throws
/// MeshError when the volume is not > 0.
MassProperties mass_properties(const SurfaceMesh& surface);

}  // namespace touchstone
