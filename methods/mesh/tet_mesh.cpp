#include "methods/mesh/tet_mesh.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "methods/base/error.h"
#include "methods/mesh/describe.h"
#include "methods/mesh/validation.h"

namespace touchstone {

namespace {

/// A face as one tet sees it: sorted corners, and whether sorting took an odd number of swaps.
struct OrientedFace {
    std::array<int, 3> corners;
    bool odd = false;
    int tet = -1;
};

OrientedFace make_oriented_face(const Tet& tet, int tet_index, int face) {
    const auto [i, j, k] = kTetFaces[face];
    OrientedFace result{{tet[i], tet[j], tet[k]}, false, tet_index};
    std::array<int, 3>& c = result.corners;
    for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 2), std::pair(0, 1)}) {
        if (c[a] > c[b]) {
            std::swap(c[a], c[b]);
            result.odd = !result.odd;
        }
    }
    return result;
}

/// Checks that at most two tets meet at a face, one on each side.
void validate_faces(const TetMesh& mesh) {
    std::vector<OrientedFace> faces;
    faces.reserve(4 * mesh.tets.size());
    for (int t = 0; t < std::ssize(mesh.tets); ++t) {
        for (int f = 0; f < 4; ++f) {
            faces.push_back(make_oriented_face(mesh.tets[t], t, f));
        }
    }
    std::sort(faces.begin(), faces.end(), [](const OrientedFace& a, const OrientedFace& b) {
        return std::tie(a.corners, a.odd, a.tet) < std::tie(b.corners, b.odd, b.tet);
    });
    // A third tet is on the side of one of the other two.
    for (std::size_t i = 1; i < faces.size(); ++i) {
        const OrientedFace& a = faces[i - 1];
        const OrientedFace& b = faces[i];
        if (a.corners == b.corners && a.odd == b.odd) {
            throw MeshError(describe("tet", a.tet, mesh.tets[a.tet]) + " and " +
                            describe("tet", b.tet, mesh.tets[b.tet]) +
                            " overlap: they lie on the same side of the face that they share; "
                            "remove one of them");
        }
    }
}

}  // namespace

double signed_volume(const TetMesh& mesh, const Tet& tet) {
    const Vec3& origin = mesh.vertices[tet[0]];
    const Vec3 a = mesh.vertices[tet[1]] - origin;
    const Vec3 b = mesh.vertices[tet[2]] - origin;
    const Vec3 c = mesh.vertices[tet[3]] - origin;
    return a.cross(b).dot(c) / 6.0;
}

void validate(const TetMesh& mesh) {
    if (mesh.tets.empty()) {
        throw MeshError("the mesh has no tets: give at least one");
    }
    validate_finite(mesh.vertices);
    std::vector<bool> used(mesh.vertices.size(), false);
    for (int t = 0; t < std::ssize(mesh.tets); ++t) {
        const Tet& tet = mesh.tets[t];
        validate_indices("tet", t, tet, static_cast<int>(std::ssize(mesh.vertices)));
        for (const int v : tet) {
            used[v] = true;
        }
        const double volume = signed_volume(mesh, tet);
        if (!(volume > 0.0)) {
            const bool flat = volume == 0.0;
            throw MeshError(describe("tet", t, tet) + " is " + (flat ? "flat" : "inverted") +
                            ", its volume is " + describe(volume) +
                            " m³: " + (flat ? "remove it" : "swap two of its vertices"));
        }
    }
    validate_used(used);
    validate_faces(mesh);
}

}  // namespace touchstone
