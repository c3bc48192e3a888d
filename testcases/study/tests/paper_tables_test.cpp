#include "testcases/study/paper_tables.h"

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include "methods/testing/catch.h"

using namespace touchstone;

namespace {

constexpr int kCases = 10;
constexpr std::array<std::string_view, kCases> kCaseIds{
    "spike_in_crack", "spike_in_hole",   "wedge_in_crack", "sliding_spike", "sliding_wedge",
    "spikes",         "spike_and_wedge", "wedges",         "cliff_edges",   "internal_edges"};

struct PrintedRow {
    std::string_view generator;
    std::array<std::string_view, kCases> values;
};
using PrintedTable = std::array<PrintedRow, 8>;

// Erleben [2018], Table 8, as printed; "73.5.0" is taken as a slip for 73.5.
constexpr PrintedTable kCoverage{{
    {"closest_points",
     {"100.0", "100.0", "100.0", "100.0", "100.0", "0.0", "0.0", "0.0", "100.0", "100.0"}},
    {"intersection",
     {"0.0", "0.0", "0.0", "0.0", "0.0", "100.0", "100.0", "0.0", "100.0", "100.0"}},
    {"vertex_only",
     {"50.0", "0.0", "50.0", "100.0", "100.0", "0.0", "0.0", "0.0", "100.0", "100.0"}},
    {"consistent_vertex",
     {"50.0", "0.0", "50.0", "100.0", "100.0", "0.0", "100.0", "100.0", "100.0", "100.0"}},
    {"volume_sat",
     {"50.0", "25.0", "50.0", "100.0", "100.0", "0.0", "0.0", "0.0", "100.0", "100.0"}},
    {"surface_sat",
     {"50.0", "25.0", "50.0", "100.0", "100.0", "0.0", "0.0", "0.0", "100.0", "100.0"}},
    {"growth", {"50.0", "25.0", "50.0", "100.0", "100.0", "0.0", "0.0", "0.0", "100.0", "100.0"}},
    {"opposing",
     {"0.0", "0.0", "0.0", "100.0", "100.0", "100.0", "100.0", "100.0", "100.0", "100.0"}},
}};
constexpr PrintedTable kQuality{{
    {"closest_points",
     {"100.0", "100.0", "100.0", "100.0", "100.0", "0.0", "0.0", "0.0", "62.5", "58.3"}},
    {"intersection", {"0.0", "0.0", "0.0", "0.0", "0.0", "10.0", "33.3", "0.0", "55.6", "50.0"}},
    {"vertex_only",
     {"100.0", "0.0", "100.0", "100.0", "100.0", "0.0", "0.0", "0.0", "60.0", "83.3"}},
    {"consistent_vertex",
     {"100.0", "0.0", "100.0", "100.0", "100.0", "0.0", "50.0", "25.0", "50.0", "100.0"}},
    {"volume_sat",
     {"100.0", "100.0", "100.0", "100.0", "100.0", "0.0", "0.0", "0.0", "61.5", "65.2"}},
    {"surface_sat",
     {"100.0", "100.0", "100.0", "100.0", "100.0", "0.0", "0.0", "0.0", "70.0", "83.3"}},
    {"growth", {"100.0", "100.0", "100.0", "100.0", "100.0", "0.0", "0.0", "0.0", "37.5", "63.0"}},
    {"opposing", {"0.0", "0.0", "0.0", "100.0", "100.0", "22.2", "55.6", "47.4", "73.5", "93.3"}},
}};
constexpr PrintedTable kExcess{{
    {"closest_points", {"1.0", "1.0", "1.0", "1.0", "1.0", "10.0", "3.0", "3.5", "2.0", "3.0"}},
    {"intersection", {"0.5", "1.2", "1.5", "3.0", "0.5", "20.0", "6.0", "3.5", "2.2", "3.0"}},
    {"vertex_only", {"0.5", "(*)", "0.5", "1.0", "0.5", "2.0", "1.0", "1.0", "1.2", "1.5"}},
    {"consistent_vertex", {"0.5", "(*)", "0.5", "1.0", "0.5", "4.0", "2.0", "2.0", "1.5", "1.0"}},
    {"volume_sat", {"2.0", "1.8", "2.2", "5.0", "1.0", "14.0", "9.0", "8.5", "3.2", "5.8"}},
    {"surface_sat", {"2.0", "1.8", "2.2", "5.0", "1.0", "14.0", "9.0", "9.0", "2.5", "4.5"}},
    {"growth", {"2.0", "2.2", "1.5", "5.0", "1.0", "15.0", "11.0", "10.5", "6.0", "6.8"}},
    {"opposing", {"3.0", "2.2", "1.8", "5.0", "1.0", "18.0", "9.0", "9.5", "8.5", "3.8"}},
}};

/// One digit, ties to even: the paper prints 1.25 as 1.2 and 1.75 as 1.8.
std::string printed(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f", value);
    return text.data();
}

Judgement make_judgement(int contacts, int correct, int met, int expected) {
    Judgement judgement;
    judgement.contacts = contacts;
    judgement.correct = correct;
    judgement.met_normals = met;
    judgement.expected_normals = expected;
    return judgement;
}

}  // namespace

TEST_CASE("the counts of Table 8 give back every number that it prints", "[study]") {
    for (std::size_t row = 0; row < kQuality.size(); ++row) {
        const std::string_view generator = kQuality[row].generator;
        REQUIRE(kCoverage[row].generator == generator);
        REQUIRE(kExcess[row].generator == generator);
        for (std::size_t column = 0; column < kCases; ++column) {
            CAPTURE(generator, kCaseIds[column]);
            const std::optional<PaperCell> cell = find_paper_cell(kCaseIds[column], generator);
            REQUIRE(cell);
            CHECK(printed(100.0 * cell->coverage) == kCoverage[row].values[column]);
            CHECK(printed(100.0 * cell->quality()) == kQuality[row].values[column]);
            CHECK((cell->excess() ? printed(*cell->excess()) : "(*)") ==
                  kExcess[row].values[column]);
        }
    }
}

TEST_CASE("find_paper_cell knows nothing of other cases and generators", "[study]") {
    CHECK(!find_paper_cell("pillar", "growth"));
    CHECK(!find_paper_cell("spikes", "mine"));
    // A name with parameters is another case.
    CHECK(!find_paper_cell("spikes:size=4", "growth"));
    CHECK(!find_paper_cell("spikes:", "growth"));
}

TEST_CASE("the counts of Table 7 give back every number that it prints", "[study]") {
    struct Printed {
        std::string_view generator;
        std::string_view quality;
        std::string_view contacts;
        std::string_view excess;
    };
    // 18.05 is printed as 18.1, 15.175 as 15.2, 15.55 as 15.6, but 5.35 as 5.3 and 0.85 as 0.8: the
    // last digit is that of the number as a double holds it.
    constexpr std::array<Printed, 8> kTable7{{
        {"closest_points", "97.9", "188", "4.7"},
        {"intersection", "15.4", "722", "18.1"},
        {"vertex_only", "60.8", "51", "1.3"},
        {"consistent_vertex", "35.3", "34", "0.8"},
        {"volume_sat", "20.9", "540", "13.5"},
        {"surface_sat", "52.9", "607", "15.2"},
        {"opposing", "91.6", "214", "5.3"},
        {"growth", "24.6", "622", "15.6"},
    }};
    for (const Printed& row : kTable7) {
        CAPTURE(row.generator);
        const std::optional<PaperPillarCounts> counts =
            find_paper_pillar_counts("pillar", row.generator);
        REQUIRE(counts);
        CHECK(printed(100.0 * counts->quality()) == row.quality);
        CHECK(std::to_string(counts->contacts) == row.contacts);
        CHECK(printed(counts->excess()) == row.excess);
    }
    CHECK(!find_paper_pillar_counts("pillar", "mine"));
    CHECK(!find_paper_pillar_counts("wall", "opposing"));
}

TEST_CASE("the counts of Table 7 lie between the extremes of Table 6", "[study]") {
    double means = 0.0;
    for (const PrintedRow& row : kQuality) {
        CAPTURE(row.generator);
        const std::optional<PaperPillarStatistics> all =
            find_paper_pillar_statistics(row.generator);
        const std::optional<PaperPillarCounts> third =
            find_paper_pillar_counts("pillar", row.generator);
        REQUIRE((all && third));
        CHECK(third->contacts >= all->min);
        CHECK(third->contacts <= all->max);
        CHECK(all->mean > all->min);
        CHECK(all->mean < all->max);
        CHECK(all->standard_deviation < 0.5 * (all->max - all->min));
        means += all->mean;
    }
    // The sum of the printed means: a slip in one of them shows.
    CHECK(means == Approx(5389.81).margin(0.005));
    CHECK(!find_paper_pillar_statistics("mine"));
}

TEST_CASE("find_paper_masonry knows what the text says of two generators", "[study]") {
    CHECK(find_paper_masonry("wall", "opposing")->wrong_share == 0.0);
    CHECK(find_paper_masonry("wall", "opposing")->area_coverage == 0.93);
    CHECK(find_paper_masonry("wall", "closest_points")->wrong_share == 0.2);
    CHECK(find_paper_masonry("wall", "closest_points")->area_coverage == 0.89);
    CHECK(!find_paper_masonry("wall", "closest_points")->wrong_share_is_rough);
    CHECK(find_paper_masonry("arch", "closest_points")->wrong_share == 0.3);
    CHECK(find_paper_masonry("arch", "closest_points")->area_coverage == 0.64);
    CHECK(find_paper_masonry("arch", "opposing")->wrong_share == 0.5);
    CHECK(find_paper_masonry("arch", "opposing")->area_coverage == 0.9);
    CHECK(find_paper_masonry("arch", "opposing")->wrong_share_is_rough);
    CHECK(!find_paper_masonry("arch", "growth"));
    CHECK(!find_paper_masonry("wall:layers=4", "opposing"));
}

TEST_CASE("compare wants equal counts, and for coverage equal printed digits", "[study]") {
    const PaperCell paper{8, 5, 4, 0.5};
    const Agreement same = compare(make_judgement(8, 5, 1, 2), paper);
    CHECK((same.coverage && same.quality && same.excess));
    const Agreement other_correct = compare(make_judgement(8, 4, 1, 2), paper);
    CHECK((other_correct.excess && !other_correct.quality));
    // The same quality from other counts is no agreement.
    const Agreement other_counts = compare(make_judgement(16, 10, 2, 4), paper);
    CHECK((!other_counts.excess && !other_counts.quality && other_counts.coverage));
    CHECK(!compare(make_judgement(8, 5, 501, 1000), paper).coverage);
    CHECK(compare(make_judgement(8, 5, 50001, 100000), paper).coverage);
}

TEST_CASE("compare takes no contacts as none of the paper's", "[study]") {
    const PaperCell paper{0, 0, 4, 0.0};
    const Agreement agreement = compare(make_judgement(0, 0, 0, 4), paper);
    CHECK((agreement.coverage && agreement.quality && agreement.excess));
}
