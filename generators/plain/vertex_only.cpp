#include "generators/local/settings/vertex_only_settings.h"
#include "generators/plain/methods.h"

namespace touchstone::plain {
namespace {

/// Returns the surface face of `tet` that is nearest to a point inside: distances are negative
/// there, so it is the one with the greatest distance. −1: none of its faces is on the surface. The
/// research code took the farthest.
int face_of_point(const PlainTet& tet, const Vec3& point, const Pair& pair) {
    int chosen = -1;
    double best = 0.0;
    for (int face = 0; face < 4; ++face) {
        if (!has(tet.surface.faces, face)) {
            continue;
        }
        const double distance = distance_to_face(tet, face, point);
        const double gain = pair.own<VertexOnlySettings>().face_choice == FaceChoice::Closest
                                ? distance
                                : -distance;
        if (chosen < 0 || pair.decisions.above(gain, best, longest_edge(tet))) {
            chosen = face;
            best = gain;
        }
    }
    return chosen;
}

/// Adds the vertices of `other` inside `tet`. `of_a`: `other` is A.
void add_vertices_inside(const PlainTet& tet, const PlainTet& other, bool of_a, const Pair& pair,
                         Contacts& contacts) {
    for (int i = 0; i < 4; ++i) {
        const Vec3& point = other.corners[i];
        if (!inside(tet, point, pair.decisions)) {
            continue;
        }
        const int face = face_of_point(tet, point, pair);
        if (face >= 0) {
            contacts.push_back(inside_vertex_contact(of_a, point, i, tet, face));
        }
    }
}

}  // namespace

// Erleben [2018], §6, Vertex only method: a vertex inside a tet is a contact at its own position,
// with the normal of the tet's nearest surface face and the distance to it as depth.
Contacts vertex_only(const Pair& pair) {
    Contacts contacts;
    add_vertices_inside(pair.a, pair.b, false, pair, contacts);
    add_vertices_inside(pair.b, pair.a, true, pair, contacts);
    return contacts;
}

}  // namespace touchstone::plain
