#include "generators/local/sat.h"

namespace touchstone::TOUCHSTONE_ISA {

// Erleben [2018], §6: only faces and edges on the bodies' surfaces may give the normal. Whether the
// tets overlap, and where, still depends on the whole tets.
// The fast form of generators/plain/surface_sat.cpp.
void surface_sat(const PosedTet& a, const PosedTet& b, const SatSettings& settings,
                 TetPairContacts& contacts) {
    const SatAxes axes{a.surface_faces, b.surface_faces, a.surface_edges, b.surface_edges};
    sat_contacts(a, b, axes, settings, contacts);
}

}  // namespace touchstone::TOUCHSTONE_ISA
