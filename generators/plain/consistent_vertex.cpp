#include "generators/plain/methods.h"

namespace touchstone::plain {
namespace {

/// Returns the surface face of `tet` through whose plane the edge from the inner vertex i of
/// `other` to the outer vertex j leaves first; −1: none.
int face_of_exit(const PlainTet& tet, const PlainTet& other, int i, int j, const Pair& pair) {
    const int edge = edge_of(i, j);
    int chosen = -1;
    double nearest = 2.0;  // more than the whole edge
    for (int face = 0; face < 4; ++face) {
        const auto t = crossing(other, edge, tet, face, pair.decisions);
        if (!t || !has(tet.surface.faces, face)) {
            continue;
        }
        const double from_i = kTetEdges[edge][0] == i ? *t : 1.0 - *t;
        if (pair.decisions.above(nearest, from_i, 1.0)) {
            chosen = face;
            nearest = from_i;
        }
    }
    return chosen;
}

/// Adds the vertices of `other` inside `tet`. `of_a`: `other` is A.
void add_entered_vertices(const PlainTet& tet, const PlainTet& other, bool of_a, const Pair& pair,
                          Contacts& contacts) {
    std::array<bool, 4> is_inside;
    for (int i = 0; i < 4; ++i) {
        is_inside[i] = inside(tet, other.corners[i], pair.decisions);
    }
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            if (!is_inside[i] || is_inside[j]) {
                continue;
            }
            const int face = face_of_exit(tet, other, i, j, pair);
            if (face >= 0) {
                contacts.push_back(inside_vertex_contact(of_a, other.corners[i], i, tet, face));
            }
        }
    }
}

}  // namespace

// Erleben [2018], §6, Consistent vertex method: a vertex inside a tet is a contact at its own
// position. Each of its edges that leaves the tet shows where the vertex entered: the surface face
// crossed nearest to the vertex gives the normal, and the distance to that face the depth.
Contacts consistent_vertex(const Pair& pair) {
    Contacts contacts;
    add_entered_vertices(pair.a, pair.b, false, pair, contacts);
    add_entered_vertices(pair.b, pair.a, true, pair, contacts);
    return contacts;
}

}  // namespace touchstone::plain
