#include "methods/quality/truth/facing_facets.h"

#include <algorithm>

#include "methods/geometry/measure.h"

namespace touchstone {
namespace {

/// Makes a frame with this normal. The coordinate axis most nearly across it gives u, so that the
/// cross product is never small.
FacetFrame make_frame(const Vec3& origin, const Vec3& normal) {
    int axis = 0;
    normal.cwiseAbs().minCoeff(&axis);
    const Vec3 u = Vec3::Unit(axis).cross(normal).normalized();
    return {origin, u, normal.cross(u), normal};
}

/// Returns the facet's plane m·(p − point) = 0 solved for z, with p = origin + x u + y v + z n.
PlaneHeight height_of(const PlanarFacet& facet, const FacetFrame& frame) {
    const Vec3& m = facet.normal;
    const double up = m.dot(frame.normal);
    return {m.dot(facet.point - frame.origin) / up, -m.dot(frame.u) / up, -m.dot(frame.v) / up};
}

/// Makes the pair in a frame whose normal is the mean of A's and of B's reversed.
FacingFacets make_facing(const FacetedBody& a, const FacetedBody& b, int i, int j) {
    FacingFacets pair;
    pair.a = i;
    pair.b = j;
    const Vec3 normal = (a.facets[i].normal - b.facets[j].normal).normalized();
    pair.frame = make_frame(a.facets[i].point, normal);
    pair.height_a = height_of(a.facets[i], pair.frame);
    pair.height_b = height_of(b.facets[j], pair.frame);
    pair.flatness = a.facets[i].flatness + b.facets[j].flatness;
    pair.normal_error = a.facets[i].normal_error + b.facets[j].normal_error;
    return pair;
}

/// Returns the facets of a body that come within the gap of the other body's bounds.
std::vector<int> facets_near(const FacetedBody& body, const FacetedBody& other, double gap) {
    std::vector<int> near;
    const BoundingBox bounds = inflated(other.bounds, gap);
    for (int i = 0; i < std::ssize(body.facets); ++i) {
        if (overlap(body.boxes[i], bounds)) {
            near.push_back(i);
        }
    }
    return near;
}

}  // namespace

double FacetedBody::thickness(const Vec3& direction) const {
    double low = direction.dot(vertices[0]);
    double high = low;
    for (const Vec3& vertex : vertices) {
        low = std::min(low, direction.dot(vertex));
        high = std::max(high, direction.dot(vertex));
    }
    return high - low;
}

FacetedBody make_faceted(const SurfaceMesh& surface, const SurfaceFacets& facets,
                         const Pose& world_from_surface) {
    FacetedBody body;
    body.surface = &surface;
    body.vertices.reserve(surface.vertices.size());
    for (const Vec3& vertex : surface.vertices) {
        body.vertices.push_back(world_from_surface * vertex);
    }
    body.precision = facets.precision;
    body.facets = facets.facets;
    for (PlanarFacet& facet : body.facets) {
        facet.point = world_from_surface * facet.point;
        facet.normal = world_from_surface.rotation.toRotationMatrix() * facet.normal;
        BoundingBox box;
        for (const int t : facet.triangles) {
            for (const int v : surface.triangles[t]) {
                extend(box, {body.vertices[v], body.vertices[v]});
            }
        }
        body.boxes.push_back(box);
        extend(body.bounds, box);
    }
    return body;
}

std::vector<FacingFacets> facing_pairs(const FacetedBody& a, const FacetedBody& b,
                                       double facing_angle, double gap) {
    std::vector<FacingFacets> pairs;
    const std::vector<int> of_a = facets_near(a, b, gap);
    const std::vector<int> of_b = facets_near(b, a, gap);
    for (const int i : of_a) {
        for (const int j : of_b) {
            if (overlap(inflated(a.boxes[i], gap), b.boxes[j]) &&
                angle_between(a.facets[i].normal, -b.facets[j].normal) <= facing_angle) {
                pairs.push_back(make_facing(a, b, i, j));
            }
        }
    }
    return pairs;
}

}  // namespace touchstone
