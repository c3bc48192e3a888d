#include "generators/local/settings/vertex_only_settings.h"
#include "generators/local/tet_pair.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// Returns the surface faces of `tet` that are nearest to (or farthest from) a point inside, given
/// its signed distances from them; several on a tie, up to `touch` [m].
int chosen_faces(const PosedTet& tet, Lanes distances, FaceChoice choice, double touch) {
    const LaneMask on_surface = mask_of(tet.surface_faces);
    const bool closest = choice == FaceChoice::Closest;
    const Lanes key =
        select(on_surface, closest ? distances : -distances, broadcast(-__builtin_inf()));
    return bits(on_surface & (key >= broadcast(largest(key) - touch)));
}

/// Adds one contact for each vertex of `points` inside `tet`, with the normal of a surface face of
/// `tet`. `of_a`: the vertices are a's.
void add_inside_vertices(const PosedTet& tet, const PosedTet& points, bool of_a,
                         const VertexOnlySettings& settings, TetPairContacts& contacts) {
    const double touch = touch_tolerance(tet, points, settings);
    const Lanes limits = touch_limits(tet, touch);
    for (int j = 0; j < 4; ++j) {
        const Lanes values = values_on_planes(tet, vertex(points, j));
        if (faces_in_front(values, limits) != 0) {
            continue;
        }
        const Lanes distances = values * load(tet.inverse_length);
        for (int faces = chosen_faces(tet, distances, settings.face_choice, touch); faces != 0;
             faces &= faces - 1) {
            const int face = lowest_bit(faces);
            add_face_contact(contacts, of_a, vertex(points, j), unit_normal(tet, face),
                             distances[face], j, face);
        }
    }
}

}  // namespace

// Erleben [2018], §6: a vertex inside a tet is a contact, with the normal of the closest surface
// face.
// The fast form of generators/plain/vertex_only.cpp.
void vertex_only(const PosedTet& a, const PosedTet& b, const VertexOnlySettings& settings,
                 TetPairContacts& contacts) {
    add_inside_vertices(a, b, false, settings, contacts);
    add_inside_vertices(b, a, true, settings, contacts);
}

}  // namespace touchstone::TOUCHSTONE_ISA
