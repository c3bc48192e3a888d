#pragma once

#include <array>
#include <optional>

#include "testcases/events/core_contacts.h"

namespace touchstone {

/// The parts of two cores' boxes that are nearest to each other: corners, edges or faces. As a
/// witness that the solids are apart it is remade from step to step. Baraff [1990], §7.
struct CoreWitness {
    std::array<int, 3> side_a{};  ///< position by axis of A: −1 or 1, at that end of the box; 0:
                                  ///< between
    std::array<int, 3> side_b{};
    bool is_known = false;
};

/// Returns the separation of the solids when the witness holds in this state: when the nearest
/// points of its parts, or of those to which at most ten walks to neighbours lead, are the nearest
/// ones of the boxes, which a plane between them proves. The witness then has these parts. Nothing:
/// they are not, or the boxes meet.
std::optional<double> remade_gap(CoreWitness& witness, const PlacedSolid& a, const CorePart& core_a,
                                 const PlacedSolid& b, const CorePart& core_b);

/// Finds the nearest parts from scratch; not known where the cores meet.
CoreWitness find_witness(const PlacedSolid& a, const CorePart& core_a, const PlacedSolid& b,
                         const CorePart& core_b);

}  // namespace touchstone
