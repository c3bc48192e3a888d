#include "generators/local/sat.h"

namespace touchstone::TOUCHSTONE_ISA {

// Erleben [2018], §6: all faces and edges of the tets may give the normal, interior ones included.
// The fast form of generators/plain/volume_sat.cpp.
void volume_sat(const PosedTet& a, const PosedTet& b, const SatSettings& settings,
                TetPairContacts& contacts) {
    sat_contacts(a, b, {}, settings, contacts);
}

// The same for tets of which no edge axis decides.
void volume_sat_by_faces(const PosedTet& a, const PosedTet& b, const SatSettings& settings,
                         TetPairContacts& contacts) {
    sat_contacts_by_faces(a, b, {}, settings, contacts);
}

}  // namespace touchstone::TOUCHSTONE_ISA
