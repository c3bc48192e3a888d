#include "methods/mesh/mass_properties.h"

#include "methods/base/error.h"
#include "methods/mesh/describe.h"

namespace touchstone {

namespace {

/// Integrals of 1, x and x xᵀ over the solid, x measured from `origin`.
struct Moments {
    double volume = 0.0;
    Vec3 first = Vec3::Zero();
    Mat3 second = Mat3::Zero();
};

/// Sums over the tets between the origin and each triangle. For a tet with corners 0, a, b, c and
/// d = det[a, b, c]: ∫1 = d/6, ∫x = d/24 (a+b+c), ∫x xᵀ = d/120 (a aᵀ + b bᵀ + c cᵀ + s sᵀ), s =
/// a+b+c.
Moments moments_about(const Vec3& origin, const SurfaceMesh& surface) {
    Moments moments;
    for (const auto& [i, j, k] : surface.triangles) {
        const Vec3 a = surface.vertices[i] - origin;
        const Vec3 b = surface.vertices[j] - origin;
        const Vec3 c = surface.vertices[k] - origin;
        const double d = a.cross(b).dot(c);
        const Vec3 s = a + b + c;
        moments.volume += d / 6.0;
        moments.first += d / 24.0 * s;
        moments.second +=
            d / 120.0 *
            (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
    }
    return moments;
}

Vec3 middle(const SurfaceMesh& surface) {
    Vec3 low = surface.vertices.front();
    Vec3 high = low;
    for (const Vec3& vertex : surface.vertices) {
        low = low.cwiseMin(vertex);
        high = high.cwiseMax(vertex);
    }
    return low + (high - low) / 2.0;
}

}  // namespace

MassProperties mass_properties(const SurfaceMesh& surface) {
    if (surface.vertices.empty()) {
        throw MeshError("the surface has no vertices, so it has no mass: give a closed surface");
    }
    // Two passes with local origins: the distance from the frame's origin cancels nowhere.
    const Vec3 origin = middle(surface);
    const Moments about_middle = moments_about(origin, surface);
    if (!(about_middle.volume > 0.0)) {
        throw MeshError("the surface encloses a volume of " + describe(about_middle.volume) +
                        " m³, so it has no mass: its triangles must point outward");
    }
    const Vec3 shift = about_middle.first / about_middle.volume;
    const Vec3 center = origin + shift;
    const Moments about_center = moments_about(center, surface);
    const Mat3 inertia = about_center.second.trace() * Mat3::Identity() - about_center.second;
    return {about_middle.volume, center, inertia};
}

}  // namespace touchstone
