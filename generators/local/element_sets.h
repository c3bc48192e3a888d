#pragma once

#include "generators/local/tet_pair.h"

// Tables of the vertices and edges in sets of a tet's elements. Part of the kernels: the same text
// is compiled for each instruction set.

namespace touchstone::TOUCHSTONE_ISA {

/// Tables over all sets of vertices, and over all pairs.
struct ElementSets {
    unsigned char members[16][4];  ///< the members of each set, in order; the last is repeated in
                                   ///< what is left of four
    int edges_between[16];         ///< edges with both ends in each set, as bits
    int edge_between[4][4];        ///< the edge that joins two vertices; −1 on the diagonal
};

/// Makes the tables.
constexpr ElementSets make_element_sets() {
    ElementSets sets{};
    for (int set = 0; set < 16; ++set) {
        int count = 0;
        for (int i = 0; i < 4; ++i) {
            if ((set >> i & 1) != 0) {
                for (int place = count++; place < 4; ++place) {
                    sets.members[set][place] = static_cast<unsigned char>(i);
                }
            }
        }
        for (int k = 0; k < 6; ++k) {
            const bool joins = (set >> kEdgeStart[k] & set >> kEdgeEnd[k] & 1) != 0;
            sets.edges_between[set] |= joins ? 1 << k : 0;
        }
    }
    for (int i = 0; i < 4; ++i) {
        sets.edge_between[i][i] = -1;
    }
    for (int k = 0; k < 6; ++k) {
        sets.edge_between[kEdgeStart[k]][kEdgeEnd[k]] = k;
        sets.edge_between[kEdgeEnd[k]][kEdgeStart[k]] = k;
    }
    return sets;
}
inline constexpr ElementSets kSets = make_element_sets();

}  // namespace touchstone::TOUCHSTONE_ISA
