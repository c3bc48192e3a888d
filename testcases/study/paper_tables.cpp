#include "testcases/study/paper_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "methods/quality/metrics.h"

namespace touchstone {
namespace {

constexpr int kCases = 10;

struct PaperCase {
    std::string_view id;
    int min_contacts;
};
constexpr std::array<PaperCase, kCases> kPaperCases{{
    {"spike_in_crack", 2},
    {"spike_in_hole", 4},
    {"wedge_in_crack", 4},
    {"sliding_spike", 1},
    {"sliding_wedge", 2},
    {"spikes", 1},
    {"spike_and_wedge", 1},
    {"wedges", 2},
    {"cliff_edges", 4},
    {"internal_edges", 4},
}};

struct Counts {
    int contacts;
    int correct;
};
struct PaperRow {
    std::string_view generator;
    std::array<int, kCases> coverage;  ///< printed [%]; every one is whole
    std::array<Counts, kCases> counts;
};

// Erleben [2018], Table 8. Counts: contacts = printed excess × fewest contacts, correct = printed
// quality × contacts, both rounded to whole numbers; the test prints them back. "73.5.0" is read as
// 73.5.
constexpr std::array<PaperRow, 8> kPaperRows{{
    {"closest_points",
     {100, 100, 100, 100, 100, 0, 0, 0, 100, 100},
     {{{2, 2}, {4, 4}, {4, 4}, {1, 1}, {2, 2}, {10, 0}, {3, 0}, {7, 0}, {8, 5}, {12, 7}}}},
    {"intersection",
     {0, 0, 0, 0, 0, 100, 100, 0, 100, 100},
     {{{1, 0}, {5, 0}, {6, 0}, {3, 0}, {1, 0}, {20, 2}, {6, 2}, {7, 0}, {9, 5}, {12, 6}}}},
    {"vertex_only",
     {50, 0, 50, 100, 100, 0, 0, 0, 100, 100},
     {{{1, 1}, {0, 0}, {2, 2}, {1, 1}, {1, 1}, {2, 0}, {1, 0}, {2, 0}, {5, 3}, {6, 5}}}},
    {"consistent_vertex",
     {50, 0, 50, 100, 100, 0, 100, 100, 100, 100},
     {{{1, 1}, {0, 0}, {2, 2}, {1, 1}, {1, 1}, {4, 0}, {2, 1}, {4, 1}, {6, 3}, {4, 4}}}},
    {"volume_sat",
     {50, 25, 50, 100, 100, 0, 0, 0, 100, 100},
     {{{4, 4}, {7, 7}, {9, 9}, {5, 5}, {2, 2}, {14, 0}, {9, 0}, {17, 0}, {13, 8}, {23, 15}}}},
    {"surface_sat",
     {50, 25, 50, 100, 100, 0, 0, 0, 100, 100},
     {{{4, 4}, {7, 7}, {9, 9}, {5, 5}, {2, 2}, {14, 0}, {9, 0}, {18, 0}, {10, 7}, {18, 15}}}},
    {"growth",
     {50, 25, 50, 100, 100, 0, 0, 0, 100, 100},
     {{{4, 4}, {9, 9}, {6, 6}, {5, 5}, {2, 2}, {15, 0}, {11, 0}, {21, 0}, {24, 9}, {27, 17}}}},
    {"opposing",
     {0, 0, 0, 100, 100, 100, 100, 100, 100, 100},
     {{{6, 0}, {9, 0}, {7, 0}, {5, 5}, {2, 2}, {18, 4}, {9, 5}, {19, 9}, {34, 25}, {15, 14}}}},
}};

constexpr std::string_view kPillarCase = "pillar";
constexpr int kPillarMinimum = 40;  // Erleben [2018], below Table 7

/// The paper's numbers for one generator on the Pillar.
struct PillarRow {
    std::string_view generator;
    PaperPillarStatistics statistics;  ///< Table 6
    PaperPillarCounts counts;          ///< Table 7; correct = printed quality × contacts, rounded
};
constexpr std::array<PillarRow, 8> kPillarRows{{
    {"closest_points", {267.11, 102, 375, 59.40}, {188, 184}},
    {"intersection", {867.97, 504, 1332, 163.07}, {722, 111}},
    {"vertex_only", {65.94, 6, 119, 19.62}, {51, 31}},
    {"consistent_vertex", {93.26, 32, 113, 10.44}, {34, 12}},
    {"volume_sat", {1248.52, 339, 1399, 69.37}, {540, 113}},
    {"surface_sat", {1186.44, 333, 1362, 89.06}, {607, 321}},
    {"opposing", {403.12, 117, 459, 24.83}, {214, 196}},
    {"growth", {1257.45, 400, 1539, 162.75}, {622, 153}},
}};

struct MasonryRow {
    std::string_view case_id;
    std::string_view generator;
    PaperMasonry values;
};
constexpr std::array<MasonryRow, 4> kMasonryRows{{
    {"wall", "closest_points", {0.20, false, 0.89}},  // Erleben [2018], §8.2
    {"wall", "opposing", {0.0, false, 0.93}},
    {"arch", "closest_points", {0.30, true, 0.64}},  // Erleben [2018], §8.3
    {"arch", "opposing", {0.50, true, 0.90}},
}};

const PillarRow* find_pillar_row(std::string_view generator_id) {
    const auto* const row = std::ranges::find(kPillarRows, generator_id, &PillarRow::generator);
    return row == kPillarRows.end() ? nullptr : row;
}

}  // namespace

double PaperPillarCounts::quality() const { return static_cast<double>(correct) / contacts; }

double PaperPillarCounts::excess() const { return static_cast<double>(contacts) / kPillarMinimum; }

std::optional<PaperPillarCounts> find_paper_pillar_counts(std::string_view case_id,
                                                          std::string_view generator_id) {
    const PillarRow* const row = case_id == kPillarCase ? find_pillar_row(generator_id) : nullptr;
    return row == nullptr ? std::nullopt : std::optional(row->counts);
}

std::optional<PaperPillarStatistics> find_paper_pillar_statistics(std::string_view generator_id) {
    const PillarRow* const row = find_pillar_row(generator_id);
    return row == nullptr ? std::nullopt : std::optional(row->statistics);
}

std::optional<PaperMasonry> find_paper_masonry(std::string_view case_id,
                                               std::string_view generator_id) {
    for (const MasonryRow& row : kMasonryRows) {
        if (row.case_id == case_id && row.generator == generator_id) {
            return row.values;
        }
    }
    return std::nullopt;
}

double PaperCell::quality() const {
    return contacts == 0 ? 0.0 : static_cast<double>(correct) / contacts;
}

std::optional<double> PaperCell::excess() const {
    if (contacts == 0) {
        return std::nullopt;
    }
    return static_cast<double>(contacts) / min_contacts;
}

std::optional<PaperCell> find_paper_cell(std::string_view case_id, std::string_view generator_id) {
    const auto row = std::ranges::find(kPaperRows, generator_id, &PaperRow::generator);
    const auto column = std::ranges::find(kPaperCases, case_id, &PaperCase::id);
    if (row == kPaperRows.end() || column == kPaperCases.end()) {
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(column - kPaperCases.begin());
    const Counts counts = row->counts[index];
    return PaperCell{counts.contacts, counts.correct, column->min_contacts,
                     row->coverage[index] / 100.0};
}

Agreement compare(const Judgement& judgement, const PaperCell& paper) {
    const auto tenths = [](double share) { return std::lround(share * 1000.0); };
    Agreement agreement;
    agreement.coverage = tenths(coverage(judgement).value_or(0.0)) == tenths(paper.coverage);
    agreement.excess = judgement.contacts == paper.contacts;
    agreement.quality = agreement.excess && judgement.correct == paper.correct;
    return agreement;
}

}  // namespace touchstone
