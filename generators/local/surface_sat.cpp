#include "generators/local/sat.h"

namespace touchstone::TOUCHSTONE_ISA {

namespace {

SatAxes surface_axes(const PosedTet& a, const PosedTet& b) {
    return {a.surface_faces, b.surface_faces, a.surface_edges, b.surface_edges};
}

}  // namespace

// Erleben [2018], §6: only faces and edges on the bodies' surfaces may give the normal. Whether the
// tets overlap, and where, still depends on the whole tets.
// The fast form of generators/plain/surface_sat.cpp.
void surface_sat(const PosedTet& a, const PosedTet& b, const SatSettings& settings,
                 TetPairContacts& contacts) {
    sat_contacts(a, b, surface_axes(a, b), settings, contacts);
}

// The same for tets of which no edge axis decides.
void surface_sat_by_faces(const PosedTet& a, const PosedTet& b, const SatSettings& settings,
                          TetPairContacts& contacts) {
    sat_contacts_by_faces(a, b, surface_axes(a, b), settings, contacts);
}

}  // namespace touchstone::TOUCHSTONE_ISA
