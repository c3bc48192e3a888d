#include "generators/plain/methods.h"
#include "generators/plain/sat.h"

namespace touchstone::plain {

// Erleben [2018], §6, Volume-SAT method: the separating axis of least overlap is searched for among
// all faces and edges of the two tets, those between two tets of one body included.
Contacts volume_sat(const Pair& pair) {
    const TetSurface everything{0b1111, 0b111111, 0b1111};
    return contacts_by_least_overlap(pair, everything, everything);
}

}  // namespace touchstone::plain
