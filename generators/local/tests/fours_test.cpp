#include "generators/local/fours.h"

#include <array>
#include <vector>

#include "methods/testing/catch.h"

using namespace touchstone::TOUCHSTONE_ISA;

namespace {

/// A pair of members, and the vertices at the ends of these.
struct PairOfMembers {
    int first;
    int second;
    std::array<double, 4> ends;

    bool operator==(const PairOfMembers&) const = default;
};

const Lanes kVertices{0.0, 1.0, 2.0, 3.0};

double at(const Places& places, int lane) { return permuted(kVertices, places)[lane]; }

std::vector<PairOfMembers> pairs_by_fours(int set, int other_set) {
    std::vector<PairOfMembers> pairs;
    for_fours(set, other_set, [&](const Four& four) {
        const MemberPlaces& places = kPlaces.edges[four.set];
        const MemberPlaces& others = kPlaces.edges[four.other_set];
        for (int lane = 0; lane < 4; ++lane) {
            if ((four.lanes >> lane & 1) != 0) {
                pairs.push_back(
                    {four.first_in(lane),
                     four.second_in(lane),
                     {at(four.first(places.start), lane), at(four.first(places.end), lane),
                      at(four.second(others.start), lane), at(four.second(others.end), lane)}});
            }
        }
    });
    return pairs;
}

std::vector<PairOfMembers> pairs_one_by_one(int set, int other_set) {
    std::vector<PairOfMembers> pairs;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            if ((set >> i & other_set >> j & 1) != 0) {
                pairs.push_back({i,
                                 j,
                                 {1.0 * kEdgeStart[i], 1.0 * kEdgeEnd[i], 1.0 * kEdgeStart[j],
                                  1.0 * kEdgeEnd[j]}});
            }
        }
    }
    return pairs;
}

}  // namespace

TEST_CASE("fours hold every pair of two sets, once and in order", "[kernels]") {
    int differ = 0;
    for (int set = 0; set < 64; ++set) {
        for (int other_set = 0; other_set < 64; ++other_set) {
            differ += pairs_by_fours(set, other_set) == pairs_one_by_one(set, other_set) ? 0 : 1;
        }
    }
    CHECK(differ == 0);
}

TEST_CASE("the places of a set of vertices are its members", "[kernels]") {
    for (int set = 0; set < 16; ++set) {
        int count = 0;
        for (int i = 0; i < 4; ++i) {
            if ((set >> i & 1) != 0) {
                CHECK(at(load_places(kPlaces.vertices[set].start), count++) == i);
                CHECK(kSets.members[set][count - 1] == i);
                CHECK(kSets.members[set][3] >= i);
            }
        }
    }
}
