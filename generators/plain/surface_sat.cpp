#include "generators/plain/methods.h"
#include "generators/plain/sat.h"

namespace touchstone::plain {

// Erleben [2018], §6, Surface-SAT method: as Volume-SAT, but only faces and edges on the surface of
// their body may give the normal.
Contacts surface_sat(const Pair& pair) {
    return contacts_by_least_overlap(pair, pair.a.surface, pair.b.surface);
}

}  // namespace touchstone::plain
