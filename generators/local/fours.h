#pragma once

#include "generators/local/element_sets.h"

// Pairs of elements of two tets, four at a time. Part of the kernels: the same text is compiled for
// each instruction set.

namespace touchstone::TOUCHSTONE_ISA {

/// The first four members of a set of edges, or of vertices, as places among the vertices of the
/// tet. What is left of the four are the places of any vertex.
struct MemberPlaces {
    long long start[4];  ///< where edges start; the vertices themselves
    long long end[4];    ///< where edges end
};

/// The places of the first four members of every set.
struct PlaceTables {
    MemberPlaces edges[64];
    MemberPlaces vertices[16];
};

/// Makes the tables.
constexpr PlaceTables make_place_tables() {
    PlaceTables tables{};
    for (int set = 0; set < 64; ++set) {
        int count = 0;
        MemberPlaces edges{{place(0), place(0), place(0), place(0)},
                           {place(0), place(0), place(0), place(0)}};
        for (int k = 0; k < 6 && count < 4; ++k) {
            if ((set >> k & 1) != 0) {
                edges.start[count] = place(kEdgeStart[k]);
                edges.end[count++] = place(kEdgeEnd[k]);
            }
        }
        tables.edges[set] = edges;
    }
    for (int set = 0; set < 16; ++set) {
        for (int i = 0; i < 4; ++i) {
            tables.vertices[set].start[i] = place(kSets.members[set][i]);
        }
    }
    return tables;
}
inline constexpr PlaceTables kPlaces = make_place_tables();

/// The members of two sets that belong to each lane of four pairs.
struct PairPlaces {
    long long first[4];
    long long second[4];
};

/// The pairs of up to four members with one to four others, in order: pair p is of the member
/// p / others with the other p % others.
struct PairTable {
    PairPlaces of[5][4];  ///< by the number of others, and by the first pair / 4
};

/// Makes the table.
constexpr PairTable make_pair_table() {
    PairTable table{};
    for (int others = 1; others <= 4; ++others) {
        for (int pair = 0; pair < 16; ++pair) {
            PairPlaces& places = table.of[others][pair / 4];
            const bool exists = pair < 4 * others;
            places.first[pair % 4] = place(exists ? pair / others : 0);
            places.second[pair % 4] = place(exists ? pair % others : 0);
        }
    }
    return table;
}
inline constexpr PairTable kPairs = make_pair_table();

/// Returns the member of a set that has `before` lower ones.
inline int member(int set, int before) {
    for (; before > 0; --before) {
        set &= set - 1;
    }
    return lowest_bit(set);
}

/// Returns the first four members of a set of up to six.
inline int first_four(int set) {
    while (__builtin_popcount(set) > 4) {
        set &= ~(1 << (31 - __builtin_clz(static_cast<unsigned>(set))));
    }
    return set;
}

/// Four pairs of a member of one set with a member of another, or less.
struct Four {
    int set;        ///< at most four members
    int other_set;  ///< at most four members
    int others;     ///< their number
    int group;      ///< number of the first pair, divided by four
    int lanes;      ///< lanes that hold a pair, as bits

    /// Returns, for each lane, the place of the first member among those of `places`.
    Places first(const long long* places) const {
        return permuted(load_places(places), load_places(kPairs.of[others][group].first));
    }
    /// Returns the place of the second member in the same way.
    Places second(const long long* places) const {
        return permuted(load_places(places), load_places(kPairs.of[others][group].second));
    }
    /// Returns the first member in a lane.
    int first_in(int lane) const { return member(set, (4 * group + lane) / others); }
    /// Returns the second member in a lane.
    int second_in(int lane) const { return member(other_set, (4 * group + lane) % others); }
};

/// Calls a function with all pairs of a member of one set with a member of another, in order, four
/// at a time.
template <class Visit>
[[gnu::always_inline]] inline void for_fours(int set, int other_set, const Visit& visit) {
    if (set == 0 || other_set == 0) {
        return;
    }
    const bool row_by_row = __builtin_popcount(other_set) > 4;
    do {
        const int block = row_by_row ? set & -set : first_four(set);
        int rest = other_set;
        do {
            const int other_block = first_four(rest);
            const int others = __builtin_popcount(other_block);
            int left = others * __builtin_popcount(block);
            for (int group = 0; left > 0; ++group, left -= 4) {
                visit(Four{block, other_block, others, group, left < 4 ? (1 << left) - 1 : 0b1111});
            }
            rest &= ~other_block;
        } while (rest != 0);
        set &= ~block;
    } while (set != 0);
}

}  // namespace touchstone::TOUCHSTONE_ISA
