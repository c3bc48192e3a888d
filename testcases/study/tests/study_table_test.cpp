// What the corrected methods find in the fundamental cases, known failures included: all three
// numbers would be the case's minimum, the same, and all its normals for a method that is right. A
// number that moves is a visible edit here, with a reason.

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "methods/testing/catch.h"
#include "testcases/study/study.h"

using namespace touchstone;

namespace {

constexpr int kShifts = 12;

/// The values over the stated placement and the shifts: one where it is firm, lowest and highest
/// where rounding decides.
struct Values {
    int low;
    int high;

    constexpr Values(int only) : low(only), high(only) {}
    constexpr Values(int lowest, int highest) : low(lowest), high(highest) {}
};

struct TableRow {
    std::string_view case_id;
    Values contacts;
    Values correct;
    Values met_normals;
};

// Eroded tips of slope 3 : 1 retreat by 3.2 ε, so they keep more than 2 ε apart: nothing in the
// cases with spikes and wedges. Flat faces stay exactly 2 ε apart, and are right.
constexpr TableRow kClosestPoints[]{
    {"spike_in_crack", {0}, {0}, {0}},  {"spike_in_hole", {0}, {0}, {0}},
    {"wedge_in_crack", {0}, {0}, {0}},  {"sliding_spike", {0}, {0}, {0}},
    {"sliding_wedge", {0}, {0}, {0}},   {"spikes", {0}, {0}, {0}},
    {"spike_and_wedge", {0}, {0}, {0}}, {"wedges", {0}, {0}, {0}},
    {"cliff_edges", {4}, {4}, {1}},     {"internal_edges", {11}, {11}, {1}},
};

// E-E pairs of interpenetrating tips and of internal edges give normals of their own; half a step
// into one wall of a crack, the other wall is not met.
constexpr TableRow kIntersection[]{
    {"spike_in_crack", {1}, {1}, {1}},  {"spike_in_hole", {5}, {1}, {1}},
    {"wedge_in_crack", {8}, {2}, {1}},  {"sliding_spike", {1}, {1}, {1}},
    {"sliding_wedge", {2}, {2}, {1}},   {"spikes", {16}, {4}, {1}},
    {"spike_and_wedge", {6}, {3}, {1}}, {"wedges", {28}, {4}, {1}},
    {"cliff_edges", {32}, {4}, {1}},    {"internal_edges", {12}, {4}, {1}},
};

// The apex of the spike in the hole moves along a face that two tets share and is inside neither;
// at cliffs and internal edges the only surface face of a tet is often a side of the body.
constexpr TableRow kVertexOnly[]{
    {"spike_in_crack", {1}, {1}, {1}},  {"spike_in_hole", {0}, {0}, {0}},
    {"wedge_in_crack", {2}, {2}, {1}},  {"sliding_spike", {1}, {1}, {1}},
    {"sliding_wedge", {2}, {2}, {1}},   {"spikes", {2}, {2}, {1}},
    {"spike_and_wedge", {1}, {1}, {1}}, {"wedges", {4}, {0}, {0}},
    {"cliff_edges", {21}, {4}, {1}},    {"internal_edges", {12}, {4}, {1}},
};

// A vertex on a face has crossed nothing: no contact at exact touch, so none is right there.
constexpr TableRow kConsistentVertex[]{
    {"spike_in_crack", {1}, {1}, {1}},  {"spike_in_hole", {0}, {0}, {0}},
    {"wedge_in_crack", {2}, {2}, {1}},  {"sliding_spike", {0}, {0}, {0}},
    {"sliding_wedge", {0}, {0}, {0}},   {"spikes", {4}, {2}, {1}},
    {"spike_and_wedge", {2}, {1}, {1}}, {"wedges", {6}, {3}, {1}},
    {"cliff_edges", {3}, {0}, {0}},     {"internal_edges", {1}, {0}, {0}},
};

// Interior faces and edges give normals too. Axes of equal overlap are chosen by the last bit: the
// ranges.
constexpr TableRow kVolumeSat[]{
    {"spike_in_crack", {5}, {5}, {1}},  {"spike_in_hole", {15, 16}, {8, 16}, {1}},
    {"wedge_in_crack", {8}, {8}, {1}},  {"sliding_spike", {1}, {1}, {1}},
    {"sliding_wedge", {2}, {2}, {1}},   {"spikes", {12}, {12}, {1}},
    {"spike_and_wedge", {8}, {8}, {1}}, {"wedges", {20}, {14}, {1}},
    {"cliff_edges", {14}, {4}, {1}},    {"internal_edges", {15, 32}, {10}, {1}},
};

// As Volume-SAT with fewer axes; still tets, not bodies, decide what overlaps least.
constexpr TableRow kSurfaceSat[]{
    {"spike_in_crack", {5}, {5}, {1}},  {"spike_in_hole", {15, 16}, {8, 16}, {1}},
    {"wedge_in_crack", {8}, {8}, {1}},  {"sliding_spike", {1}, {1}, {1}},
    {"sliding_wedge", {2}, {2}, {1}},   {"spikes", {12}, {12}, {1}},
    {"spike_and_wedge", {8}, {8}, {1}}, {"wedges", {20}, {14}, {1}},
    {"cliff_edges", {4, 6}, {4}, {1}},  {"internal_edges", {13, 26}, {10}, {1}},
};

// The average of two faces of different slope is right for neither: cracks and sliding tips get
// nothing. At cliffs the side faces oppose each other too.
constexpr TableRow kOpposing[]{
    {"spike_in_crack", {4}, {0}, {0}},   {"spike_in_hole", {16}, {0}, {0}},
    {"wedge_in_crack", {7}, {0}, {0}},   {"sliding_spike", {2}, {0}, {0}},
    {"sliding_wedge", {2}, {0}, {0}},    {"spikes", {24}, {8}, {1}},
    {"spike_and_wedge", {12}, {6}, {1}}, {"wedges", {26}, {12}, {1}},
    {"cliff_edges", {6}, {4}, {1}},      {"internal_edges", {10}, {10}, {1}},
};

// Where no face lies within 4° of the line between the shrunk tets, that line is the normal: tips
// that meet at an angle get nothing right, and cliffs much wrong.
constexpr TableRow kGrowth[]{
    {"spike_in_crack", {5}, {5}, {1}},   {"spike_in_hole", {11}, {11}, {1}},
    {"wedge_in_crack", {8}, {8}, {1}},   {"sliding_spike", {1}, {1}, {1}},
    {"sliding_wedge", {2}, {2}, {1}},    {"spikes", {24}, {0}, {0}},
    {"spike_and_wedge", {12}, {0}, {0}}, {"wedges", {32}, {0}, {0}},
    {"cliff_edges", {30}, {4}, {1}},     {"internal_edges", {49}, {10}, {1}},
};

// It is right: the fewest contacts, each of them correct, and all normals.
constexpr TableRow kSemiLocal[]{
    {"spike_in_crack", {2}, {2}, {2}},  {"spike_in_hole", {4}, {4}, {4}},
    {"wedge_in_crack", {4}, {4}, {2}},  {"sliding_spike", {1}, {1}, {1}},
    {"sliding_wedge", {2}, {2}, {1}},   {"spikes", {1}, {1}, {1}},
    {"spike_and_wedge", {1}, {1}, {1}}, {"wedges", {2}, {2}, {1}},
    {"cliff_edges", {4}, {4}, {1}},     {"internal_edges", {4}, {4}, {1}},
};

struct TableColumn {
    std::string_view generator;
    std::span<const TableRow> rows;
};

const TableColumn kTable[]{
    {"closest_points", kClosestPoints},
    {"intersection", kIntersection},
    {"vertex_only", kVertexOnly},
    {"consistent_vertex", kConsistentVertex},
    {"volume_sat", kVolumeSat},
    {"surface_sat", kSurfaceSat},
    {"opposing", kOpposing},
    {"growth", kGrowth},
    {"semi_local", kSemiLocal},
};

/// A firm value must be met exactly; within a range anything goes that shifts have brought forth.
void check(const Values& expected, int stated, double lowest, double highest) {
    const int low = std::min(stated, static_cast<int>(std::lround(lowest)));
    const int high = std::max(stated, static_cast<int>(std::lround(highest)));
    CHECK(low >= expected.low);
    CHECK(high <= expected.high);
}

}  // namespace

TEST_CASE("the corrected profile finds what the table says", "[study][slow]") {
    StudyRequest request;
    request.settings = make_study_settings(Profile::Corrected);
    request.jitter = kShifts;
    request.cases = expand_cases(std::array<std::string, 1>{"fundamental"});
    for (const TableColumn& column : kTable) {
        request.generators.emplace_back(column.generator);
    }
    for (const Generator& generator : all_generators()) {
        if (std::ranges::count(request.generators, generator.id) == 0) {
            WARN(generator.id << " has no column here: what it finds is pinned by the baseline");
        }
    }
    const StudyResult result = run_study(request);
    REQUIRE(result.rows.size() == request.cases.size() * request.generators.size());
    for (std::size_t i = 0; i < result.rows.size(); ++i) {
        const StudyRow& found = result.rows[i];
        const TableColumn& column = kTable[i % request.generators.size()];
        REQUIRE(found.generator_id == column.generator);
        REQUIRE(column.rows.size() == request.cases.size());
        const TableRow& expected = column.rows[i / request.generators.size()];
        REQUIRE(found.case_id == expected.case_id);
        CAPTURE(found.generator_id, found.case_id);
        const JitterRange& jitter = *found.jitter;
        const double normals = found.judgement.expected_normals;
        check(expected.contacts, found.judgement.contacts, jitter.contacts.low,
              jitter.contacts.high);
        check(expected.correct, found.judgement.correct, jitter.correct.low, jitter.correct.high);
        check(expected.met_normals, found.judgement.met_normals, normals * jitter.coverage->low,
              normals * jitter.coverage->high);
    }
}
