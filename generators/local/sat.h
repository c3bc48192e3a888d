#pragma once

#include "generators/local/edge_axes.h"
#include "generators/local/settings/sat_settings.h"

namespace touchstone::TOUCHSTONE_ISA {

/// The elements whose axes may give the normal, as bit sets; all elements may separate.
struct SatAxes {
    int faces_a = 0b1111;
    int faces_b = 0b1111;
    int edges_a = 0b111111;
    int edges_b = 0b111111;
};

/// Appends the contacts of a separating-axis search: the allowed axis of least overlap gives the
/// normal, the tets' shared points the positions. Faces come before edges, so an edge must win
/// strictly. Erleben [2018], §6 (Volume-SAT, Surface-SAT).
void sat_contacts(const PosedTet& a, const PosedTet& b, const SatAxes& axes,
                  const SatSettings& settings, TetPairContacts& contacts);

/// Appends the same contacts for tets of which no edge axis decides.
void sat_contacts_by_faces(const PosedTet& a, const PosedTet& b, const SatAxes& axes,
                           const SatSettings& settings, TetPairContacts& contacts);

}  // namespace touchstone::TOUCHSTONE_ISA
