#include "generators/local/settings/vertex_only_settings.h"
#include "generators/local/tet_pair.h"

namespace touchstone::TOUCHSTONE_ISA {
namespace {

/// The surface faces of `tet` that are nearest to (or farthest from) a point inside, given its
/// signed distances from them; several on a tie, up to `touch` [m].
int chosen_faces(const PosedTet& tet, Lanes distances, FaceChoice choice, double touch) {
    const LaneMask on_surface = mask_of(tet.surface_faces);
    const bool closest = choice == FaceChoice::Closest;
    const Lanes key =
        select(on_surface, closest ? distances : -distances, broadcast(-__builtin_inf()));
    return bits(on_surface & (key >= broadcast(largest(key) - touch)));
}

/// One contact per vertex of `points` inside `tet`, with the normal of a surface face of `tet`;
/// `sign` turns it from a to b.
void add_inside_vertices(const PosedTet& tet, const PosedTet& points, bool tet_is_a,
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
            const int face_code = kFirstFaceCode + face;
            const Vector normal = (tet_is_a ? 1.0 : -1.0) * unit_normal(tet, face);
            add_contact(contacts, vertex(points, j), normal, distances[face],
                        tet_is_a ? face_code : j, tet_is_a ? j : face_code);
        }
    }
}

}  // namespace

// Erleben [2018], §6: a vertex inside a tet is a contact, with the closest surface face's normal.
// The fast form of generators/plain/vertex_only.cpp.
void vertex_only(const PosedTet& a, const PosedTet& b, const VertexOnlySettings& settings,
                 TetPairContacts& contacts) {
    add_inside_vertices(a, b, true, settings, contacts);
    add_inside_vertices(b, a, false, settings, contacts);
}

}  // namespace touchstone::TOUCHSTONE_ISA
