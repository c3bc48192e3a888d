#pragma once

namespace touchstone {

/// A contact in bare numbers, as methods find many of which few stay; see ContactPoint for frames
/// and signs. Code compiled for any instruction set can share it.
struct BareContact {
    double position[3];
    double normal[3];
    double separation;
    int element_a;  ///< element of A, in the code of whoever finds the contact
    int element_b;  ///< element of B
};

}  // namespace touchstone
