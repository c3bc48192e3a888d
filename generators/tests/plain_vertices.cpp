#include <array>

#include "generators/local/kernel.h"
#include "generators/tests/plain_pair.h"

namespace touchstone::testing::plain {

PlainContact vertex_face(bool of_a, const Vec3& position, int vertex, int face, const Vec3& normal,
                         double separation) {
    const int face_code = kFirstFaceCode + face;
    return of_a ? PlainContact{position, -normal, separation, vertex, face_code}
                : PlainContact{position, normal, separation, face_code, vertex};
}

namespace {

/// A vertex of `other` at `point`, inside `tet`.
PlainContact held_vertex(bool of_a, const PlainTet& tet, int face, const Vec3& point, int vertex) {
    return vertex_face(of_a, point, vertex, face, face_normal(tet, face),
                       distance_to_face(tet, face, point));
}

/// `tet` holds vertices of `other`; of_a: `other` is A.
void vertices_in(const PlainTet& tet, const PlainTet& other, bool of_a, const Pair& pair,
                 Contacts& contacts) {
    for (int i = 0; i < 4; ++i) {
        const Vec3& point = other.corners[i];
        if (!inside(tet, point, pair.decisions)) {
            continue;
        }
        int chosen = -1;
        double best = 0.0;
        for (int face = 0; face < 4; ++face) {
            if (!has(tet.surface.faces, face)) {
                continue;
            }
            const double distance = distance_to_face(tet, face, point);
            const double gain =
                pair.settings.face_choice == FaceChoice::Closest ? distance : -distance;
            if (chosen < 0 || pair.decisions.above(gain, best, longest_edge(tet))) {
                chosen = face;
                best = gain;
            }
        }
        if (chosen >= 0) {
            contacts.push_back(held_vertex(of_a, tet, chosen, point, i));
        }
    }
}

}  // namespace

Contacts vertex_only(const Pair& pair) {
    Contacts contacts;
    vertices_in(pair.a, pair.b, false, pair, contacts);
    vertices_in(pair.b, pair.a, true, pair, contacts);
    return contacts;
}

namespace {

void consistent_vertices_in(const PlainTet& tet, const PlainTet& other, bool of_a, const Pair& pair,
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
            const int edge = edge_of(i, j);
            int chosen = -1;
            double best = 2.0;
            for (int face = 0; face < 4; ++face) {
                const auto t = crossing(other, edge, tet, face, pair.decisions);
                if (!t || !has(tet.surface.faces, face)) {
                    continue;
                }
                const double from_i = kTetEdges[edge][0] == i ? *t : 1.0 - *t;
                if (pair.decisions.above(best, from_i, 1.0)) {
                    chosen = face;
                    best = from_i;
                }
            }
            if (chosen >= 0) {
                contacts.push_back(held_vertex(of_a, tet, chosen, other.corners[i], i));
            }
        }
    }
}

}  // namespace

Contacts consistent_vertex(const Pair& pair) {
    Contacts contacts;
    consistent_vertices_in(pair.a, pair.b, false, pair, contacts);
    consistent_vertices_in(pair.b, pair.a, true, pair, contacts);
    return contacts;
}

}  // namespace touchstone::testing::plain
