#include "methods/mesh/shapes.h"

#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>

#include "methods/base/error.h"
#include "methods/mesh/describe.h"

namespace touchstone {

namespace {

/// Throws MeshError unless the value is finite and above 0.
void require_length(const std::string& name, double value) {
    if (!(value > 0.0 && std::isfinite(value))) {
        throw MeshError(name + " is " + describe(value) + ": it must be a finite number above 0");
    }
}

/// Throws MeshError unless the value is in [low, high].
void require_range(const std::string& name, int value, int low, int high) {
    if (value < low || value > high) {
        throw MeshError(name + " is " + std::to_string(value) + ": it must lie in " +
                        std::to_string(low) + "…" + std::to_string(high));
    }
}

/// A point of the unit circle.
struct CirclePoint {
    double cos = kUnset;
    double sin = kUnset;
};

/// Returns the point of the unit circle at the angle 2πj/n. Found from the first eighth of the
/// circle, so that points that mirror each other have coordinates that do so to the last bit, and
/// quarter turns are exact.
CirclePoint circle_point(int j, int n) {
    const int quarter = 4 * j / n;
    const int rest = 4 * j % n;  // rest of the angle in n-ths of a quarter
    const bool beyond_eighth = 2 * rest > n;
    const bool is_eighth = 2 * rest == n;
    const double angle = std::numbers::pi / 2.0 * (beyond_eighth ? n - rest : rest) / n;
    CirclePoint p{std::cos(angle), is_eighth ? std::cos(angle) : std::sin(angle)};
    if (beyond_eighth) {
        std::swap(p.cos, p.sin);
    }
    for (int i = 0; i < quarter; ++i) {
        p = {0.0 - p.sin, p.cos};  // no negative zeros
    }
    return p;
}

/// Returns (r cos t, y, −r sin t) at t = 2πj/sides, counter-clockwise seen from above.
Vec3 ring_vertex(double radius, double y, int j, int sides) {
    const CirclePoint p = circle_point(j, sides);
    return {radius * p.cos, y, 0.0 - radius * p.sin};
}

/// Makes an icosahedron in the unit sphere, whose corners lie along (0, ±1, ±φ) and its cyclic
/// permutations. Its faces are the triples of corners with an edge between any two.
SurfaceMesh make_icosahedron() {
    const double phi = std::numbers::phi;
    SurfaceMesh mesh;
    for (int axis = 0; axis < 3; ++axis) {
        for (const double one : {-1.0, 1.0}) {
            for (const double golden : {-phi, phi}) {
                Vec3 corner = Vec3::Zero();
                corner[(axis + 1) % 3] = one;
                corner[(axis + 2) % 3] = golden;
                mesh.vertices.push_back(corner);
            }
        }
    }
    // The edges have length 2, the next longer distance between corners is 2φ.
    const auto is_edge = [&](int a, int b) {
        return (mesh.vertices[a] - mesh.vertices[b]).norm() < 2.5;
    };
    for (int i = 0; i < 12; ++i) {
        for (int j = i + 1; j < 12; ++j) {
            for (int k = j + 1; k < 12; ++k) {
                if (!is_edge(i, j) || !is_edge(j, k) || !is_edge(k, i)) {
                    continue;
                }
                const Vec3 normal = mesh.vertices[i].cross(mesh.vertices[j]);
                const bool outward = normal.dot(mesh.vertices[k]) > 0.0;
                mesh.triangles.push_back(outward ? Triangle{i, j, k} : Triangle{i, k, j});
            }
        }
    }
    for (Vec3& vertex : mesh.vertices) {
        vertex.normalize();
    }
    return mesh;
}

/// Splits every triangle in four; the new vertices go out to the unit sphere.
SurfaceMesh subdivide(const SurfaceMesh& coarse) {
    SurfaceMesh fine{coarse.vertices, {}};
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
        const auto [entry, is_new] =
            middles.try_emplace(std::minmax(a, b), static_cast<int>(std::ssize(fine.vertices)));
        if (is_new) {
            const Vec3 sum = fine.vertices[a] + fine.vertices[b];
            fine.vertices.push_back(sum.normalized());
        }
        return entry->second;
    };
    for (const auto& [i, j, k] : coarse.triangles) {
        const int ij = middle(i, j);
        const int jk = middle(j, k);
        const int ki = middle(k, i);
        fine.triangles.push_back({i, ij, ki});
        fine.triangles.push_back({j, jk, ij});
        fine.triangles.push_back({k, ki, jk});
        fine.triangles.push_back({ij, jk, ki});
    }
    return fine;
}

}  // namespace

SurfaceMesh make_box(const Vec3& size) {
    require_length("the box's size along x", size.x());
    require_length("the box's size along y", size.y());
    require_length("the box's size along z", size.z());
    const Vec3 h = size / 2.0;
    SurfaceMesh box{{{-h.x(), -h.y(), h.z()},
                     {h.x(), -h.y(), h.z()},
                     {h.x(), h.y(), h.z()},
                     {-h.x(), h.y(), h.z()},
                     {-h.x(), -h.y(), -h.z()},
                     {h.x(), -h.y(), -h.z()},
                     {h.x(), h.y(), -h.z()},
                     {-h.x(), h.y(), -h.z()}},
                    {{0, 1, 2},
                     {0, 2, 3},
                     {4, 7, 6},
                     {4, 6, 5},
                     {4, 0, 3},
                     {4, 3, 7},
                     {1, 5, 6},
                     {1, 6, 2},
                     {7, 3, 2},
                     {7, 2, 6},
                     {5, 1, 0},
                     {5, 0, 4}}};
    validate(box);
    return box;
}

SurfaceMesh make_cylinder(double radius, double height, int sides) {
    require_length("the cylinder's radius", radius);
    require_length("the cylinder's height", height);
    require_range("the cylinder's number of sides", sides, 3, 4096);
    SurfaceMesh mesh;
    for (const double y : {-height / 2.0, height / 2.0}) {
        for (int j = 0; j < sides; ++j) {
            mesh.vertices.push_back(ring_vertex(radius, y, j, sides));
        }
    }
    for (int j = 0; j < sides; ++j) {
        const int r = (j + 1) % sides;
        mesh.triangles.push_back({j, r, sides + r});
        mesh.triangles.push_back({j, sides + r, sides + j});
    }
    for (int j = 1; j + 1 < sides; ++j) {
        mesh.triangles.push_back({0, j + 1, j});
        mesh.triangles.push_back({sides, sides + j, sides + j + 1});
    }
    validate(mesh);
    return mesh;
}

SurfaceMesh make_frustum(const FrustumOptions& options) {
    require_length("the frustum's bottom radius", options.bottom_radius);
    require_length("the frustum's top radius", options.top_radius);
    require_length("the frustum's height", options.height);
    require_range("the frustum's number of sides", options.sides, 3, 4096);
    const int sides = options.sides;
    const double top = options.height / 2.0;
    SurfaceMesh mesh;
    for (int j = 0; j < sides; ++j) {
        mesh.vertices.push_back(ring_vertex(options.bottom_radius, -top, j, sides));
        mesh.vertices.push_back(ring_vertex(options.top_radius, top, j, sides));
    }
    const int top_center = 2 * sides;
    const int bottom_center = 2 * sides + 1;
    mesh.vertices.emplace_back(0.0, top, 0.0);
    mesh.vertices.emplace_back(0.0, -top, 0.0);
    for (int j = 0; j < sides; ++j) {
        const int r = (j + 1) % sides;
        mesh.triangles.push_back({bottom_center, 2 * r, 2 * j});
        mesh.triangles.push_back({2 * j, 2 * r, 2 * r + 1});
        mesh.triangles.push_back({2 * j, 2 * r + 1, 2 * j + 1});
        mesh.triangles.push_back({top_center, 2 * j + 1, 2 * r + 1});
    }
    validate(mesh);
    return mesh;
}

SurfaceMesh make_sphere(double radius, int subdivisions) {
    require_length("the sphere's radius", radius);
    require_range("the sphere's number of subdivisions", subdivisions, 0, 5);
    SurfaceMesh mesh = make_icosahedron();
    for (int i = 0; i < subdivisions; ++i) {
        mesh = subdivide(mesh);
    }
    for (Vec3& vertex : mesh.vertices) {
        vertex *= radius;
    }
    validate(mesh);
    return mesh;
}

}  // namespace touchstone
