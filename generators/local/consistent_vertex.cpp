#include "generators/local/tet_pair.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// Returns the surface face of `tet` whose plane the edge from vertex i (inside) to j (outside)
/// meets first; −1: none. Only the plane is tested, not the triangle. `behind`: the faces behind
/// which vertex i lies; `front`: those in front of which j does.
int first_crossed_face(const PosedTet& tet, const Lanes* values, int i, int j, int behind,
                       int front, double tie) {
    int crossed = behind & front & tet.surface_faces;
    int best = -1;
    double best_parameter = __builtin_inf();
    for (; crossed != 0; crossed &= crossed - 1) {
        const int face = lowest_bit(crossed);
        const double from = -values[i][face];
        const double parameter = from / (from + values[j][face]);
        if (parameter < best_parameter - tie) {
            best_parameter = parameter;
            best = face;
        }
    }
    return best;
}

/// Adds one contact for each edge of `points` that enters `tet` and ends inside. `of_a`: the edges
/// are a's.
void add_entering_edges(const PosedTet& tet, const PosedTet& points, bool of_a,
                        const LocalSettings& settings, TetPairContacts& contacts) {
    const Lanes limits = touch_limits(tet, touch_tolerance(tet, points, settings));
    Lanes values[4];
    int front[4];
    for (int i = 0; i < 4; ++i) {
        values[i] = values_on_planes(tet, vertex(points, i));
        front[i] = faces_in_front(values[i], limits);
    }
    for (int i = 0; i < 4; ++i) {
        if (front[i] != 0) {
            continue;
        }
        const int behind = faces_behind(values[i], limits);
        const Lanes distances = values[i] * load(tet.inverse_length);
        for (int j = 0; j < 4; ++j) {
            // An edge to another inside vertex crosses nothing, since that lies in front of no
            // face.
            const int face =
                first_crossed_face(tet, values, i, j, behind, front[j], tie_tolerance(settings));
            if (face >= 0) {
                add_face_contact(contacts, of_a, vertex(points, i), unit_normal(tet, face),
                                 distances[face], i, face);
            }
        }
    }
}

}  // namespace

// Erleben [2018], §6: a vertex inside a tet is a contact for each of its edges that leaves the tet,
// with the normal of the surface face that the edge entered through.
// The fast form of generators/plain/consistent_vertex.cpp.
void consistent_vertex(const PosedTet& a, const PosedTet& b, const LocalSettings& settings,
                       TetPairContacts& contacts) {
    add_entering_edges(a, b, false, settings, contacts);
    add_entering_edges(b, a, true, settings, contacts);
}

}  // namespace touchstone::TOUCHSTONE_ISA
